// zlib for Swift: whole buffers in one call, as `deflateInit2` is a macro and `z_stream` is a struct of pointers.
#ifndef LARDER_CZLIB_SHIM_H
#define LARDER_CZLIB_SHIM_H

#include <limits.h>
#include <stdlib.h>
#include <stddef.h>
#include <zlib.h>

/// CRC-32 of the bytes. zlib keeps no pointer.
static inline unsigned long larder_zlib_crc32(const unsigned char *_Nonnull bytes, size_t count) {
    return crc32_z(0, bytes, count);
}

/// The most bytes that `larder_zlib_gzip` writes: zlib's own bound, and gzip's header and trailer.
static inline size_t larder_zlib_gzip_bound(size_t count) { return compressBound(count) + 18; }

/// Writes the bytes as a gzip file. The caller owns both buffers.
///
/// Returns how many bytes were written, 0 when there was no memory or `room` is less than the bound.
static inline size_t larder_zlib_gzip(
    const unsigned char *_Nonnull bytes, size_t count, unsigned char *_Nullable output, size_t room) {
    z_stream stream = {0};
    // 15 bits of window, and 16 for gzip's header instead of zlib's.
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (unsigned char *)bytes;
    stream.avail_in = (unsigned)count;
    stream.next_out = output;
    stream.avail_out = (unsigned)room;
    int status = deflate(&stream, Z_FINISH);
    deflateEnd(&stream);
    return status == Z_STREAM_END ? stream.total_out : 0;
}

/// How far larder_zlib_gunzip came: to the end of the file; as far as the room reaches; as far as the file is whole; to the
/// end, with something behind it.
#define LARDER_ZLIB_WHOLE 0
#define LARDER_ZLIB_FULL 1
#define LARDER_ZLIB_BROKEN 2
#define LARDER_ZLIB_MORE 3
#define LARDER_ZLIB_GOES_ON 4

/// Unpacks a gzip file (RFC 1952) of one or more parts; what follows the last one is left, and told unless it is blanks or zeros. The
/// caller owns both buffers.
///
/// Returns how many bytes were written, also of a file that is broken off.
static inline size_t larder_zlib_gunzip(
    const unsigned char *_Nonnull bytes, size_t count, unsigned char *_Nullable output, size_t room, int *_Nonnull status) {
    z_stream stream = {0};
    size_t written = 0;
    *status = LARDER_ZLIB_BROKEN;
    if (count > UINT_MAX || room > UINT_MAX || inflateInit2(&stream, 15 + 16) != Z_OK) return 0;
    stream.next_in = (unsigned char *)bytes;
    stream.avail_in = (unsigned)count;
    stream.next_out = output;
    stream.avail_out = (unsigned)room;
    for (;;) {
        int result = inflate(&stream, Z_NO_FLUSH);
        written = room - stream.avail_out;
        if (result == Z_STREAM_END) {
            *status = LARDER_ZLIB_WHOLE;
            if (stream.avail_in < 2 || stream.next_in[0] != 0x1F || stream.next_in[1] != 0x8B) {
                for (unsigned i = 0; i < stream.avail_in; i++) if (stream.next_in[i] > 0x20) *status = LARDER_ZLIB_GOES_ON;
                break;
            }
            *status = LARDER_ZLIB_BROKEN;
            if (inflateReset(&stream) != Z_OK) break;
        } else if (result != Z_OK || stream.avail_in == 0 || stream.avail_out == 0) {
            if (stream.avail_out == 0 && (result == Z_OK || result == Z_BUF_ERROR)) *status = LARDER_ZLIB_FULL;
            break;
        }
    }
    inflateEnd(&stream);
    return written;
}

/// A stream that unpacks gzip or zlib data piece by piece; null without memory. Freed by larder_zlib_inflate_free.
static inline z_stream *_Nullable larder_zlib_inflate_new(void) {
    z_stream *stream = calloc(1, sizeof(z_stream));
    // 15 bits of window, and 32 to tell gzip and zlib by their headers.
    if (stream == NULL || inflateInit2(stream, 15 + 32) == Z_OK) return stream;
    free(stream);
    return NULL;
}

static inline void larder_zlib_inflate_free(z_stream *_Nonnull stream) {
    inflateEnd(stream);
    free(stream);
}

/// Unpacks until the input or the room ends. The caller owns both buffers; `taken` bytes of input were read.
///
/// Returns how many bytes were written. The status is that of larder_zlib_gunzip, with LARDER_ZLIB_MORE where the input
/// ends before the data does; data behind the end that is no further part of gzip is left.
static inline size_t larder_zlib_inflate(
    z_stream *_Nonnull stream, const unsigned char *_Nonnull bytes, size_t count, size_t *_Nonnull taken,
    unsigned char *_Nonnull output, size_t room, int *_Nonnull status) {
    stream->next_in = (unsigned char *)bytes;
    stream->avail_in = (unsigned)count;
    stream->next_out = output;
    stream->avail_out = (unsigned)room;
    int result = inflate(stream, Z_NO_FLUSH);
    *taken = count - stream->avail_in;
    if (result == Z_STREAM_END) {
        *status = LARDER_ZLIB_WHOLE;
    } else if (result == Z_OK || result == Z_BUF_ERROR) {
        *status = stream->avail_out == 0 ? LARDER_ZLIB_FULL : LARDER_ZLIB_MORE;
    } else {
        *status = LARDER_ZLIB_BROKEN;
    }
    return room - stream->avail_out;
}

/// Begins the next part of gzip data. Returns whether that was possible.
static inline int larder_zlib_inflate_again(z_stream *_Nonnull stream) { return inflateReset(stream) == Z_OK; }

#endif
