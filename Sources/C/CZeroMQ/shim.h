#pragma once
#include <errno.h>
#include <zmq.h>

// ZMQ_ZAP_ENFORCE_DOMAIN sits in a header that Debian does not install, but the released library takes it.
#define LARDER_ZMQ_ZAP_ENFORCE_DOMAIN 93

/// libzmq's errno of the calling thread, read through the library as its manual asks.
static inline int larder_zmq_errno(void) { return zmq_errno(); }
