// Loads the server; see module.h.
#include "serve/module.h"

#include <dlfcn.h>

namespace kbuild::serve {

base::Result<std::unique_ptr<serve::Server>> open_server(serve::ServerOptions options) {
  // Never unloaded: the server's threads run its code.
  void* module = dlopen(KBUILD_SERVER_MODULE, RTLD_NOW | RTLD_LOCAL);
  auto* open = module ? reinterpret_cast<decltype(&serve::kbuild_open_server)>(
                            dlsym(module, "kbuild_open_server"))
                      : nullptr;
  if (!open)
    return base::fail(std::string("cannot load the server: ") + dlerror(),
                      "install " KBUILD_SERVER_MODULE " beside kbuild, as `cmake --install` does");
  base::Result<std::unique_ptr<serve::Server>> server;
  open(options, server);
  return server;
}

}  // namespace kbuild::serve
