// The content security policy of a page (W3C CSP 3), for a <meta> element, since a site may lie on
// a host that sets no headers. Nothing runs but the site's own files and what the policy names by
// digest or host; 'unsafe-inline' and 'unsafe-eval' are never in it.
#pragma once

#include <string>

#include "html/active_content.h"

namespace kbuild::render {

/// The policy of a page with this content: scripts, handlers, styles, hosts and embedded pages of
/// it are let through. Holds no quotation mark, so that it fits into an attribute as it is.
std::string content_policy(const html::ActiveContent& content);

}  // namespace kbuild::render
