/*
 * JPEG files in 8-bit YCbCr or grey, by libjpeg alone: scaled inverse DCT, one resample, encoding, all without leaving YCbCr.
 * For one small picture libvips' pipeline of objects and threads costs more than the codec.
 */
#ifndef LARDER_PLAIN_JPEG_H
#define LARDER_PLAIN_JPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rows of YCbCr (3 bands) or grey (1 band), 8 bits, without padding. */
typedef struct larder_plain {
    int width, height, bands;
    uint8_t *rows;
    bool ends_early; /* the coded data ends before the last row, which is grey then */
} larder_plain;

/* Makes `to`, whose rows have room, of what `span_across` and `span_down` pixels of `from` cover; false: there is no memory left. */
bool larder_plain_resample(const larder_plain *from, double span_across, double span_down, larder_plain *to);

/* Functions that return int give 0 for success and -1 for failure with one line in `message`. */
int larder_plain_read_header(
    const void *bytes, size_t length, int *width, int *height, bool *is_plain, char *message, size_t capacity);
int larder_plain_decode(
    const void *bytes, size_t length, int shrink, int width, int height, larder_plain *result, char *message,
    size_t capacity);
int larder_plain_resize(const larder_plain *pixels, int width, int height, larder_plain *result);
int larder_plain_encode(
    const larder_plain *pixels, int quality, void **bytes, size_t *length, char *message, size_t capacity);

#endif
