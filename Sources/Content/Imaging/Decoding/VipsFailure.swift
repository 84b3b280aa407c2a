import CVips

/// A call into the shim that failed, with the library's own line of text, which is a hint only.
struct VipsFailure: Error {
    let message: String

    /// Runs `call`, which returns 0 for success, with room for one line of text.
    static func check(_ call: (UnsafeMutablePointer<CChar>, Int) -> Int32) throws(VipsFailure) {
        var text = [CChar](repeating: 0, count: 320)
        let status = unsafe text.withUnsafeMutableBufferPointer { buffer -> Int32 in
            guard let base = buffer.baseAddress else { return -1 }
            return unsafe call(base, buffer.count)
        }
        if status == 0 { return }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw VipsFailure(message: String(decoding: bytes, as: UTF8.self))
    }

    /// The same with `bytes`, at least one.
    static func check(
        reading bytes: [UInt8],
        _ call: (UnsafeRawPointer, Int, UnsafeMutablePointer<CChar>, Int) -> Int32
    ) throws(VipsFailure) {
        try unsafe check { text, capacity in
            unsafe bytes.withUnsafeBytes { buffer -> Int32 in
                guard let base = buffer.baseAddress else { return -1 }
                return unsafe call(base, buffer.count, text, capacity)
            }
        }
    }
}

extension ImageFormat {
    var loader: larder_vips_format {
        switch self {
        case .jpeg: LARDER_VIPS_JPEG
        case .png: LARDER_VIPS_PNG
        case .webp: LARDER_VIPS_WEBP
        case .gif: LARDER_VIPS_GIF
        case .avif: LARDER_VIPS_AVIF
        }
    }
}
