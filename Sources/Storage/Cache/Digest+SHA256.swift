package import LarderModel

internal import struct Crypto.SHA256

extension Digest {
    /// The SHA-256 of `bytes`.
    package init(of bytes: [UInt8]) {
        guard let digest = Digest(bytes: SHA256.hash(data: bytes)) else { preconditionFailure("SHA-256 has 32 bytes") }
        self = digest
    }

    /// The SHA-256 of the UTF-8 bytes of `text`.
    package init(of text: String) { self.init(of: Array(text.utf8)) }
}
