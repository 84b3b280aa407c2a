import Foundation

/// The image decoder as a filter: one JSON line in, one JSON line out.
///
/// In: `{"id"?: any, "path": "…"}` or `{"id"?: any, "bytes_base64": "…"}`. Out, keys sorted: `id`, `ok`, and where they
/// are known `format`, `width`, `height`, `frames`, `has_alpha`, `orientation`, `icc`, `mean_rgb`, `corners_rgb`,
/// `variants` (target width to `[width, height]`), `bytes` (target width to the size of the encoded variant); for a
/// refused image `reject_reason` and `message`. A line that cannot be understood gives `{"error": …}`.
public enum ImagingLines {
    /// The widths that variants are made for.
    public static let variantWidths = [320, 1080]

    /// The answer to one line; never fails and holds no line break.
    public static func answer(line: String) -> String {
        var answer: [String: Any] = [:]
        do {
            guard let request = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                return encode(["error": "The line is not a JSON object."])
            }
            answer["id"] = request["id"]
            try ImageDecoder.start()
            if let text = request["bytes_base64"] as? String {
                guard let data = Data(base64Encoded: text) else {
                    answer["error"] = "bytes_base64 is not base64."
                    return encode(answer)
                }
                describe([UInt8](data), into: &answer)
            } else if let path = request["path"] as? String {
                let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
                let limit = ImageLimits().maxBytes
                describe([UInt8](try file.read(upToCount: limit + 1) ?? Data()), into: &answer)
            } else {
                answer["error"] = "The line has neither path nor bytes_base64."
            }
        } catch let error as ImagingError {
            answer["error"] = error.message
        } catch {
            answer["error"] = answer.isEmpty && line.first != "{" ? "The line is not JSON." : error.localizedDescription
        }
        return encode(answer)
    }

    private static func describe(_ bytes: [UInt8], into answer: inout [String: Any]) {
        let decoder = ImageDecoder()
        do throws(ImagingError) {
            let image = try decoder.decode(bytes, variantWidths: variantWidths, measuresColors: true)
            describe(image.probe, into: &answer)
            answer["ok"] = true
            answer["mean_rgb"] = image.colors.map { rounded($0.mean) }
            answer["corners_rgb"] = image.colors.map { $0.corners.map(rounded) }
            var sizes: [String: [Int]] = [:]
            var counts: [String: Int] = [:]
            for variant in image.variants {
                sizes[String(variant.targetWidth)] = [variant.width, variant.height]
                counts[String(variant.targetWidth)] = variant.bytes.count
            }
            answer["variants"] = sizes
            answer["bytes"] = counts
        } catch {
            answer["ok"] = false
            answer["reject_reason"] = error.code.rawValue
            answer["message"] = error.message
            if let probe = decoder.header(bytes) { describe(probe, into: &answer) }
        }
    }

    private static func describe(_ probe: ImageProbe, into answer: inout [String: Any]) {
        answer["format"] = probe.format.rawValue
        answer["width"] = probe.width
        answer["height"] = probe.height
        answer["frames"] = probe.frames
        answer["has_alpha"] = probe.hasAlpha
        answer["orientation"] = probe.orientation
        answer["icc"] = probe.hasProfile
    }

    private static func rounded(_ color: ImageColor) -> [Double] {
        [color.red, color.green, color.blue].map { ($0 * 10).rounded() / 10 }
    }

    private static func encode(_ answer: [String: Any]) -> String {
        guard
            let data = try? JSONSerialization.data(
                withJSONObject: answer,
                options: [.sortedKeys, .withoutEscapingSlashes]
            )
        else { return #"{"error":"The answer cannot be written as JSON."}"# }
        return String(decoding: data, as: UTF8.self)
    }
}
