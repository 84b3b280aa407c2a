import CVips

/// A call into libvips that failed, with the library's own line of text, which is a hint only.
struct VipsFailure: Error {
    let message: String
}

/// The answer of one call into the shim.
struct VipsStatus {
    let isSuccess: Bool
    let message: String

    /// Runs `call` with room for one line of text.
    init(_ call: (UnsafeMutablePointer<CChar>, Int) -> Int32) {
        var text = [CChar](repeating: 0, count: 320)
        let status = unsafe text.withUnsafeMutableBufferPointer { buffer -> Int32 in
            guard let base = buffer.baseAddress else { return -1 }
            return unsafe call(base, buffer.count)
        }
        isSuccess = status == 0
        message =
            isSuccess ? "" : String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Runs `call` with `bytes`, of which there is at least one, and room for one line of text.
    init(reading bytes: [UInt8], _ call: (UnsafeRawPointer, Int, UnsafeMutablePointer<CChar>, Int) -> Int32) {
        unsafe self.init { text, capacity in
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
