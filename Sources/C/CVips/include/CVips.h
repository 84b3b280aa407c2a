/*
 * The part of libvips that Larder needs, without variadic calls, GLib types or global error text; and libjpeg for plain JPEG
 * files, for which libvips' pipeline costs more than the codec.
 *
 * Every function but larder_vips_start may be called from several threads at once; one image belongs to one thread at a
 * time. Functions that return int give 0 for success and -1 for failure, and then write one line to `message`.
 */
#ifndef LARDER_CVIPS_H
#define LARDER_CVIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The loaders that may run. The caller chooses by magic bytes; libvips never guesses. */
typedef enum larder_vips_format {
    LARDER_VIPS_JPEG = 0,
    LARDER_VIPS_PNG = 1,
    LARDER_VIPS_WEBP = 2,
    LARDER_VIPS_GIF = 3,
    LARDER_VIPS_AVIF = 4
} larder_vips_format;

/* What a header says; no pixel is decoded for it. Width and height are before orientation. */
typedef struct larder_vips_header {
    int32_t width;
    int32_t height;
    int32_t frames;
    int32_t orientation; /* EXIF 1 to 8; 1 when absent or out of range */
    bool has_alpha;
    bool has_profile;
} larder_vips_header;

/* Decoded pixels in memory: 8 bits, upright; sRGB with 3 bands or 4 with alpha, or a plain JPEG's YCbCr or grey. Freed by
 * larder_vips_pixels_free. */
typedef struct larder_vips_pixels larder_vips_pixels;

/* Starts libvips once for the process: no worker threads, no operation cache, and only the five loaders above.
 * Further calls give the first call's answer. Not to be called before other threads have finished with setlocale. */
int larder_vips_start(char *_Nonnull message, size_t capacity);

/* Frees what libvips keeps for the calling thread. To be called at the end of each thread that decoded. */
void larder_vips_thread_end(void);

/* Reads the header. `bytes` is borrowed for the call. */
int larder_vips_read_header(
    larder_vips_format format, const void *_Nonnull bytes, size_t length, larder_vips_header *_Nonnull header,
    char *_Nonnull message, size_t capacity);

/* Decodes every row of the first frame and resizes it to `width` x `height`, which are before orientation and not
 * larger than the header's. `shrink` is what the decoder itself divides the size by: 1, 2, 4 or 8 for JPEG (no side may
 * become 0), 1 or more for WebP, ignored elsewhere. Damaged data fails. `bytes` is borrowed. `orientation` turns the result upright. The caller owns
 * the result. */
int larder_vips_decode(
    larder_vips_format format, const void *_Nonnull bytes, size_t length, double shrink, int width, int height,
    int orientation,
    larder_vips_pixels *_Nullable *_Nonnull pixels, char *_Nonnull message, size_t capacity);

/* Reads a JPEG's header by libjpeg alone; `is_plain` is whether larder_jpeg_decode takes the file: 8 bits, YCbCr or grey. Profiles
 * and EXIF are not looked at: `has_profile` is false and `orientation` 1. `bytes` is borrowed for the call. */
int larder_jpeg_read_header(
    const void *_Nonnull bytes, size_t length, larder_vips_header *_Nonnull header, bool *_Nonnull is_plain,
    char *_Nonnull message, size_t capacity);

/* Decodes every row of a plain JPEG, `shrink` (1, 2, 4 or 8) times smaller and then resized to `width` x `height`, which are not
 * larger than what `shrink` leaves. The result stays in the file's own colours: it is resized and encoded as JPEG, and
 * its means are sRGB. Damaged data fails, and so does data that ends early. `bytes` is borrowed. The caller owns the result. */
int larder_jpeg_decode(
    const void *_Nonnull bytes, size_t length, int shrink, int width, int height,
    larder_vips_pixels *_Nullable *_Nonnull pixels, char *_Nonnull message, size_t capacity);

/* Whether the coded data of a plain JPEG ended before its last row, whose rest is grey. */
bool larder_jpeg_ends_early(const larder_vips_pixels *_Nonnull pixels);

/* A copy resized to `width` x `height`, aspect ratio ignored. The caller owns the result. */
int larder_vips_resize(
    const larder_vips_pixels *_Nonnull pixels, int width, int height, larder_vips_pixels *_Nullable *_Nonnull result,
    char *_Nonnull message, size_t capacity);

/* Baseline JPEG without metadata, alpha laid on white. The bytes are freed by larder_vips_bytes_free. */
int larder_vips_encode_jpeg(
    const larder_vips_pixels *_Nonnull pixels, int quality, void *_Nullable *_Nonnull bytes, size_t *_Nonnull length,
    char *_Nonnull message, size_t capacity);

/* Lossy WebP without metadata, with alpha where there is alpha; not of a plain JPEG's pixels. The bytes are freed by larder_vips_bytes_free. */
int larder_vips_encode_webp(
    const larder_vips_pixels *_Nonnull pixels, int quality, int effort, void *_Nullable *_Nonnull bytes,
    size_t *_Nonnull length, char *_Nonnull message, size_t capacity);

int larder_vips_width(const larder_vips_pixels *_Nonnull pixels);
int larder_vips_height(const larder_vips_pixels *_Nonnull pixels);

/* Whether every alpha value is 255; true where there is no alpha. */
bool larder_vips_is_opaque(const larder_vips_pixels *_Nonnull pixels);

/* The mean colour with alpha laid on white, each channel 0 to 255. */
void larder_vips_mean(const larder_vips_pixels *_Nonnull pixels, double mean[_Nonnull 3]);

/* The mean colour of the part of the image that falls into cell (column, row) of a grid of `cells` x `cells`, with
 * alpha laid on white. A cell smaller than a pixel takes the pixel it lies in. */
void larder_vips_cell(
    const larder_vips_pixels *_Nonnull pixels, int cells, int column, int row, double mean[_Nonnull 3]);

/* Writes about the means of `width` x `height` cells of equal size, or a pixel more or less, as RGBA, colours weighted by alpha. Neither is
 * larger than the image's. `rgba` has room for 4 * width * height bytes. */
int larder_vips_small_copy(
    const larder_vips_pixels *_Nonnull pixels, int width, int height, uint8_t *_Nonnull rgba, char *_Nonnull message,
    size_t capacity);

void larder_vips_pixels_free(larder_vips_pixels *_Nullable pixels);
void larder_vips_bytes_free(void *_Nullable bytes);

#endif
