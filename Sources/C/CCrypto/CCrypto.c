#include "CCrypto.h"

#include <openssl/evp.h>
#include <pthread.h>

static EVP_MD *sha256;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fetch(void) { sha256 = EVP_MD_fetch(NULL, "SHA256", NULL); }

static const EVP_MD *algorithm(void) {
    pthread_once(&once, fetch);
    return sha256;
}

bool larder_crypto_sha256(const void *bytes, size_t count, unsigned char *digest) {
    const EVP_MD *md = algorithm();
    return md != NULL && EVP_Digest(bytes, count, digest, NULL, md, NULL) == 1;
}

struct larder_crypto_stream *larder_crypto_stream_new(void) {
    const EVP_MD *md = algorithm();
    EVP_MD_CTX *context = md == NULL ? NULL : EVP_MD_CTX_new();
    if (context != NULL && EVP_DigestInit_ex(context, md, NULL) != 1) {
        EVP_MD_CTX_free(context);
        context = NULL;
    }
    return (struct larder_crypto_stream *)context;
}

bool larder_crypto_stream_add(struct larder_crypto_stream *stream, const void *bytes, size_t count) {
    return EVP_DigestUpdate((EVP_MD_CTX *)stream, bytes, count) == 1;
}

bool larder_crypto_stream_finish(struct larder_crypto_stream *stream, unsigned char *digest) {
    return EVP_DigestFinal_ex((EVP_MD_CTX *)stream, digest, NULL) == 1;
}

void larder_crypto_stream_free(struct larder_crypto_stream *stream) { EVP_MD_CTX_free((EVP_MD_CTX *)stream); }
