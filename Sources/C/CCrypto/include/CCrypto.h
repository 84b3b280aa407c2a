// SHA-256 of OpenSSL's libcrypto, which libcurl loads already: its EVP interface looks an algorithm up by name at every use, so the
// algorithm is looked up once here.
#ifndef LARDER_CCRYPTO_H
#define LARDER_CCRYPTO_H

#include <stdbool.h>
#include <stddef.h>

/// Writes the 32 bytes of the SHA-256 of `bytes`. The caller owns both buffers.
///
/// Safe on any thread. Returns false when libcrypto has no SHA-256 or no memory.
bool larder_crypto_sha256(const void *_Nullable bytes, size_t count, unsigned char *_Nonnull digest);

/// A SHA-256 under way. Belongs to one thread at a time.
struct larder_crypto_stream;

/// Begins a SHA-256; NULL when libcrypto has none or no memory. `larder_crypto_stream_free` frees it.
struct larder_crypto_stream *_Nullable larder_crypto_stream_new(void);

/// Adds bytes. Returns false when libcrypto fails.
bool larder_crypto_stream_add(struct larder_crypto_stream *_Nonnull stream, const void *_Nullable bytes, size_t count);

/// Writes the 32 bytes of the digest; nothing can be added afterwards. Returns false when libcrypto fails.
bool larder_crypto_stream_finish(struct larder_crypto_stream *_Nonnull stream, unsigned char *_Nonnull digest);

/// Frees what `larder_crypto_stream_new` returned.
void larder_crypto_stream_free(struct larder_crypto_stream *_Nullable stream);

#endif
