// The sample site's pictures, whose bytes the compiler reads as they are (C23, section 6.10.4: #embed). An array literal in Swift of
// that many bytes takes minutes.
#include "CSamplePictures.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char cake_1_jpg[] = {
#embed "Pictures/cake-1.jpg"
};
static const unsigned char cake_2_jpg[] = {
#embed "Pictures/cake-2.jpg"
};
static const unsigned char cake_3_gif[] = {
#embed "Pictures/cake-3.gif"
};
static const unsigned char curry_1_jpg[] = {
#embed "Pictures/curry-1.jpg"
};
static const unsigned char curry_2_jpg[] = {
#embed "Pictures/curry-2.jpg"
};
static const unsigned char curry_3_gif[] = {
#embed "Pictures/curry-3.gif"
};
static const unsigned char harbour_webp[] = {
#embed "Pictures/harbour.webp"
};
static const unsigned char market_jpg[] = {
#embed "Pictures/market.jpg"
};
static const unsigned char orchard_jpg[] = {
#embed "Pictures/orchard.jpg"
};
static const unsigned char pasta_1_jpg[] = {
#embed "Pictures/pasta-1.jpg"
};
static const unsigned char pasta_2_jpg[] = {
#embed "Pictures/pasta-2.jpg"
};
static const unsigned char pasta_3_webp[] = {
#embed "Pictures/pasta-3.webp"
};
static const unsigned char pie_1_jpg[] = {
#embed "Pictures/pie-1.jpg"
};
static const unsigned char pie_2_jpg[] = {
#embed "Pictures/pie-2.jpg"
};
static const unsigned char pie_3_png[] = {
#embed "Pictures/pie-3.png"
};
static const unsigned char pier_jpg[] = {
#embed "Pictures/pier.jpg"
};
static const unsigned char pizza_1_jpg[] = {
#embed "Pictures/pizza-1.jpg"
};
static const unsigned char pizza_2_jpg[] = {
#embed "Pictures/pizza-2.jpg"
};
static const unsigned char pizza_3_png[] = {
#embed "Pictures/pizza-3.png"
};
static const unsigned char salad_1_jpg[] = {
#embed "Pictures/salad-1.jpg"
};
static const unsigned char salad_2_jpg[] = {
#embed "Pictures/salad-2.jpg"
};
static const unsigned char salad_3_webp[] = {
#embed "Pictures/salad-3.webp"
};
static const unsigned char soup_1_jpg[] = {
#embed "Pictures/soup-1.jpg"
};
static const unsigned char soup_2_jpg[] = {
#embed "Pictures/soup-2.jpg"
};
static const unsigned char soup_3_png[] = {
#embed "Pictures/soup-3.png"
};
static const unsigned char stew_1_jpg[] = {
#embed "Pictures/stew-1.jpg"
};
static const unsigned char stew_2_jpg[] = {
#embed "Pictures/stew-2.jpg"
};
static const unsigned char stew_3_webp[] = {
#embed "Pictures/stew-3.webp"
};

#define PICTURE(name, bytes) {name, bytes, sizeof bytes}

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} pictures[] = {
    PICTURE("cake-1.jpg", cake_1_jpg),
    PICTURE("cake-2.jpg", cake_2_jpg),
    PICTURE("cake-3.gif", cake_3_gif),
    PICTURE("curry-1.jpg", curry_1_jpg),
    PICTURE("curry-2.jpg", curry_2_jpg),
    PICTURE("curry-3.gif", curry_3_gif),
    PICTURE("harbour.webp", harbour_webp),
    PICTURE("market.jpg", market_jpg),
    PICTURE("orchard.jpg", orchard_jpg),
    PICTURE("pasta-1.jpg", pasta_1_jpg),
    PICTURE("pasta-2.jpg", pasta_2_jpg),
    PICTURE("pasta-3.webp", pasta_3_webp),
    PICTURE("pie-1.jpg", pie_1_jpg),
    PICTURE("pie-2.jpg", pie_2_jpg),
    PICTURE("pie-3.png", pie_3_png),
    PICTURE("pier.jpg", pier_jpg),
    PICTURE("pizza-1.jpg", pizza_1_jpg),
    PICTURE("pizza-2.jpg", pizza_2_jpg),
    PICTURE("pizza-3.png", pizza_3_png),
    PICTURE("salad-1.jpg", salad_1_jpg),
    PICTURE("salad-2.jpg", salad_2_jpg),
    PICTURE("salad-3.webp", salad_3_webp),
    PICTURE("soup-1.jpg", soup_1_jpg),
    PICTURE("soup-2.jpg", soup_2_jpg),
    PICTURE("soup-3.png", soup_3_png),
    PICTURE("stew-1.jpg", stew_1_jpg),
    PICTURE("stew-2.jpg", stew_2_jpg),
    PICTURE("stew-3.webp", stew_3_webp),
};

const unsigned char *larder_sample_picture(const char *name, size_t *count) {
    for (size_t index = 0; index < sizeof pictures / sizeof pictures[0]; index++) {
        if (strcmp(pictures[index].name, name) != 0) continue;
        *count = pictures[index].count;
        return pictures[index].bytes;
    }
    *count = 0;
    return NULL;
}
