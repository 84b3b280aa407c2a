internal import CZeroMQ

/// One half of a CurveZMQ key pair in Z85 form: 40 printable characters for 32 bytes (ZeroMQ RFC 32).
package struct CurveKey: Sendable, Hashable, CustomStringConvertible {
    package static let characterCount = 40

    /// The 40 characters.
    package let text: String

    /// Reads 40 characters without the white space around them; nil when they are no Z85.
    package init?(_ text: some StringProtocol) {
        let bytes = text.utf8.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
        let rest = text.utf8[bytes.endIndex...]
        guard bytes.count == Self.characterCount, rest.allSatisfy({ $0 <= 0x20 }) else { return nil }
        let key = String(decoding: bytes, as: UTF8.self)
        var raw = [UInt8](repeating: 0, count: 32)
        guard unsafe zmq_z85_decode(&raw, key) != nil else { return nil }
        self.text = key
    }

    /// Writes 32 bytes as a key; nil for any other count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        var characters = [CChar](repeating: 0, count: Self.characterCount + 1)
        guard unsafe zmq_z85_encode(&characters, bytes, bytes.count) != nil else { return nil }
        self.init(characters)
    }

    /// Reads what libzmq wrote, with a zero at its end.
    fileprivate init?(_ characters: [CChar]) {
        self.init(String(decoding: characters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// The 40 characters.
    package var description: String { text }
}

/// A CurveZMQ key pair.
///
/// The secret half never leaves a file of mode 0600 and the socket it is set on.
package struct CurveKeyPair: Sendable {
    package let publicKey: CurveKey
    package let secretKey: CurveKey
}

extension CurveKeyPair {
    /// The pair that a secret half belongs to; nil when libzmq was built without CURVE.
    package init?(secretKey: CurveKey) {
        var characters = [CChar](repeating: 0, count: CurveKey.characterCount + 1)
        guard unsafe zmq_curve_public(&characters, secretKey.text) == 0,
            let publicKey = CurveKey(characters)
        else { return nil }
        self.init(publicKey: publicKey, secretKey: secretKey)
    }

    /// Makes a new pair from the system's randomness.
    ///
    /// - Throws: ``ZeroMQError`` when libzmq was built without CURVE.
    package static func generate() throws(ZeroMQError) -> CurveKeyPair {
        var publicText = [CChar](repeating: 0, count: CurveKey.characterCount + 1)
        var secretText = publicText
        guard unsafe zmq_curve_keypair(&publicText, &secretText) == 0,
            let publicKey = CurveKey(publicText), let secretKey = CurveKey(secretText)
        else { throw ZeroMQError(call: "zmq_curve_keypair") }
        return CurveKeyPair(publicKey: publicKey, secretKey: secretKey)
    }
}

extension Socket {
    /// Lets only peers in that know this server's public key and that the context's ``ZAPHandler`` admits; without a
    /// handler, none.
    package borrowing func serveCurve(_ keys: CurveKeyPair) throws(ZeroMQError) {
        try setNumber(ZMQ_CURVE_SERVER, 1)
        try setText(ZMQ_CURVE_SECRETKEY, keys.secretKey.text)
        try setText(ZMQ_ZAP_DOMAIN, "larder")
        try setNumber(LARDER_ZMQ_ZAP_ENFORCE_DOMAIN, 1)
    }

    /// Connects only to the server with this public key, as the owner of `keys`.
    package borrowing func useCurve(_ keys: CurveKeyPair, server: CurveKey) throws(ZeroMQError) {
        try setText(ZMQ_CURVE_SERVERKEY, server.text)
        try setText(ZMQ_CURVE_PUBLICKEY, keys.publicKey.text)
        try setText(ZMQ_CURVE_SECRETKEY, keys.secretKey.text)
    }

    private borrowing func setNumber(_ option: Int32, _ value: Int32) throws(ZeroMQError) {
        var value = value
        guard unsafe zmq_setsockopt(raw, option, &value, MemoryLayout<Int32>.size) == 0 else {
            throw ZeroMQError(call: "zmq_setsockopt", subject: "\(option)")
        }
    }

    private borrowing func setText(_ option: Int32, _ value: String) throws(ZeroMQError) {
        guard unsafe zmq_setsockopt(raw, option, value, value.utf8.count) == 0 else {
            throw ZeroMQError(call: "zmq_setsockopt", subject: "\(option)")
        }
    }
}
