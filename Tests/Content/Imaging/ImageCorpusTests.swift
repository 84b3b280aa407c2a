import Foundation
import LarderImaging
import LarderModel
import LarderTestSupport
import Testing

@Suite(
    "Image corpus",
    .enabled(if: SharedCorpus.path("images/manifest.jsonl") != nil, "the shared image corpus is not beside the package")
)
struct ImageCorpusTests {
    private struct Case: Decodable {
        struct Expected: Decodable {
            let ok: Bool
            let format: String?
            let width: Int?
            let height: Int?
            let frames: Int?
            let orientation: Int?
            let has_alpha: Bool?
            let icc: Bool?
            let mean_rgb: [Double]?
            let mean_tol: Double?
            let corners_rgb: [[Double]]?
            let corners_tol: Double?
            let variants: [String: [Int]]?
            let accept: [String]?
            let reject_reason: String?
        }
        let file: String
        let expected: Expected
    }

    @Test func `every file has its verdict, size, colours and variants`() throws {
        try ImageDecoder.start()
        for line in try SharedCorpus.bytes("images/manifest.jsonl").split(separator: 0x0A) {
            let item = try JSONDecoder().decode(Case.self, from: Data(line))
            check(item, try SharedCorpus.bytes("images/\(item.file)"))
        }
    }

    private func check(_ item: Case, _ bytes: [UInt8]) {
        let expected = item.expected
        do throws(ImagingError) {
            let image = try ImageDecoder().decode(bytes, variantWidths: [320, 1080], measuresColors: true)
            let probe = image.probe
            #expect(expected.ok, "\(item.file) was accepted")
            #expect(probe.format.rawValue == expected.format)
            #expect((probe.width, probe.height) == (expected.width ?? 0, expected.height ?? 0), "\(item.file)")
            #expect(probe.frames == expected.frames, "\(item.file)")
            if let orientation = expected.orientation { #expect(probe.orientation == orientation, "\(item.file)") }
            if let alpha = expected.has_alpha { #expect(probe.hasAlpha == alpha, "\(item.file)") }
            if let icc = expected.icc { #expect(probe.hasProfile == icc, "\(item.file)") }
            guard let colors = image.colors else {
                Issue.record("\(item.file) has no colours")
                return
            }
            #expect(near(colors.mean, expected.mean_rgb, expected.mean_tol), "\(item.file) \(colors.mean)")
            for (color, corner) in zip(colors.corners, expected.corners_rgb ?? []) {
                #expect(near(color, corner, expected.corners_tol), "\(item.file) \(color)")
            }
            for variant in image.variants {
                let size = expected.variants?[String(variant.targetWidth)] ?? []
                #expect(zip(size, [variant.width, variant.height]).allSatisfy { abs($0 - $1) <= 1 }, "\(item.file)")
            }
        } catch {
            let accepted = expected.accept ?? [expected.reject_reason ?? "ok"]
            #expect(accepted.contains(error.code.rawValue), "\(item.file): \(error)")
        }
    }

    private func near(_ color: ImageColor, _ wanted: [Double]?, _ tolerance: Double?) -> Bool {
        guard let wanted, let tolerance else { return true }
        return zip([color.red, color.green, color.blue], wanted).allSatisfy { abs($0 - $1) <= tolerance }
    }
}
