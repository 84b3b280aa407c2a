import CVips

/// Decodes images from untrusted sources and makes small copies of them.
///
/// A value without state for any number of threads. A call blocks its thread while it computes (milliseconds for a
/// photo), so do not call it on the cooperative pool. The bytes choose the decoder, never a name or a content type.
package struct ImageDecoder: Sendable {
    private let limits: ImageLimits

    /// Makes a decoder; ``start()`` must have succeeded before it is used.
    package init(limits: ImageLimits = ImageLimits()) {
        self.limits = limits
    }

    /// Starts the decoding library once for the process; further calls repeat the first result.
    ///
    /// - Throws: ``ImagingError`` with code `internal` where libvips is missing parts or older than 8.13.
    package static func start() throws(ImagingError) {
        do {
            try unsafe VipsFailure.check { text, capacity in unsafe larder_vips_start(text, capacity) }
        } catch {
            throw ImagingError(.internal, "The image library cannot be used: \(error.message).")
        }
    }

    /// Frees the library's memory of the calling thread; call it before a thread that decoded ends.
    package static func endThread() {
        larder_vips_thread_end()
    }

    /// Reads the header, without decoding a pixel.
    ///
    /// - Throws: ``ImagingError``; never `corrupt` for damage after the header.
    package func probe(_ bytes: [UInt8]) throws(ImagingError) -> ImageProbe {
        try admit(bytes).probe
    }

    /// Decodes the first frame whole and makes one variant for each of `variantWidths`.
    ///
    /// The variant as wide as the image is the file itself if that is a JPEG that any screen can show: upright, without
    /// profile and metadata, of at most half a byte for each pixel.
    ///
    /// Damage in any row fails; warnings of the decoder do not.
    ///
    /// - Parameter variantWidths: Widths in pixels, each at least 1. No variant is larger than the image.
    /// - Parameter measuresColors: Whether ``DecodedImage/colors`` are wanted.
    /// - Throws: ``ImagingError``.
    package func decode(
        _ bytes: [UInt8],
        variantWidths: [Int] = [320],
        measuresColors: Bool = false
    ) throws(ImagingError) -> DecodedImage {
        precondition(variantWidths.allSatisfy { $0 > 0 }, "variant widths must be at least 1 pixel")
        let admitted = try admit(bytes)
        let probe = admitted.probe
        let truncated = ImagingError(
            .truncated,
            "The \(probe.format.rawValue) data ends before the image does; fetch it again."
        )
        if !admitted.structure.isComplete, probe.format != .jpeg { throw truncated }
        let isFit = admitted.isFit(bytes)
        let base: Pixels
        do {
            let made = variantWidths.filter { !isFit || $0 < probe.width }
            base = try Self.decode(bytes, probe, isPlain: admitted.isPlain, width: made.max() ?? 320)
        } catch {
            guard admitted.structure.isComplete else { throw truncated }
            throw ImagingError(.corrupt, "The \(probe.format.rawValue) data does not decode (\(error.message)).")
        }
        return DecodedImage(
            probe: probe,
            endsEarly: base.endsEarly,
            colors: measuresColors ? Self.colors(of: base) : nil,
            preview: try Self.preview(of: base),
            variants: try Self.variants(of: base, probe, widths: variantWidths, original: isFit ? bytes : nil)
        )
    }

    /// Whether the bytes begin an image whose container goes on after their end.
    ///
    /// Costs a look at the last bytes for most whole JPEG files, else one pass over all bytes.
    package static func isCutShort(_ bytes: [UInt8]) -> Bool {
        guard let format = ImageFormat(magic: bytes) else { return false }
        if format == .jpeg, bytes.suffix(2).elementsEqual([0xFF, 0xD9]) { return false }
        return !ImageStructure(format, bytes).isComplete
    }

    /// Reads the header and ignores the limits on pixels, frames and scans; nil where no header can be read.
    package func header(_ bytes: [UInt8]) -> ImageProbe? {
        guard bytes.count <= limits.maxBytes, let format = ImageFormat(magic: bytes) else { return nil }
        let structure = ImageStructure(format, bytes)
        guard structure.segments <= limits.maxSegments else { return nil }
        return try? Self.readHeader(bytes, format, structure).probe
    }
}

extension ImageDecoder {
    private struct Admitted {
        let probe: ImageProbe
        let structure: ImageStructure
        /// libjpeg alone decodes the file.
        let isPlain: Bool

        /// Whether the file can be shown as it is: a second encoding would cost time and sharpness and save little.
        func isFit(_ bytes: [UInt8]) -> Bool {
            isPlain && structure.isComplete && !structure.hasMetadata
                && 2 * bytes.count <= probe.width * probe.height + 8_192
        }
    }

