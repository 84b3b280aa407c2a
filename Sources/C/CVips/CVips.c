#define _GNU_SOURCE /* dladdr */
#include "CVips.h"

#include <dlfcn.h>
#include <gmodule.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

#include "PlainJPEG.h"

struct larder_vips_pixels {
    VipsImage *image;   /* in memory, uchar, sRGB, 3 or 4 bands; NULL: the pixels are plain */
    larder_plain plain; /* YCbCr or grey */
};

static pthread_once_t start_once = PTHREAD_ONCE_INIT;
static int start_status = -1;
static char start_message[200];

/* libvips has one error buffer for the process, so the text may be another thread's: it is a hint and never decides. */
static int fail(char *message, size_t capacity, const char *what) {
    char text[240];
    g_strlcpy(text, vips_error_buffer(), sizeof text);
    vips_error_clear();
    for (char *c = text; *c; c++) {
        if (*c == '\n' || *c == '\r') *c = c[1] ? ';' : '\0';
    }
    snprintf(message, capacity, "%s: %s", what, text[0] ? text : "no reason given");
    return -1;
}

static void drop_log(const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data) {}

/* The path of libvips' module for AVIF, for g_free; NULL where it is built in or lies elsewhere. */
static char *avif_module(void) {
    Dl_info library;
    if (dladdr((void *)vips_version, &library) == 0 || !library.dli_fname) return NULL;
    char *folder = g_path_get_dirname(library.dli_fname);
    char *path = g_strdup_printf("%s/vips-modules-%d.%d/vips-heif.so", folder, vips_version(0), vips_version(1));
    g_free(folder);
    if (g_file_test(path, G_FILE_TEST_IS_REGULAR)) return path;
    g_free(path);
    return NULL;
}

/* Starts libvips with the one module that is wanted. The others read formats that are blocked below, and to load them with all
 * the libraries behind them takes as long as to start the rest. libvips looks for modules in VIPSHOME, which it sets if nobody
 * else does; below /dev/null there is none. */
static int start_library(void) {
    char *module = g_getenv("VIPSHOME") ? NULL : avif_module();
    if (module) g_setenv("VIPSHOME", "/dev/null", FALSE);
    int status = vips_init("larder");
    if (status == 0 && module) {
        GModule *loaded = g_module_open(module, G_MODULE_BIND_LAZY);
        if (loaded) g_module_make_resident(loaded);
    }
    g_free(module);
    return status;
}

static void start(void) {
    if (start_library() != 0) {
        g_strlcpy(start_message, "libvips did not start", sizeof start_message);
        return;
    }
    if (vips_version(0) < 8 || (vips_version(0) == 8 && vips_version(1) < 13)) {
        snprintf(start_message, sizeof start_message, "libvips is %s; 8.13 or later is needed to block loaders",
                 vips_version_string());
        return;
    }
    g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO | G_LOG_LEVEL_DEBUG, drop_log, NULL);
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_cache_set_max_mem(0);
    vips_cache_set_max_files(0);
    vips_block_untrusted_set(TRUE);
    vips_operation_block_set("VipsForeignLoad", TRUE);
    vips_operation_block_set("VipsForeignLoadJpeg", FALSE);
    vips_operation_block_set("VipsForeignLoadPng", FALSE);
    vips_operation_block_set("VipsForeignLoadWebp", FALSE);
    vips_operation_block_set("VipsForeignLoadNsgif", FALSE);
    vips_operation_block_set("VipsForeignLoadHeif", FALSE);
    start_status = 0;
}

int larder_vips_start(char *message, size_t capacity) {
    pthread_once(&start_once, start);
    if (start_status != 0) g_strlcpy(message, start_message, capacity);
    return start_status;
}

void larder_vips_thread_end(void) { vips_thread_shutdown(); }

