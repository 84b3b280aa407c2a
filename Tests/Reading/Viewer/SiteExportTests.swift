import Foundation
import Larder
import LarderFixtures
import LarderModel
import LarderViewer
import Testing

@Suite("Folders of pages") struct SiteExportTests {
    /// A place for a folder of pages, which is removed with it.
    private final class Place {
        let folder = FileManager.default.temporaryDirectory.appending(path: "site \(UUID().uuidString)")
        var path: String { folder.path(percentEncoded: false) }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }

        func has(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: folder.appending(path: name).path(percentEncoded: false))
        }

        /// All files, with when they were written.
        func files() throws -> [String: Date] {
            let names = try FileManager.default.subpathsOfDirectory(atPath: path)
            return try names.reduce(into: [:]) { files, name in
                let facts = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
                guard facts[.type] as? FileAttributeType == .typeRegular else { return }
                files[name] = facts[.modificationDate] as? Date
            }
        }
    }

    private static func fixture() throws -> LarderFixture {
        let fixture = try LarderFixture()
        try fixture.add([
            recipe(1, "Onion soup") {
                $0.ingredients = [Ingredient(text: "2 onions")]
                $0.steps = [RecipeStep(text: "Chop the onions."), RecipeStep(text: "Simmer for 20 minutes.")]
            },
            recipe(2, "</script><script>bad()</script> \u{2028}\"cake\""), recipe(3, "鶏肉のスープ"),
        ])
        return fixture
    }

    @Test func `every item has a page, and every link within the folder leads to a file`() async throws {
        let (fixture, place) = (try Self.fixture(), Place())
        let report = try await SiteExport.write(try await fixture.open(), to: place.path)
        #expect(report.pages == 3 + 4)
        for name in try place.files().keys where name.hasSuffix(".html") {
            let page = try place.text(name)
            #expect(page.contains("http-equiv=\"Content-Security-Policy\""), "\(name)")
            #expect(!page.contains("<script>"), "\(name)")
            let folder = place.folder.appending(path: name).deletingLastPathComponent()
            for match in page.matches(of: /(?:href|src)="([^"#?]+)/) where !match.1.contains(":") {
                let target = folder.appending(path: String(match.1)).standardizedFileURL.path(percentEncoded: false)
                #expect(FileManager.default.fileExists(atPath: target), "\(name) leads to \(match.1)")
            }
        }
    }

    @Test func `an export into the same folder writes what changed alone`() async throws {
        let (fixture, place) = (try Self.fixture(), Place())
        let larder = try await fixture.open()
        _ = try await SiteExport.write(larder, to: place.path)
        let first = try place.files()
        let again = try await SiteExport.write(larder, to: place.path)
        #expect((again.changed, again.removed) == (0, 0))

        try fixture.beginSync()
        try fixture.add([recipe(2, "Carrot cake")])
        try fixture.execute("DELETE FROM recipe WHERE recordID = '3'")
        _ = try await SiteExport.write(larder, to: place.path)
        let second = try place.files()
        #expect(!second.keys.contains("recipe/sample/3.html"))
        #expect(second["recipe/sample/2.html"] != first["recipe/sample/2.html"])
        #expect(second["viewer.css"] == first["viewer.css"])
        #expect(try place.text("recipe/sample/2.html").contains("Carrot cake"))
    }

    @Test func `what somebody else put into the folder stays`() async throws {
        let (fixture, place) = (try Self.fixture(), Place())
        let larder = try await fixture.open()
        _ = try await SiteExport.write(larder, to: place.path)
        let beside = place.path + ".txt"
        defer { try? FileManager.default.removeItem(atPath: beside) }
        for path in ["\(place.path)/notes.html", beside, "\(place.path)/recipe/sample/9.html"] {
            try Data("mine".utf8).write(to: URL(filePath: path))
        }
        // A list that was edited leads to no file outside; what an export that was killed had listed goes.
        let lines = ["../\(place.folder.lastPathComponent).txt", beside, "recipe/sample/9.html"]
        let list = try place.text("larder-site.txt") + lines.joined(separator: "\n")
        try Data(list.utf8).write(to: place.folder.appending(path: "larder-site.txt"))
        _ = try await SiteExport.write(larder, to: place.path)
        #expect(place.has("notes.html"))
        #expect(FileManager.default.fileExists(atPath: beside))
        #expect(!place.has("recipe/sample/9.html"))
    }

    @Test func `a folder with other things, a link and the larder itself are refused`() async throws {
        let (fixture, place) = (try Self.fixture(), Place())
        let larder = try await fixture.open()
        try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
        let link = place.path + ".link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place.path)
        defer { try? FileManager.default.removeItem(atPath: link) }
        try Data("mine".utf8).write(to: place.folder.appending(path: "mine.txt"))
        let inside = fixture.folder.appending(path: "site").path(percentEncoded: false)
        for path in [place.path, link, inside, fixture.folder.path(percentEncoded: false)] {
            await #expect(throws: SiteError.self) { _ = try await SiteExport.write(larder, to: path) }
        }
        #expect(try place.files().keys.sorted() == ["mine.txt"])
        #expect(!FileManager.default.fileExists(atPath: inside))
    }

    @Test func `data are one call each, whatever a source wrote`() async throws {
        let (fixture, place) = (try Self.fixture(), Place())
        _ = try await SiteExport.write(try await fixture.open(), to: place.path)
        for name in try place.files().keys where name.hasPrefix("data/") {
            let text = try place.text(name)
            let start = "larderData(\"\(name.dropFirst(5).dropLast(3))\","
            #expect(text.hasPrefix(start) && text.hasSuffix(");\n"), "\(name)")
            #expect(!text.contains("</") && !text.contains("\u{2028}"), "\(name)")
            let json = text.dropFirst(start.count).dropLast(3)
            #expect(throws: Never.self, "\(name)") { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
        }
        #expect(try place.text("data/words/o-n.js").contains("\"onion\":"))
        #expect(try place.text("data/words.js").contains("x9d8"))
    }
}
