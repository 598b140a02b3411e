// The server (serve/server.h), loaded when it is asked for, as a module that lies beside the
// program or where it was installed.
#pragma once

#include "serve/http/server.h"

namespace kbuild::serve {

/// serve::Server::open(); errors, too, where the module cannot be loaded.
base::Result<std::unique_ptr<serve::Server>> open_server(serve::ServerOptions options);

}  // namespace kbuild::serve
