#include "PlainJPEG.h"

#include <math.h>
#include <pthread.h>
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
} failure;

static void give_up(j_common_ptr codec) {
    failure *failure_ = (failure *)codec->err;
    char text[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, text);
    snprintf(failure_->message, failure_->capacity, "%s", text);
    longjmp(failure_->back, 1);
}

static void stay_silent(j_common_ptr codec) {}

static struct jpeg_error_mgr *errors_to(failure *failure_, char *message, size_t capacity) {
    jpeg_std_error(&failure_->manager);
    failure_->manager.error_exit = give_up;
    failure_->manager.output_message = stay_silent;
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

/* Lanczos' window of three lobes, in steps of 1/STEPS. */
enum { STEPS = 1024, LOBES = 3, UNIT_BITS = 14 };
static float window[LOBES * STEPS + 2];
static pthread_once_t window_once = PTHREAD_ONCE_INIT;

static void make_window(void) {
    window[0] = 1;
    for (int i = 1; i < LOBES * STEPS; i++) {
        double x = M_PI * i / STEPS;
        window[i] = (float)(LOBES * sin(x) * sin(x / LOBES) / (x * x));
    }
}

/* What one pixel of a resized row is made of: `width` weights, of which the rest beyond the kernel are 0. */
typedef struct kernel {
    int width;        /* weights for each pixel, a multiple of 8 */
    int *first;       /* the first source pixel of each */
    int16_t *weights; /* each pixel's sum is 1 << UNIT_BITS */
} kernel;

static void free_kernel(kernel *kernel_) {
    free(kernel_->first);
    free(kernel_->weights);
}

/* Whatever it answers, the caller frees the kernel. `span` is the part of the `from` source pixels that the image covers: the last one may be covered in part only. */
static bool make_kernel(kernel *kernel_, int from, double span, int to) {
    pthread_once(&window_once, make_window);
    double scale = span / to, stretch = scale > 1 ? scale : 1, reach = LOBES * stretch;
    kernel_->width = ((int)(2 * reach) + 2 + 7) & ~7;
    kernel_->first = malloc((size_t)to * sizeof *kernel_->first);
    kernel_->weights = calloc((size_t)to * (size_t)kernel_->width, sizeof *kernel_->weights);
    float *exact = malloc((size_t)kernel_->width * sizeof *exact);
    if (!kernel_->first || !kernel_->weights || !exact) {
        free(exact);
        return false;
    }
    for (int i = 0; i < to; i++) {
        double center = (i + 0.5) * scale - 0.5;
        int first = (int)ceil(center - reach), last = (int)floor(center + reach);
        if (first < 0) first = 0;
        if (last > from - 1) last = from - 1;
        if (first > last) first = last;
        float sum = 0;
        for (int k = first; k <= last; k++) {
            int step = (int)(fabs(k - center) / stretch * STEPS + 0.5);
            exact[k - first] = step < LOBES * STEPS ? window[step] : 0;
            sum += exact[k - first];
        }
        int16_t *weights = kernel_->weights + (size_t)i * (size_t)kernel_->width;
        int rest = 1 << UNIT_BITS, largest = 0;
        for (int k = 0; k <= last - first; k++) {
            weights[k] = (int16_t)lrintf(exact[k] / sum * (1 << UNIT_BITS));
            rest -= weights[k];
            if (weights[k] > weights[largest]) largest = k;
        }
        weights[largest] = (int16_t)(weights[largest] + rest);
        kernel_->first[i] = first;
    }
    free(exact);
    return true;
}

static inline uint8_t rounded(int32_t sum) {
    int32_t value = (sum + (1 << (UNIT_BITS - 1))) >> UNIT_BITS;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* One row of the result from the rows that its kernel names. */
static void mix_rows(const uint8_t *rows, size_t stride, int count, const int16_t *weights, int32_t *sums, uint8_t *out) {
    memset(sums, 0, stride * sizeof *sums);
    for (int k = 0; k < count; k++) {
        const uint8_t *row = rows + (size_t)k * stride;
        int32_t weight = weights[k];
        for (size_t x = 0; x < stride; x++) sums[x] += weight * row[x];
    }
    for (size_t x = 0; x < stride; x++) out[x] = rounded(sums[x]);
}

/* One row made narrower; `plane` has room for the row and a kernel behind it, whose weights there are 0. */
static void shrink_row(const uint8_t *row, int from, int bands, const kernel *across, int to, int16_t *plane, uint8_t *out) {
    for (int band = 0; band < bands; band++) {
        for (int x = 0; x < from; x++) plane[x] = row[x * bands + band];
        for (int x = 0; x < to; x++) {
            const int16_t *weights = across->weights + (size_t)x * (size_t)across->width, *at = plane + across->first[x];
            int32_t sum = 0;
            for (int k = 0; k < across->width; k++) sum += (int32_t)weights[k] * at[k];
            out[x * bands + band] = rounded(sum);
        }
    }
}

static bool resample(const larder_plain *from, double span_across, double span_down, larder_plain *to) {
    size_t stride = (size_t)from->width * (size_t)from->bands;
    kernel across = {0}, down = {0};
    int32_t *sums = malloc(stride * sizeof *sums);
    uint8_t *mixed = malloc(stride);
    bool done = sums && mixed && make_kernel(&across, from->width, span_across, to->width);
    int16_t *plane = done ? calloc((size_t)from->width + (size_t)across.width, sizeof *plane) : NULL;
    done = plane && make_kernel(&down, from->height, span_down, to->height);
    for (int y = 0; done && y < to->height; y++) {
        int first = down.first[y], count = from->height - first;
        mix_rows(
            from->rows + (size_t)first * stride, stride, count < down.width ? count : down.width,
            down.weights + (size_t)y * (size_t)down.width, sums, mixed);
        shrink_row(
            mixed, from->width, from->bands, &across, to->width, plane,
            to->rows + (size_t)y * (size_t)to->width * (size_t)to->bands);
    }
    free_kernel(&across);
    free_kernel(&down);
    free(sums);
    free(mixed);
    free(plane);
    return done;
}

static bool allocate(larder_plain *pixels, int width, int height, int bands) {
    *pixels = (larder_plain){width, height, bands, malloc((size_t)width * (size_t)height * (size_t)bands)};
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
    double across = (double)decoder.image_width / shrink, down = (double)decoder.image_height / shrink;
    jpeg_destroy_decompress(&decoder);
    if (whole.width == width && whole.height == height) {
        *result = whole;
        return 0;
    }
    bool done = allocate(result, width, height, whole.bands) && resample(&whole, across, down, result);
    free(whole.rows);
    if (done) return 0;
    free(result->rows);
    snprintf(message, capacity, "there is no memory left");
    return -1;
}

int larder_plain_resize(const larder_plain *pixels, int width, int height, larder_plain *result) {
    if (allocate(result, width, height, pixels->bands) && resample(pixels, pixels->width, pixels->height, result)) return 0;
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
