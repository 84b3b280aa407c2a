import Foundation
import LarderImaging
import LarderLineFilters
import LarderModel
import Testing

@Suite("Imaging lines") struct ImagingLinesTests {
    private func fields(_ line: String) throws -> [String: Any] {
        let answer = ImagingLines.answer(line: line)
        #expect(!answer.contains("\n"))
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    }

    @Test func `an image is described`() throws {
        let data = Data(Samples.gradient(width: 640, height: 480)).base64EncodedString()
        let answer = try fields(#"{"id": "a", "bytes_base64": "\#(data)"}"#)
        #expect(answer["id"] as? String == "a" && answer["ok"] as? Bool == true)
        #expect(answer["format"] as? String == "png" && answer["width"] as? Int == 640 && answer["frames"] as? Int == 1)
        #expect((answer["variants"] as? [String: [Int]]) == ["320": [320, 240], "1080": [640, 480]])
        #expect((answer["mean_rgb"] as? [Double])?.count == 3 && (answer["corners_rgb"] as? [[Double]])?.count == 4)
    }

    @Test func `a file that cannot be read is named`() throws {
        #expect((try fields(#"{"path": "/none.png"}"#)["error"] as? String)?.contains("/none.png") == true)
    }

    @Test func `a refused image has its reason and its size`() throws {
        let data = Data(Samples.hollowPNG(width: 30_000, height: 20_000)).base64EncodedString()
        let answer = try fields(#"{"id": 7, "bytes_base64": "\#(data)"}"#)
        #expect(answer["ok"] as? Bool == false && answer["reject_reason"] as? String == "too-many-pixels")
        #expect(answer["id"] as? Int == 7 && answer["width"] as? Int == 30_000)
    }

    @Test(arguments: [
        "", "{", "[]", "nonsense", "{}", #"{"path": "/nonexistent/x.jpg"}"#, #"{"bytes_base64": "%"}"#, #"{"path": 3}"#,
    ])
    func `a bad line is answered with an error`(line: String) throws {
        #expect(try fields(line)["error"] is String)
    }
}
