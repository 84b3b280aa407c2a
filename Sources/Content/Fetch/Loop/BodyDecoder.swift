internal import CZlib

/// Decodes a body of the codings gzip and deflate as it comes (RFC 9110 §8.4.1), and knows whether it came whole.
///
/// libcurl takes a body that ends in the middle of its coding for a whole one. Belongs to the fetch thread.
@safe final class BodyDecoder {
    enum Failure: Error {
        case broken
        case noMemory
        /// `take` wants no more.
        case ended
    }

    /// The codings that a request asks for.
    static let accepted = "gzip"

    /// Whether the body may end here: before its first byte, and behind its last.
    private(set) var isWhole = true
    /// Whether more than blanks and zeros follows the end.
    private(set) var hasRest = false
    private let stream: UnsafeMutablePointer<z_stream>
    private static let room = 64 << 10
    private static let gzipMark: [UInt8] = [0x1F, 0x8B]

    /// A decoder for a `Content-Encoding`; nil: the body is as it is.
    ///
    /// - Throws: ``Failure/broken`` where the coding is not known.
    init?(coding: String?) throws(Failure) {
        switch coding?.lowercased() ?? "" {
        case "", "identity", "none": return nil
        case "gzip", "x-gzip", "deflate": break
        default: throw .broken
        }
        guard let stream = unsafe larder_zlib_inflate_new() else { throw .noMemory }
        unsafe self.stream = stream
    }

    deinit { unsafe larder_zlib_inflate_free(stream) }

    /// Decodes a part of the body and hands out what that gives; `take` returns `false` to end it.
    func decode(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool) throws(Failure) {
        var rest = unsafe bytes.bindMemory(to: UInt8.self)
        let output = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.room)
        defer { unsafe output.deallocate() }
        while let start = rest.baseAddress, !rest.isEmpty {
            if isWhole {
                // What follows the end and is no further part does not count (RFC 1952 §2.2).
                let isPart = unsafe !hasBegun || rest.starts(with: Self.gzipMark)
                guard isPart, unsafe larder_zlib_inflate_again(stream) != 0 else {
                    unsafe hasRest = hasRest || rest.contains { $0 > 0x20 }
                    return
                }
                (hasBegun, isWhole) = (true, false)
            }
            var (taken, status) = (0, Int32(0))
            let count = unsafe larder_zlib_inflate(stream, start, rest.count, &taken, output, Self.room, &status)
            guard status != LARDER_ZLIB_BROKEN else { throw .broken }
            isWhole = status == LARDER_ZLIB_WHOLE
            guard unsafe count == 0 || take(UnsafeRawBufferPointer(start: output, count: count)) else { throw .ended }
            unsafe rest = UnsafeBufferPointer(rebasing: rest[taken...])
            if status == LARDER_ZLIB_FULL { try unsafe drain(output, take) }
        }
    }

    private var hasBegun = false

    /// Hands out what the stream still holds of the input that it has read.
    private func drain(
        _ output: UnsafeMutablePointer<UInt8>,
        _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(Failure) {
        while true {
            var (taken, status) = (0, Int32(0))
            let count = unsafe larder_zlib_inflate(stream, output, 0, &taken, output, Self.room, &status)
            guard status != LARDER_ZLIB_BROKEN else { throw .broken }
            isWhole = status == LARDER_ZLIB_WHOLE
            guard unsafe count == 0 || take(UnsafeRawBufferPointer(start: output, count: count)) else { throw .ended }
            guard status == LARDER_ZLIB_FULL, count > 0 else { return }
        }
    }
}