    private func admit(_ bytes: [UInt8]) throws(ImagingError) -> Admitted {
        if bytes.isEmpty { throw ImagingError(.empty, "The image has no bytes.") }
        if bytes.count > limits.maxBytes {
            throw ImagingError(.tooLarge, "The image has \(bytes.count) bytes; the limit is \(limits.maxBytes).")
        }
        guard let format = ImageFormat(magic: bytes) else {
            throw ImagingError(.unsupportedFormat, "The bytes are not JPEG, PNG, WebP, GIF or AVIF.")
        }
        let structure = ImageStructure(format, bytes)
        if !structure.isSupported {
            throw ImagingError(.unsupportedFormat, "The JPEG is lossless or hierarchical, which is not decoded.")
        }
        if structure.scans > limits.maxScans {
            throw ImagingError(.tooManyScans, "The JPEG has \(structure.scans) scans; the limit is \(limits.maxScans).")
        }
        if structure.segments > limits.maxSegments {
            throw ImagingError(
                .tooManySegments,
                "The JPEG has \(structure.segments) segments of metadata; the limit is \(limits.maxSegments)."
            )
        }
        let (probe, isPlain): (ImageProbe, Bool)
        do {
            (probe, isPlain) = try Self.readHeader(bytes, format, structure)
        } catch {
            guard structure.isComplete else {
                throw ImagingError(.truncated, "The \(format.rawValue) data ends inside its header; fetch it again.")
            }
            throw ImagingError(.corrupt, "The \(format.rawValue) header cannot be read (\(error.message)).")
        }
        let (pixels, overflow) = probe.width.multipliedReportingOverflow(by: probe.height)
        let size = "The image is \(probe.width) x \(probe.height) pixels"
        if overflow || pixels > limits.maxPixels {
            throw ImagingError(.tooManyPixels, "\(size); the limit is \(limits.maxPixels) in all.")
        }
        if max(probe.width, probe.height) > limits.maxSide {
            throw ImagingError(.tooManyPixels, "\(size); the limit is \(limits.maxSide) for each side.")
        }
        if probe.frames > limits.maxFrames {
            throw ImagingError(
                .tooManyFrames,
                "The animation has \(probe.frames) frames; the limit is \(limits.maxFrames)."
            )
        }
        return Admitted(probe: probe, structure: structure, isPlain: isPlain)
    }

    private static func readHeader(
        _ bytes: [UInt8],
        _ format: ImageFormat,
        _ structure: ImageStructure
    ) throws(VipsFailure) -> (probe: ImageProbe, isPlain: Bool) {
        var header = larder_vips_header()
        var isPlain = false
        if structure.isPlain {
            let status: Void? = try? unsafe VipsFailure.check(reading: bytes) { base, count, text, capacity in
                unsafe larder_jpeg_read_header(base, count, &header, &isPlain, text, capacity)
            }
            isPlain = isPlain && status != nil
        }
        if !isPlain {
            try unsafe VipsFailure.check(reading: bytes) { base, count, text, capacity in
                unsafe larder_vips_read_header(format.loader, base, count, &header, text, capacity)
            }
        }
        // AVIF and its own rotation: the decoder has applied it, and EXIF does not count.
        let orientation = format == .avif ? 1 : Int(header.orientation)
        let turned = orientation >= 5
        let probe = ImageProbe(
            format: format,
            width: Int(turned ? header.height : header.width),
            height: Int(turned ? header.width : header.height),
            frames: structure.frames ?? max(1, Int(header.frames)),
            hasAlpha: header.has_alpha,
            orientation: orientation,
            hasProfile: header.has_profile
        )
        return (probe, isPlain)
    }

    /// The height in proportion to `width` in an image of `full` size, rounded, at least 1.
    static func height(for width: Int, in full: (width: Int, height: Int)) -> Int {
        max(1, (2 * full.height * width + full.width) / (2 * full.width))
    }

    /// The least factor left to the resampling of a plain JPEG, as the DCT's own small sizes are sharper than a
    /// resampled picture.
    ///
    /// Measured on photographs, against a resampled full-size decode: SSIM at least 0.98 from this factor on, down to
    /// 0.96 below. Exactly one half, 0.97 to 0.99, is allowed for its speed.
    private static let leastRest = 1.25

    /// The largest factor by which the decoder may divide the size so that nothing has to be enlarged after it.
    static func shrink(
        _ format: ImageFormat,
        isPlain: Bool = false,
        from full: (width: Int, height: Int),
        to target: (width: Int, height: Int)
    ) -> Double {
        switch format {
        case .jpeg:
            // The inverse DCT gives 1/2, 1/4 or 1/8 for almost nothing. libvips rounds each side down and aborts at 0.
            let fits = [8, 4, 2].first {
                let rest = isPlain && !($0 == 2 && full == (2 * target.width, 2 * target.height)) ? leastRest : 1
                return Double(full.width / $0) >= rest * Double(target.width)
                    && Double(full.height / $0) >= rest * Double(target.height)
            }
            return Double(fits ?? 1)
        case .webp:
            // A small surplus keeps rounding from giving one pixel too few.
            let ratio = min(
                Double(full.width) / Double(target.width + 1),
                Double(full.height) / Double(target.height + 1)
            )
            return max(1, ratio)
        case .png, .gif, .avif:
            return 1
        }
    }

    private static func decode(
        _ bytes: [UInt8],
        _ probe: ImageProbe,
        isPlain: Bool,
        width: Int
    ) throws(VipsFailure) -> Pixels {
        let upright = (width: probe.width, height: probe.height)
        let targetWidth = min(width, probe.width)
        let target = (width: targetWidth, height: height(for: targetWidth, in: upright))
        let turned = probe.orientation >= 5
        let stored = turned ? (width: upright.height, height: upright.width) : upright
        let size = turned ? (width: target.height, height: target.width) : target
        let shrink = shrink(probe.format, isPlain: isPlain, from: stored, to: size)
        if isPlain {
            return try Pixels.decode(plain: bytes, shrink: Int(shrink), width: size.width, height: size.height)
        }
        return try Pixels.decode(
            bytes,
            probe.format,
            shrink: shrink,
            width: size.width,
            height: size.height,
            orientation: probe.orientation
        )
    }
}
