import LarderHTML
import Testing

@testable import LarderPageReading

/// Which of a picture's files is fetched, where variants up to 1080 pixels are wanted.
@Suite("Picture choice") struct PictureChoiceTests {
    private func files(_ html: String) throws -> [String] {
        let document = HTMLDocument(parsing: html)
        let finder = PictureFinder(WebPage(document, url: "https://e.example/"))
        let candidates = finder.candidates(of: try #require(document.firstElement(named: .img)))
        return PictureChoice.files(candidates, for: 1_080).map { String($0.dropFirst("https://e.example/".count)) }
    }

    @Test(arguments: [
        // The `src` is a file of the set too.
        ("src=a-16.jpg srcset='a-4.jpg 480w, a-16.jpg 1600w'", ["a-16.jpg", "a-4.jpg"]),
        ("src=a-3.jpg srcset='a-1.jpg 1000w, a-3.jpg 3000w'", ["a-3.jpg", "a-1.jpg"]),
        ("src=a.jpg srcset='a.jpg 1000w, a-300x200.jpg 300w, a-768x512.jpg 768w'", ["a.jpg", "a-768x512.jpg"]),
        // A `src` above the bound gives way to a file that is wide enough.
        ("src=a-4.jpg srcset='a-1.jpg 1200w, a-2.jpg 2000w, a-4.jpg 4000w'", ["a-2.jpg", "a-1.jpg", "a-4.jpg"]),
        // The widest up to the bound, never one beyond it.
        ("src=a-1.jpg srcset='a-1.jpg 800w, a-2.jpg 2160w, a-3.jpg 2161w'", ["a-2.jpg", "a-3.jpg", "a-1.jpg"]),
        ("src=a-1.jpg srcset='a-1.jpg 800w, a-3.jpg 3000w'", ["a-1.jpg", "a-3.jpg"]),
        // Outside of the set the `src` may be the original, unless its name or the page says otherwise.
        ("src=a.jpg srcset='b.jpg 320w, c.jpg 640w'", ["a.jpg", "c.jpg", "b.jpg"]),
        ("src=a.jpg srcset='b.jpg 320w, c.jpg 1200w'", ["c.jpg", "a.jpg", "b.jpg"]),
        ("src=a-300x200.jpg srcset='b.jpg 320w, c.jpg 640w'", ["c.jpg", "b.jpg", "a-300x200.jpg"]),
        ("src=a.jpg width=200 srcset='b.jpg 320w, c.jpg 640w'", ["c.jpg", "b.jpg", "a.jpg"]),
        // Where the best is not there, the next widest comes before a narrow `src`.
        (
            "src=s.jpg width=300 srcset='a.jpg 400w, b.jpg 800w, c.jpg 1200w, d.jpg 3000w'",
            ["c.jpg", "d.jpg", "b.jpg", "a.jpg", "s.jpg"]
        ),
        // Densities are widths where the page says how wide the picture is shown.
        ("src=a.jpg srcset='a.jpg 1x, b.jpg 2x, c.jpg 3x'", ["c.jpg", "a.jpg", "b.jpg"]),
        ("src=a.jpg width=900 srcset='a.jpg 1x, b.jpg 2x, c.jpg 3x'", ["b.jpg", "c.jpg", "a.jpg"]),
        ("src=a.jpg srcset='a.jpg 1x, b.jpg NaNx, c.jpg infx'", ["c.jpg", "a.jpg"]),
        ("src=a.jpg", ["a.jpg"]),
    ])
    func `the widest file within reach comes first, then the src and the others`(
        attributes: String,
        expected: [String]
    ) throws {
        let found = try files("<img \(attributes)>")
        #expect(Array(found.prefix(expected.count)) == expected, "\(found)")
    }

    @Test(arguments: [
        ("<a href=/a.jpg><img src=/a.thumbnail.jpg width=400></a>", ["a.jpg", "a.thumbnail.jpg"]),
        ("<a href=/a.jpg><span><img src=/b.jpg></span></a>", ["a.jpg", "b.jpg"]),
        ("<a href=/a.jpg><img src=/b.jpg width=1200></a>", ["b.jpg", "a.jpg"]),
        ("<a href=/a.jpg><img src=/b.jpg srcset='/c.jpg 1200w'></a>", ["c.jpg", "b.jpg", "a.jpg"]),
        ("<a href=/wiki/File:a.jpg><img src=/b.jpg></a>", ["b.jpg"]), ("<a href=/a><img src=/b.jpg></a>", ["b.jpg"]),
        ("<a href=/b.jpg><img src=/b.jpg></a>", ["b.jpg"]),
    ])
    func `a file that the picture links to is fetched where the others may be too narrow`(
        html: String,
        expected: [String]
    ) throws {
        #expect(try files(html) == expected)
    }

    @Test func `a source of a format that is not decoded is passed over`() throws {
        let sources = ["image/jxl": "a.jxl", "image/avif": "a.avif"].map { "<source type=\($0) srcset='\($1) 1600w'>" }
        #expect(try files("<picture>\(sources.joined())<img src=a.jpg width=800></picture>") == ["a.avif", "a.jpg"])
    }

    @Test(arguments: [
        ("a/tram-1024x576.jpg", "a/tram.jpg", true), ("a/tram-300x200.jpg", "a/tram-scaled.jpg", true),
        ("a/tram.jpg?w=300", "a/tram.jpg?w=900", true), ("a/tram-1.jpg", "a/tram-2.jpg", false),
        ("a/tram.jpg", "b/tram.jpg", false), ("a/tram.jpg", "a/tram.png", true),
        ("a/tram-1x1.jpg", "a/tram-16x9.jpg", true), ("a?id=1", "a?id=2", false),
        ("a/image.php?id=1", "a/image.php?id=2", false),
    ])
    func `sizes of one picture have one name`(first: String, second: String, expected: Bool) {
        let base = "https://e.example/"
        #expect(PictureChoice.isSamePicture(base + first, base + second) == expected)
    }

    @Test func `the first picture of a fragment that is no icon counts`() {
        let html = "<img src=/i.png width=16><p><img src=/a.jpg srcset='/b.jpg 1200w'><img src=/c.jpg>"
        let found = FragmentPicture.candidates(in: html, base: "https://e.example/x")
        #expect(found.map(\.url) == ["https://e.example/a.jpg", "https://e.example/b.jpg"])
        #expect(FragmentPicture.candidates(in: "Nothing <b>here</b>", base: nil).isEmpty)
        #expect(FragmentPicture.candidates(in: "<img src=a.jpg>", base: nil).isEmpty, "it leads nowhere")
    }
}
