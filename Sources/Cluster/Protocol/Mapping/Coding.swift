internal import SwiftProtobuf

/// Reads a message, which a peer may have made up.
///
/// - Throws: ``ProtocolError`` with code `malformed`.
func protobuf<Body: SwiftProtobuf.Message>(_ bytes: [UInt8]) throws(ProtocolError) -> Body {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = 8
    options.discardUnknownFields = true
    do {
        return try Body(serializedBytes: bytes, options: options)
    } catch {
        throw ProtocolError(.malformed, "A body of \(bytes.count) bytes is no \(Body.protoMessageName)")
    }
}

/// Encoding fails only for missing required fields and strings above 2 GiB; our messages have neither.
func protobufBytes(_ body: some SwiftProtobuf.Message) -> [UInt8] {
    var options = BinaryEncodingOptions()
    // Equal messages have equal bytes, whatever the order of a map's keys.
    options.useDeterministicOrdering = true
    do { return try body.serializedBytes(options: options) } catch {
        preconditionFailure("encoding a message failed: \(error)")
    }
}
