internal import CCrypto
package import LarderModel

/// A SHA-256 of bytes that come in pieces.
@safe package struct DigestStream: ~Copyable {
    private let stream: OpaquePointer

    /// Begins with no bytes.
    package init() {
        guard let stream = unsafe larder_crypto_stream_new() else {
            preconditionFailure("libcrypto cannot compute a SHA-256")
        }
        unsafe self.stream = stream
    }

    deinit { unsafe larder_crypto_stream_free(stream) }

    /// Adds bytes.
    package mutating func add(_ bytes: [UInt8]) { add(bytes, first: bytes.count) }

    /// Adds the first bytes of a buffer.
    package mutating func add(_ buffer: [UInt8], first count: Int) {
        precondition((0...buffer.count).contains(count), "count is not within the buffer")
        guard unsafe larder_crypto_stream_add(stream, buffer, count) else {
            preconditionFailure("libcrypto cannot compute a SHA-256")
        }
    }

    /// The digest of all bytes.
    package consuming func finish() -> Digest {
        unsafe Digest.filled { digest in unsafe larder_crypto_stream_finish(stream, digest) }
    }
}
