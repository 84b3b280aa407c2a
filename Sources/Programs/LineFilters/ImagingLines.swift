internal import Foundation
internal import LarderImaging
internal import LarderModel

/// `worker decode`: one JSON line in, one JSON line out.
///
/// In: `{"id"?: any, "path": "…"}` or `{"id"?: any, "bytes_base64": "…"}`. Out: `id`, `ok`, and where they are known
/// `format`, `width`, `height`, `frames`, `has_alpha`, `orientation`, `icc`, `mean_rgb`, `corners_rgb`, `thumbhash`
/// (base64), `dominant_color` (`#rrggbb`), `aspect_ratio`, `variants` (target width to `[width, height]`), `bytes`
/// (target width to the size of the variant); for a refused image `reject_reason` and `message`. A line that cannot be
/// understood gives `{"error": …}`.
package enum ImagingLines: LineAnswers {
    /// The widths that variants are made for, in pixels.
    static let variantWidths = [320, 1080]

    package static func answer(line: consuming [UInt8]) -> [UInt8] {
        LineFilter.answer(line) { request, json throws(LineFilter.Refusal) in
            do throws(ImagingError) { try ImageDecoder.start() } catch { throw LineFilter.Refusal(error.message) }
            if request["bytes_base64"]?.string == nil, let path = request["path"]?.string {
                describe(try file(path), to: &json)
            } else {
                let refusal = "The line has neither path nor bytes_base64."
                describe(try LineFilter.bytes(of: request, or: nil, refusal: refusal), to: &json)
            }
        }
    }

    private static func file(_ path: String) throws(LineFilter.Refusal) -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            return [UInt8](try file.read(upToCount: ImageLimits().maxBytes + 1) ?? Data())
        } catch {
            throw LineFilter.Refusal("The file \(path) cannot be read: \(error.localizedDescription)")
        }
    }

    private static func describe(_ bytes: [UInt8], to json: inout JSONWriter) {
        let decoder = ImageDecoder()
        do throws(ImagingError) {
            let image = try decoder.decode(bytes, variantWidths: variantWidths, measuresColors: true)
            json.member("ok", true)
            describe(image.probe, to: &json)
            if let colors = image.colors {
                json.key("mean_rgb")
                write(colors.mean, to: &json)
                json.array("corners_rgb", colors.corners) { write($1, to: &$0) }
            }
            json.member("thumbhash", Data(image.preview.thumbHash).base64EncodedString())
            json.member("dominant_color", image.preview.dominantColor)
            json.member("aspect_ratio", Double(image.probe.width) / Double(image.probe.height))
            json.object("variants") { json in
                for variant in image.variants {
                    json.array("\(variant.targetWidth)", [variant.width, variant.height]) { $0.value($1) }
                }
            }
            json.object("bytes") { json in
                for variant in image.variants { json.member("\(variant.targetWidth)", variant.bytes.count) }
            }
        } catch {
            json.member("ok", false)
            json.member("reject_reason", error.code.rawValue)
            json.member("message", error.message)
            if let probe = decoder.header(bytes) { describe(probe, to: &json) }
        }
    }

    private static func describe(_ probe: ImageProbe, to json: inout JSONWriter) {
        json.member("format", probe.format.rawValue)
        json.member("width", probe.width)
        json.member("height", probe.height)
        json.member("frames", probe.frames)
        json.member("has_alpha", probe.hasAlpha)
        json.member("orientation", probe.orientation)
        json.member("icc", probe.hasProfile)
    }

    private static func write(_ color: ImageColor, to json: inout JSONWriter) {
        json.array([color.red, color.green, color.blue]) { $0.value(($1 * 10).rounded() / 10) }
    }
}