/* `shrink` is 1, 2, 4 or 8 for JPEG, any factor of 1 or more for WebP, and ignored elsewhere. */
static VipsImage *load(larder_vips_format format, const void *bytes, size_t length, double shrink) {
    VipsImage *image = NULL;
    void *data = (void *)bytes;
    int status = -1;
    switch (format) {
    case LARDER_VIPS_JPEG:
        status = vips_jpegload_buffer(data, length, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                      VIPS_FAIL_ON_ERROR, "shrink", (int)shrink, NULL);
        break;
    case LARDER_VIPS_PNG:
        status = vips_pngload_buffer(data, length, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                     VIPS_FAIL_ON_ERROR, NULL);
        break;
    case LARDER_VIPS_WEBP:
        status = vips_webpload_buffer(data, length, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                      VIPS_FAIL_ON_ERROR, "scale", 1.0 / shrink, NULL);
        break;
    case LARDER_VIPS_GIF:
        status = vips_gifload_buffer(data, length, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                     VIPS_FAIL_ON_ERROR, NULL);
        break;
    case LARDER_VIPS_AVIF:
        status = vips_heifload_buffer(data, length, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                      VIPS_FAIL_ON_ERROR, NULL);
        break;
    }
    return status == 0 ? image : NULL;
}

int larder_vips_read_header(
    larder_vips_format format, const void *bytes, size_t length, larder_vips_header *header, char *message,
    size_t capacity) {
    VipsImage *image = load(format, bytes, length, 1);
    if (!image) return fail(message, capacity, "The header cannot be read");
    header->width = image->Xsize;
    header->height = image->Ysize;
    header->frames = vips_image_get_n_pages(image);
    header->orientation = vips_image_get_orientation(image);
    if (header->orientation < 1 || header->orientation > 8) header->orientation = 1;
    header->has_alpha = vips_image_hasalpha(image);
    header->has_profile = vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
    g_object_unref(image);
    return 0;
}

/* Runs one operation that reads *image and writes `next`, then lets `next` take its place. On failure *image stays. */
#define STEP(call)               \
    do {                         \
        VipsImage *next = NULL;  \
        if ((call) != 0) {       \
            g_clear_object(&next); \
            return -1;           \
        }                        \
        g_object_unref(*image);  \
        *image = next;           \
    } while (0)

static int fit(VipsImage **image, int width, int height) {
    if ((*image)->Xsize == width && (*image)->Ysize == height) return 0;
    bool alpha = vips_image_hasalpha(*image);
    VipsBandFormat format = (*image)->BandFmt;
    if (alpha) STEP(vips_premultiply(*image, &next, NULL));
    double across = (double)width / (*image)->Xsize, down = (double)height / (*image)->Ysize;
    STEP(vips_resize(*image, &next, across, "vscale", down, NULL));
    if (alpha) {
        STEP(vips_unpremultiply(*image, &next, NULL));
        STEP(vips_cast(*image, &next, format, NULL));
    }
    return 0;
}

/* To 8-bit sRGB. A profile is used where the file has one, and for CMYK, which means nothing without; asking for a
 * conversion of an untagged RGB file would shift its colours. A profile that does not fit the pixels is ignored. */
static int to_srgb(VipsImage **image) {
    VipsImage *managed = NULL;
    bool cmyk = (*image)->Type == VIPS_INTERPRETATION_CMYK;
    bool profile = vips_image_get_typeof(*image, VIPS_META_ICC_NAME) != 0;
    int status = -1;
    if (cmyk) {
        status = vips_icc_transform(*image, &managed, "srgb", "embedded", TRUE, "input_profile", "cmyk", "depth", 8,
                                    NULL);
    } else if (profile) {
        status = vips_icc_transform(*image, &managed, "srgb", "embedded", TRUE, "depth", 8, NULL);
    }
    if (status == 0) {
        g_object_unref(*image);
        *image = managed;
    } else {
        g_clear_object(&managed);
        vips_error_clear();
    }
    if ((*image)->Type != VIPS_INTERPRETATION_sRGB) {
        STEP(vips_colourspace(*image, &next, VIPS_INTERPRETATION_sRGB, NULL));
    }
    if ((*image)->BandFmt != VIPS_FORMAT_UCHAR) STEP(vips_cast_uchar(*image, &next, NULL));
    if ((*image)->Bands > 4) STEP(vips_extract_band(*image, &next, 0, "n", 4, NULL));
    if ((*image)->Bands < 3) return -1;
    return 0;
}

static int upright(VipsImage **image, int orientation) {
    if (orientation >= 5 && orientation <= 7) STEP(vips_rot90(*image, &next, NULL));
    switch (orientation) {
    case 2:
    case 5:
        STEP(vips_flip(*image, &next, VIPS_DIRECTION_HORIZONTAL, NULL));
        break;
    case 3:
        STEP(vips_rot180(*image, &next, NULL));
        break;
    case 4:
    case 7:
        STEP(vips_flip(*image, &next, VIPS_DIRECTION_VERTICAL, NULL));
        break;
    case 8:
        STEP(vips_rot270(*image, &next, NULL));
        break;
    default:
        return 0;
    }
    return 0;
}

