#include "PlainJPEG.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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

/* Eight values at once, so that a build that is not optimized takes an eighth of the steps; in memory they may begin anywhere. */
enum { LANES = 8 };
typedef int32_t lanes __attribute__((vector_size(LANES * sizeof(int32_t))));
typedef uint8_t lanes_of_bytes __attribute__((vector_size(LANES)));
typedef int16_t lanes_of_shorts __attribute__((vector_size(LANES * sizeof(int16_t))));
typedef struct { lanes value; } __attribute__((packed, may_alias)) stored_lanes;
typedef struct { lanes_of_bytes value; } __attribute__((packed, may_alias)) stored_bytes;
typedef struct { lanes_of_shorts value; } __attribute__((packed, may_alias)) stored_shorts;

static inline uint8_t rounded(int32_t sum) {
    int32_t value = (sum + (1 << (UNIT_BITS - 1))) >> UNIT_BITS;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static inline void round_lanes(const int32_t *sums, uint8_t *out) {
    lanes values = (((const stored_lanes *)sums)->value + (1 << (UNIT_BITS - 1))) >> UNIT_BITS;
    /* A comparison is -1 where it holds. */
    values &= values > 0;
    values = (values | (values > 255)) & 255;
    ((stored_bytes *)out)->value = __builtin_convertvector(values, lanes_of_bytes);
}

/* One row of the result from the rows that its kernel names. */
static void mix_rows(const uint8_t *rows, size_t stride, int count, const int16_t *weights, int32_t *sums, uint8_t *out) {
    size_t whole = stride - stride % LANES;
    memset(sums, 0, stride * sizeof *sums);
    for (int k = 0; k < count; k++) {
        const uint8_t *row = rows + (size_t)k * stride;
        int32_t weight = weights[k];
        for (size_t x = 0; x < whole; x += LANES) {
            lanes pixels = __builtin_convertvector(((const stored_bytes *)(row + x))->value, lanes);
            ((stored_lanes *)(sums + x))->value += pixels * weight;
        }
        for (size_t x = whole; x < stride; x++) sums[x] += weight * row[x];
    }
    for (size_t x = 0; x < whole; x += LANES) round_lanes(sums + x, out + x);
    for (size_t x = whole; x < stride; x++) out[x] = rounded(sums[x]);
}

/* One row made narrower; `plane` has room for the row and a kernel behind it, whose weights there are 0. */
static void shrink_row(const uint8_t *row, int from, int bands, const kernel *across, int to, int16_t *plane, uint8_t *out) {
    for (int band = 0; band < bands; band++) {
        for (int x = 0; x < from; x++) plane[x] = row[x * bands + band];
        for (int x = 0; x < to; x++) {
            const int16_t *weights = across->weights + (size_t)x * (size_t)across->width, *at = plane + across->first[x];
            lanes sums = {0};
            for (int k = 0; k < across->width; k += LANES) {
                lanes pixels = __builtin_convertvector(((const stored_shorts *)(at + k))->value, lanes);
                sums += pixels * __builtin_convertvector(((const stored_shorts *)(weights + k))->value, lanes);
            }
            out[x * bands + band] =
                rounded(sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7]);
        }
    }
}

bool larder_plain_resample(const larder_plain *from, double span_across, double span_down, larder_plain *to) {
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
