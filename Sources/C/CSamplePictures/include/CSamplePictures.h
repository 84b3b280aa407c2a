// The pictures of the sample site, which `deploy/sample-pictures/draw.py` draws.
#ifndef LARDER_CSAMPLEPICTURES_H
#define LARDER_CSAMPLEPICTURES_H

#include <stddef.h>

/// The bytes of the picture file of a name, such as "soup-1.jpg", and their count; NULL and 0: there is none.
///
/// They stay as long as the program. Safe on any thread.
const unsigned char *_Nullable larder_sample_picture(const char *_Nonnull name, size_t *_Nonnull count);

#endif
