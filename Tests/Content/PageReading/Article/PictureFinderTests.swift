import LarderHTML
import Testing

@testable import LarderPageReading

@Suite("Picture finder") struct PictureFinderTests {
    private func urls(_ html: String) throws -> [String] {
        let document = HTMLDocument(parsing: html)
        let finder = PictureFinder(WebPage(document, url: "https://e.example/a/b"))
        let picture = try #require(document.firstElement(named: .img))
        return finder.candidates(of: picture).map(\.url)
    }

    @Test(arguments: [
        ("<img src=c.jpg>", ["https://e.example/a/c.jpg"]),
        ("<img src='data:image/gif;base64,R0' data-src=/d.jpg>", ["https://e.example/d.jpg"]),
        ("<img src=blank.gif>", []), ("<img>", []), ("<img src='{\"a\":1}'>", []),
        ("<img src='//:0'>", []),
        (
            "<img src=1.jpg srcset='1.jpg 320w,2.jpg 640w, 3.jpg 100w'>",
            ["2.jpg", "1.jpg", "3.jpg"].map { "https://e.example/a/\($0)" }
        ),
        (
            "<img src=1.jpg srcset='2.jpg 1.5x, 3.jpg 2x'>",
            ["1.jpg", "3.jpg", "2.jpg"].map { "https://e.example/a/\($0)" }
        ),
        (
            "<picture><source srcset='big.webp 900w'><img src=1.jpg></picture>",
            ["1.jpg", "big.webp"].map { "https://e.example/a/\($0)" }
        ),
        (
            "<img src=1.jpg srcset='1.jpg 640w, 2.jpg 1280w'>",
            ["1.jpg", "2.jpg"].map { "https://e.example/a/\($0)" }
        ),
        ("<img class=lazyload src=1.jpg data-src=2.jpg>", ["2.jpg", "1.jpg"].map { "https://e.example/a/\($0)" }),
        ("<img src=1.jpg data-src=2.jpg>", ["1.jpg", "2.jpg"].map { "https://e.example/a/\($0)" }),
        ("<img src=blank.gif srcset='2.jpg 1x, 3.jpg 2x'>", ["3.jpg", "2.jpg"].map { "https://e.example/a/\($0)" }),
        ("<base href='https://cdn.example/x/'><img src=c.jpg>", ["https://cdn.example/x/c.jpg"]),
        ("<img src=1.jpg data-original=true>", ["https://e.example/a/1.jpg"]),
        ("<img src=px.gif data-lazy-src=/d.jpg>", ["https://e.example/d.jpg"]),
        ("<img src=lazy.png data-srcset='/d.jpg 800w'>", ["https://e.example/d.jpg"]),
        ("<img src=/tram-20w.jpg data-src=/d.jpg>", ["https://e.example/d.jpg"]),
        ("<img src=/tram.jpg?w=24 srcset='/d.jpg 800w'>", ["https://e.example/d.jpg"]),
        ("<img src=/tram-lqip.jpg data-original=/d.jpg>", ["https://e.example/d.jpg"]),
        ("<img src=/20w/tram.jpg>", ["https://e.example/20w/tram.jpg"]),
        ("<img src='data:image/png;base64,iV' data-photo-file=/d.jpg data-photo-id=7>", ["https://e.example/d.jpg"]),
        ("<img src=1.jpg data-photo-file=/d.jpg>", ["https://e.example/a/1.jpg"]),
    ])
    func `the best file comes first`(html: String, expected: [String]) throws {
        #expect(try urls(html) == expected)
    }

    @Test(arguments: [
        ("<img width=1 height=1>", true), ("<img height=16px>", true), ("<img width=320>", false),
        ("<img width=100%>", false), ("<img width=20%>", false), ("<img width=570 height=0>", false),
        ("<img width=0 height=0>", true),
    ])
    func `icons say so by their size`(html: String, expected: Bool) throws {
        let document = HTMLDocument(parsing: html)
        let finder = PictureFinder(WebPage(document, url: nil))
        #expect(finder.isIcon(try #require(document.firstElement(named: .img))) == expected)
    }

    /// A wiki's page about a file is no file.
    @Test(arguments: [
        ("/pear.png", true), ("/wiki/File:Pear.png", false), ("/detail.php?id=pear&media=pear.png", false),
    ])
    func `the file that a picture links to is a candidate`(href: String, isFile: Bool) throws {
        let found = try urls("<a href='\(href)'><img src=/pear-300.png></a>")
        #expect(found == ["https://e.example/pear-300.png"] + (isFile ? ["https://e.example\(href)"] : []))
    }

    @Test(arguments: [
        ("/lib/exe/fetch.php?w=300&tok=25d483&media=wiki:pear.png", "/lib/exe/fetch.php?media=wiki:pear.png"),
        ("/wiki/_media/pear.png?w=300&tok=25d483", "/wiki/_media/pear.png"), ("/lib/exe/fetch.php?media=pear.png", ""),
        ("/pear.png?w=300", ""),
    ])
    func `a picture that DokuWiki scales is one without its size`(source: String, file: String) throws {
        let found = try urls("<a href='/lib/exe/detail.php?media=pear.png'><img src='\(source)'></a>")
        #expect(found == [source, file].filter { !$0.isEmpty }.map { "https://e.example\($0)" })
    }
}
