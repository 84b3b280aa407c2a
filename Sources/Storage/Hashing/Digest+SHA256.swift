internal import CCrypto
package import LarderModel

extension Digest {
    /// The SHA-256 of `bytes` (FIPS 180-4).
    package init(of bytes: [UInt8]) {
        self = unsafe Self.filled { digest in unsafe larder_crypto_sha256(bytes, bytes.count, digest) }
    }

    /// The SHA-256 of the UTF-8 bytes of `text`.
    package init(of text: String) { self.init(of: Array(text.utf8)) }

    /// The digest that `fill` writes; a SHA-256 that cannot be computed (libcrypto without it, no memory) ends the
    /// process.
    static func filled(_ fill: (UnsafeMutablePointer<UInt8>) -> Bool) -> Digest {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            guard let start = buffer.baseAddress, unsafe fill(start) else {
                preconditionFailure("libcrypto cannot compute a SHA-256")
            }
            count = byteCount
        }
        guard let digest = Digest(bytes: bytes) else { preconditionFailure("a SHA-256 has 32 bytes") }
        return digest
    }
}
