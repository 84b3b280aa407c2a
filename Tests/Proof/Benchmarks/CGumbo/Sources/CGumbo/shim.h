// libgumbo, the peer of the HTML parser's benchmark and of its comparison of trees. No product links it.
#ifndef LARDER_CGUMBO_H
#define LARDER_CGUMBO_H
#include <gumbo.h>
#endif