static int to_memory(VipsImage **image) {
    VipsImage *memory = vips_image_copy_memory(*image);
    if (!memory) return -1;
    g_object_unref(*image);
    *image = memory;
    return 0;
}

static larder_vips_pixels *wrap(VipsImage *image) {
    larder_vips_pixels *pixels = g_new0(larder_vips_pixels, 1);
    pixels->image = image;
    return pixels;
}

static larder_vips_pixels *wrap_plain(larder_plain plain) {
    larder_vips_pixels *pixels = g_new0(larder_vips_pixels, 1);
    pixels->plain = plain;
    return pixels;
}

int larder_jpeg_read_header(
    const void *bytes, size_t length, larder_vips_header *header, bool *is_plain, char *message, size_t capacity) {
    int width = 0, height = 0;
    if (larder_plain_read_header(bytes, length, &width, &height, is_plain, message, capacity) != 0) return -1;
    *header = (larder_vips_header){.width = width, .height = height, .frames = 1, .orientation = 1};
    return 0;
}

int larder_jpeg_decode(
    const void *bytes, size_t length, int shrink, int width, int height, larder_vips_pixels **pixels, char *message,
    size_t capacity) {
    larder_plain plain;
    if (larder_plain_decode(bytes, length, shrink, width, height, &plain, message, capacity) != 0) return -1;
    *pixels = wrap_plain(plain);
    return 0;
}

bool larder_jpeg_ends_early(const larder_vips_pixels *pixels) { return pixels->plain.ends_early; }

int larder_vips_decode(
    larder_vips_format format, const void *bytes, size_t length, double shrink, int width, int height, int orientation,
    larder_vips_pixels **pixels, char *message, size_t capacity) {
    *pixels = NULL;
    VipsImage *image = load(format, bytes, length, shrink);
    if (!image) return fail(message, capacity, "The header cannot be read");
    /* Rows come in order only, so turning waits until the (small) result is in memory. */
    if (fit(&image, width, height) != 0 || to_srgb(&image) != 0 || to_memory(&image) != 0) {
        g_object_unref(image);
        return fail(message, capacity, "The pixels cannot be read");
    }
    if (orientation > 1 && (upright(&image, orientation) != 0 || to_memory(&image) != 0)) {
        g_object_unref(image);
        return fail(message, capacity, "The image cannot be turned upright");
    }
    *pixels = wrap(image);
    return 0;
}

int larder_vips_resize(
    const larder_vips_pixels *pixels, int width, int height, larder_vips_pixels **result, char *message,
    size_t capacity) {
    *result = NULL;
    if (!pixels->image) {
        larder_plain plain;
        if (larder_plain_resize(&pixels->plain, width, height, &plain) != 0) {
            snprintf(message, capacity, "The image cannot be resized: there is no memory left");
            return -1;
        }
        *result = wrap_plain(plain);
        return 0;
    }
    VipsImage *image = pixels->image;
    g_object_ref(image);
    if (fit(&image, width, height) != 0 || to_memory(&image) != 0) {
        g_object_unref(image);
        return fail(message, capacity, "The image cannot be resized");
    }
    *result = wrap(image);
    return 0;
}

static int on_white(VipsImage **image) {
    if ((*image)->Bands == 4) {
        double white[3] = {255, 255, 255};
        VipsArrayDouble *background = vips_array_double_new(white, 3);
        VipsImage *next = NULL;
        int status = vips_flatten(*image, &next, "background", background, NULL);
        vips_area_unref(VIPS_AREA(background));
        if (status != 0) return -1;
        g_object_unref(*image);
        *image = next;
    }
    return 0;
}

int larder_vips_encode_jpeg(
    const larder_vips_pixels *pixels, int quality, void **bytes, size_t *length, char *message, size_t capacity) {
    if (!pixels->image) return larder_plain_encode(&pixels->plain, quality, bytes, length, message, capacity);
    VipsImage *image = pixels->image;
    g_object_ref(image);
    int status = on_white(&image);
    if (status == 0) status = vips_jpegsave_buffer(image, bytes, length, "Q", quality, "strip", TRUE, NULL);
    g_object_unref(image);
    return status == 0 ? 0 : fail(message, capacity, "The JPEG cannot be written");
}

