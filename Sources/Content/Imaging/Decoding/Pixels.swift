import CVips

/// Decoded pixels, 8-bit sRGB, owned by one thread.
@safe struct Pixels: ~Copyable {
    private let raw: OpaquePointer

    /// Owns the result of a call.
    private init(owning result: OpaquePointer?) throws(VipsFailure) {
        guard let raw = unsafe result else { throw VipsFailure(message: "") }
        unsafe self.raw = unsafe raw
    }

    deinit { unsafe larder_vips_pixels_free(raw) }

    var width: Int { unsafe Int(larder_vips_width(raw)) }
    var height: Int { unsafe Int(larder_vips_height(raw)) }
    var endsEarly: Bool { unsafe larder_jpeg_ends_early(raw) }
    var isOpaque: Bool { unsafe larder_vips_is_opaque(raw) }

    /// Decodes `bytes` to `width` by `height` (before orientation), then turns the result upright.
    static func decode(
        _ bytes: [UInt8],
        _ format: ImageFormat,
        shrink: Double,
        width: Int,
        height: Int,
        orientation: Int
    ) throws(VipsFailure) -> Pixels {
        var result: OpaquePointer?
        let (across, down, turn) = (Int32(width), Int32(height), Int32(orientation))
        try unsafe VipsFailure.check(reading: bytes) { base, count, text, size in
            unsafe larder_vips_decode(format.loader, base, count, shrink, across, down, turn, &result, text, size)
        }
        return try unsafe Pixels(owning: result)
    }

    /// Decodes a plain JPEG to `width` by `height`.
    static func decode(plain bytes: [UInt8], shrink: Int, width: Int, height: Int) throws(VipsFailure) -> Pixels {
        var result: OpaquePointer?
        try unsafe VipsFailure.check(reading: bytes) { base, count, text, size in
            unsafe larder_jpeg_decode(base, count, Int32(shrink), Int32(width), Int32(height), &result, text, size)
        }
        return try unsafe Pixels(owning: result)
    }

    /// A copy of another size.
    borrowing func resized(width: Int, height: Int) throws(VipsFailure) -> Pixels {
        var result: OpaquePointer?
        let source = unsafe raw
        try unsafe VipsFailure.check { text, capacity in
            unsafe larder_vips_resize(source, Int32(width), Int32(height), &result, text, capacity)
        }
        return try unsafe Pixels(owning: result)
    }

    borrowing func jpeg(quality: Int) throws(VipsFailure) -> [UInt8] {
        let source = unsafe raw
        return try unsafe Self.encoded { data, length, text, capacity in
            unsafe larder_vips_encode_jpeg(source, Int32(quality), data, length, text, capacity)
        }
    }

    borrowing func webp(quality: Int, effort: Int) throws(VipsFailure) -> [UInt8] {
        let source = unsafe raw
        return try unsafe Self.encoded { data, length, text, capacity in
            unsafe larder_vips_encode_webp(source, Int32(quality), Int32(effort), data, length, text, capacity)
        }
    }

    /// A copy small enough for a hash; each pixel is the mean of the pixels that it replaces.
    borrowing func smallCopy() throws(VipsFailure) -> SmallCopy {
        let (across, down) = SmallCopy.size(of: width, height)
        var rgba = [UInt8](repeating: 0, count: 4 * across * down)
        let source = unsafe raw
        try unsafe VipsFailure.check { text, capacity in
            unsafe rgba.withUnsafeMutableBufferPointer { buffer -> Int32 in
                guard let base = buffer.baseAddress else { return -1 }
                return unsafe larder_vips_small_copy(source, Int32(across), Int32(down), base, text, capacity)
            }
        }
        return SmallCopy(width: across, height: down, rgba: rgba)
    }

    var mean: ImageColor {
        var channels = [0.0, 0.0, 0.0]
        unsafe larder_vips_mean(raw, &channels)
        return ImageColor(red: channels[0], green: channels[1], blue: channels[2])
    }

    /// The mean colour of one cell of a grid of `cells` by `cells` over the image.
    borrowing func cell(_ column: Int, _ row: Int, of cells: Int) -> ImageColor {
        var channels = [0.0, 0.0, 0.0]
        unsafe larder_vips_cell(raw, Int32(cells), Int32(column), Int32(row), &channels)
        return ImageColor(red: channels[0], green: channels[1], blue: channels[2])
    }

    private static func encoded(
        _ encode: (
            UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>, UnsafeMutablePointer<CChar>, Int
        ) -> Int32
    ) throws(VipsFailure) -> [UInt8] {
        var data: UnsafeMutableRawPointer?
        var length = 0
        defer { unsafe larder_vips_bytes_free(data) }
        try unsafe VipsFailure.check { text, capacity in unsafe encode(&data, &length, text, capacity) }
        guard let start = unsafe data else { throw VipsFailure(message: "") }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: length))
    }
}
