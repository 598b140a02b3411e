// Loads the server (serve/http/server.h) on demand, as a module next to the program or where it was
// installed.
#pragma once

#include "serve/http/server.h"

namespace kbuild::serve {

/// serve::Server::open(); also an error if the module can't be loaded.
base::Result<std::unique_ptr<serve::Server>> open_server(serve::ServerOptions options);

}  // namespace kbuild::serve