int larder_vips_encode_webp(
    const larder_vips_pixels *pixels, int quality, int effort, void **bytes, size_t *length, char *message,
    size_t capacity) {
    int status =
        vips_webpsave_buffer(pixels->image, bytes, length, "Q", quality, "effort", effort, "strip", TRUE, NULL);
    return status == 0 ? 0 : fail(message, capacity, "The WebP cannot be written");
}

int larder_vips_width(const larder_vips_pixels *pixels) {
    return pixels->image ? pixels->image->Xsize : pixels->plain.width;
}
int larder_vips_height(const larder_vips_pixels *pixels) {
    return pixels->image ? pixels->image->Ysize : pixels->plain.height;
}

bool larder_vips_is_opaque(const larder_vips_pixels *pixels) {
    const VipsImage *image = pixels->image;
    if (!image || image->Bands != 4) return true;
    const uint8_t *p = VIPS_IMAGE_ADDR(image, 0, 0);
    size_t count = (size_t)image->Xsize * (size_t)image->Ysize;
    for (size_t i = 0; i < count; i++) {
        if (p[4 * i + 3] != 255) return false;
    }
    return true;
}

static void mean_of(const VipsImage *image, int left, int top, int right, int bottom, double mean[3]) {
    uint64_t sum[3] = {0, 0, 0};
    int bands = image->Bands;
    for (int y = top; y < bottom; y++) {
        const uint8_t *p = VIPS_IMAGE_ADDR(image, left, y);
        if (bands == 4) {
            for (int x = left; x < right; x++, p += 4) {
                uint32_t alpha = p[3], white = 255 * (255 - alpha);
                for (int c = 0; c < 3; c++) sum[c] += p[c] * alpha + white;
            }
        } else {
            uint64_t red = 0, green = 0, blue = 0;
            for (int x = left; x < right; x++, p += 3) red += p[0], green += p[1], blue += p[2];
            sum[0] += red * 255, sum[1] += green * 255, sum[2] += blue * 255;
        }
    }
    double count = 255.0 * (right - left) * (bottom - top);
    for (int c = 0; c < 3; c++) mean[c] = sum[c] / count;
}

/* ITU-T T.871: full range. */
static void plain_mean_of(const larder_plain *plain, int left, int top, int right, int bottom, double mean[3]) {
    uint64_t sum[3] = {0, 0, 0};
    for (int y = top; y < bottom; y++) {
        const uint8_t *p = plain->rows + ((size_t)y * plain->width + left) * plain->bands;
        for (int x = left; x < right; x++, p += plain->bands) {
            for (int band = 0; band < plain->bands; band++) sum[band] += p[band];
        }
    }
    double count = (double)(right - left) * (bottom - top), luma = sum[0] / count;
    double blue = plain->bands == 3 ? sum[1] / count - 128 : 0, red = plain->bands == 3 ? sum[2] / count - 128 : 0;
    mean[0] = CLAMP(luma + 1.402 * red, 0, 255);
    mean[1] = CLAMP(luma - 0.344136 * blue - 0.714136 * red, 0, 255);
    mean[2] = CLAMP(luma + 1.772 * blue, 0, 255);
}

static void mean_in(const larder_vips_pixels *pixels, int left, int top, int right, int bottom, double mean[3]) {
    if (pixels->image) {
        mean_of(pixels->image, left, top, right, bottom, mean);
    } else {
        plain_mean_of(&pixels->plain, left, top, right, bottom, mean);
    }
}

void larder_vips_mean(const larder_vips_pixels *pixels, double mean[3]) {
    mean_in(pixels, 0, 0, larder_vips_width(pixels), larder_vips_height(pixels), mean);
}

void larder_vips_cell(const larder_vips_pixels *pixels, int cells, int column, int row, double mean[3]) {
    int width = larder_vips_width(pixels), height = larder_vips_height(pixels);
    int left = (int)((int64_t)column * width / cells), right = (int)((int64_t)(column + 1) * width / cells);
    int top = (int)((int64_t)row * height / cells), bottom = (int)((int64_t)(row + 1) * height / cells);
    mean_in(pixels, left, top, right > left ? right : left + 1, bottom > top ? bottom : top + 1, mean);
}

