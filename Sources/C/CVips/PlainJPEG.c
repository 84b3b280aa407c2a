#include "PlainJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

/* libjpeg tells of errors by a call that may not return. */
typedef struct failure {
    struct jpeg_error_mgr manager;
    jmp_buf back;
    char *message;
    size_t capacity;
    bool ends_early;
} failure;

static void give_up(j_common_ptr codec) {
    failure *failure_ = (failure *)codec->err;
    char text[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, text);
    snprintf(failure_->message, failure_->capacity, "%s", text);
    longjmp(failure_->back, 1);
}

static void stay_silent(j_common_ptr codec) {}

/* A marker stands where coded data is due. */
static void note_warning(j_common_ptr codec, int level) {
    if (level < 0 && codec->err->msg_code == JWRN_HIT_MARKER) ((failure *)codec->err)->ends_early = true;
}

static struct jpeg_error_mgr *errors_to(failure *failure_, char *message, size_t capacity) {
    jpeg_std_error(&failure_->manager);
    failure_->manager.error_exit = give_up;
    failure_->manager.output_message = stay_silent;
    failure_->manager.emit_message = note_warning;
    failure_->ends_early = false;
    failure_->message = message;
    failure_->capacity = capacity;
    return &failure_->manager;
}

/* The library's own source of bytes in memory would put an end marker where they end, and go on with a grey rest. */
static boolean refuse_end(j_decompress_ptr decoder) {
    ERREXIT(decoder, JERR_INPUT_EOF);
    return FALSE;
}

/* Whether the pixels mean the same to everyone: no CMYK, no RGB without conversion, no 12 bits. */
static bool is_plain(j_decompress_ptr decoder) {
    return decoder->data_precision == 8
        && ((decoder->jpeg_color_space == JCS_YCbCr && decoder->num_components == 3)
            || (decoder->jpeg_color_space == JCS_GRAYSCALE && decoder->num_components == 1));
}

static void open_decoder(j_decompress_ptr decoder, const void *bytes, size_t length) {
    jpeg_create_decompress(decoder);
    jpeg_mem_src(decoder, bytes, length);
    decoder->src->fill_input_buffer = refuse_end;
    jpeg_read_header(decoder, TRUE);
}

int larder_plain_read_header(
    const void *bytes, size_t length, int *width, int *height, bool *plain, char *message, size_t capacity) {
    struct jpeg_decompress_struct decoder;
    failure failure_;
    memset(&decoder, 0, sizeof decoder);
    decoder.err = errors_to(&failure_, message, capacity);
    if (setjmp(failure_.back)) {
        jpeg_destroy_decompress(&decoder);
        return -1;
    }
    open_decoder(&decoder, bytes, length);
    *width = (int)decoder.image_width;
    *height = (int)decoder.image_height;
    *plain = is_plain(&decoder);
    jpeg_destroy_decompress(&decoder);
    return 0;
}

static bool allocate(larder_plain *pixels, int width, int height, int bands) {
    *pixels = (larder_plain){width, height, bands, malloc((size_t)width * (size_t)height * (size_t)bands), false};
    return pixels->rows != NULL;
}

int larder_plain_decode(
    const void *bytes, size_t length, int shrink, int width, int height, larder_plain *result, char *message,
    size_t capacity) {
    struct jpeg_decompress_struct decoder;
    failure failure_;
    larder_plain whole = {0};
    uint8_t *volatile rows = NULL;
    memset(&decoder, 0, sizeof decoder);
    decoder.err = errors_to(&failure_, message, capacity);
    if (setjmp(failure_.back)) {
        jpeg_destroy_decompress(&decoder);
        free(rows);
        return -1;
    }
    open_decoder(&decoder, bytes, length);
    decoder.out_color_space = decoder.jpeg_color_space;
    decoder.scale_num = 1;
    decoder.scale_denom = (unsigned)shrink;
    jpeg_start_decompress(&decoder);
    if (!is_plain(&decoder)) ERREXIT(&decoder, JERR_CONVERSION_NOTIMPL);
    if (!allocate(&whole, (int)decoder.output_width, (int)decoder.output_height, decoder.output_components)) {
        ERREXIT1(&decoder, JERR_OUT_OF_MEMORY, 0);
    }
    rows = whole.rows;
    size_t stride = (size_t)whole.width * (size_t)whole.bands;
    while (decoder.output_scanline < decoder.output_height) {
        JSAMPROW row = rows + (size_t)decoder.output_scanline * stride;
        jpeg_read_scanlines(&decoder, &row, 1);
    }
    whole.ends_early = failure_.ends_early;
    double across = (double)decoder.image_width / shrink, down = (double)decoder.image_height / shrink;
    jpeg_destroy_decompress(&decoder);
    if (whole.width == width && whole.height == height) {
        *result = whole;
        return 0;
    }
    bool done = allocate(result, width, height, whole.bands) && larder_plain_resample(&whole, across, down, result);
    result->ends_early = whole.ends_early;
    free(whole.rows);
    if (done) return 0;
    free(result->rows);
    snprintf(message, capacity, "there is no memory left");
    return -1;
}

int larder_plain_resize(const larder_plain *pixels, int width, int height, larder_plain *result) {
    if (allocate(result, width, height, pixels->bands) && larder_plain_resample(pixels, pixels->width, pixels->height, result)) return 0;
    free(result->rows);
    return -1;
}

int larder_plain_encode(
    const larder_plain *pixels, int quality, void **bytes, size_t *length, char *message, size_t capacity) {
    struct jpeg_compress_struct encoder;
    failure failure_;
    /* libjpeg takes a larger one where this is too small, and says so only at the end. */
    const unsigned long room = (unsigned long)pixels->width * (unsigned long)pixels->height / 2 + 4096;
    unsigned char *const own = malloc(room), *out = own;
    unsigned long count = room;
    if (!own) {
        snprintf(message, capacity, "there is no memory left");
        return -1;
    }
    memset(&encoder, 0, sizeof encoder);
    encoder.err = errors_to(&failure_, message, capacity);
    if (setjmp(failure_.back)) {
        jpeg_destroy_compress(&encoder);
        free(own);
        return -1;
    }
    jpeg_create_compress(&encoder);
    jpeg_mem_dest(&encoder, &out, &count);
    encoder.image_width = (JDIMENSION)pixels->width;
    encoder.image_height = (JDIMENSION)pixels->height;
    encoder.input_components = pixels->bands;
    encoder.in_color_space = pixels->bands == 3 ? JCS_YCbCr : JCS_GRAYSCALE;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, quality, TRUE);
    jpeg_start_compress(&encoder, TRUE);
    size_t stride = (size_t)pixels->width * (size_t)pixels->bands;
    while (encoder.next_scanline < encoder.image_height) {
        JSAMPROW row = pixels->rows + (size_t)encoder.next_scanline * stride;
        jpeg_write_scanlines(&encoder, &row, 1);
    }
    jpeg_finish_compress(&encoder);
    jpeg_destroy_compress(&encoder);
    if (out != own) free(own);
    *bytes = out;
    *length = count;
    return 0;
}
