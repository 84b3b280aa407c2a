/// What is made of decoded pixels.
extension ImageDecoder {
    static func preview(of base: borrowing Pixels) throws(ImagingError) -> ImagePreview {
        do {
            if let preview = ImagePreview(try base.smallCopy()) { return preview }
        } catch {
            throw ImagingError(.internal, "The preview cannot be made (\(error.message)).")
        }
        throw ImagingError(.internal, "The preview cannot be made.")
    }

    static func colors(of base: borrowing Pixels) -> ImageColors {
        var corners: [ImageColor] = []
        for (column, row) in [(2, 2), (61, 2), (2, 61), (61, 61)] { corners.append(base.cell(column, row, of: 64)) }
        return ImageColors(mean: base.mean, corners: corners)
    }

    static func variants(
        of base: borrowing Pixels,
        _ probe: ImageProbe,
        widths: [Int],
        original: [UInt8]?
    ) throws(ImagingError) -> [EncodedImage] {
        var variants: [EncodedImage] = []
        for target in widths {
            let width = min(target, probe.width)
            let height = height(for: width, in: (probe.width, probe.height))
            func variant(_ format: ImageFormat, _ bytes: [UInt8], isOriginal: Bool = false) -> EncodedImage {
                EncodedImage(
                    targetWidth: target,
                    width: width,
                    height: height,
                    format: format,
                    bytes: bytes,
                    isOriginal: isOriginal
                )
            }
            if let twin = variants.first(where: { $0.width == width && $0.height == height }) {
                variants.append(variant(twin.format, twin.bytes, isOriginal: twin.isOriginal))
            } else if let original, width == probe.width {
                variants.append(variant(probe.format, original, isOriginal: true))
            } else {
                do {
                    let encoded =
                        width == base.width
                        ? try encode(base) : try encode(base.resized(width: width, height: height))
                    variants.append(variant(encoded.format, encoded.bytes))
                } catch {
                    throw ImagingError(.internal, "The variant of \(width) pixels cannot be made (\(error.message)).")
                }
            }
        }
        return variants
    }

    private static func encode(
        _ pixels: borrowing Pixels
    ) throws(VipsFailure) -> (format: ImageFormat, bytes: [UInt8]) {
        // WebP has 14 bits for each side; a longer image loses its alpha.
        pixels.isOpaque || max(pixels.width, pixels.height) > 16_383
            ? (.jpeg, try pixels.jpeg(quality: 80)) : (.webp, try pixels.webp(quality: 78, effort: 2))
    }
}