/* ITU-T T.871 in whole numbers, the same on every machine. */
static void add_color(const uint32_t *means, int bands, uint8_t *rgba) {
    int32_t luma = (int32_t)means[0] << 16, blue = bands == 3 ? (int32_t)means[1] - 128 : 0,
            red = bands == 3 ? (int32_t)means[2] - 128 : 0, half = 1 << 15;
    int32_t sums[3] = {luma + 91881 * red, luma - 22554 * blue - 46802 * red, luma + 116130 * blue};
    for (int c = 0; c < 3; c++) rgba[c] = (uint8_t)(CLAMP(sums[c] + half, 0, (255 << 16) + half) >> 16);
    rgba[3] = 255;
}

static void add_values(const uint8_t *restrict row, size_t count, uint32_t *restrict sums) {
    for (size_t i = 0; i < count; i++) sums[i] += row[i];
}

static void add_weighted(const uint8_t *restrict row, size_t count, uint32_t *restrict sums) {
    for (size_t i = 0; i < count; i += 4) {
        for (size_t c = i; c < i + 3; c++) sums[c] += (uint32_t)row[c] * row[i + 3];
        sums[i + 3] += row[i + 3];
    }
}

/* Sums of one row of cells: of each value of a row, colours times alpha where there is alpha. Of many rows about four are taken, an odd
 * number apart, so that lines of one pixel count as what they are. Answers how many. */
static int sum_rows(const larder_vips_pixels *pixels, int top, int bottom, size_t stride, int bands, uint32_t *sums) {
    int step = (bottom - top) / 4 | 1, rows = 0;
    memset(sums, 0, stride * sizeof *sums);
    for (int y = top; y < bottom; y += step, rows++) {
        const uint8_t *row = pixels->image ? VIPS_IMAGE_ADDR(pixels->image, 0, y) : pixels->plain.rows + (size_t)y * stride;
        if (bands == 4) {
            add_weighted(row, stride, sums);
        } else {
            add_values(row, stride, sums);
        }
    }
    return rows;
}

int larder_vips_small_copy(
    const larder_vips_pixels *pixels, int width, int height, uint8_t *rgba, char *message, size_t capacity) {
    int across = larder_vips_width(pixels), down = larder_vips_height(pixels);
    int bands = pixels->image ? pixels->image->Bands : pixels->plain.bands;
    size_t stride = (size_t)across * (size_t)bands;
    uint32_t *sums = malloc(stride * sizeof *sums);
    if (!sums) {
        snprintf(message, capacity, "there is no memory left");
        return -1;
    }
    for (int row = 0; row < height; row++) {
        int top = (int)((int64_t)row * down / height), bottom = (int)((int64_t)(row + 1) * down / height);
        int rows = sum_rows(pixels, top, bottom, stride, bands, sums);
        for (int column = 0; column < width; column++, rgba += 4) {
            int left = (int)((int64_t)column * across / width), right = (int)((int64_t)(column + 1) * across / width);
            uint64_t cell[4] = {0, 0, 0, 0}, count = (uint64_t)(right - left) * (uint64_t)rows;
            for (int x = left; x < right; x++) {
                for (int c = 0; c < bands; c++) cell[c] += sums[(size_t)x * (size_t)bands + (size_t)c];
            }
            if (!pixels->image) {
                uint32_t means[3];
                for (int c = 0; c < bands; c++) means[c] = (uint32_t)((cell[c] + count / 2) / count);
                add_color(means, bands, rgba);
                continue;
            }
            uint64_t weight = bands == 4 ? cell[3] : count;
            for (int c = 0; c < 3; c++) rgba[c] = weight ? (uint8_t)((cell[c] + weight / 2) / weight) : 0;
            rgba[3] = bands == 4 ? (uint8_t)((cell[3] + count / 2) / count) : 255;
        }
    }
    free(sums);
    return 0;
}

void larder_vips_pixels_free(larder_vips_pixels *pixels) {
    if (!pixels) return;
    if (pixels->image) g_object_unref(pixels->image);
    free(pixels->plain.rows);
    g_free(pixels);
}

/* GLib's memory is malloc's (GLib 2.46 and later), as is libjpeg's. */
void larder_vips_bytes_free(void *bytes) { free(bytes); }
