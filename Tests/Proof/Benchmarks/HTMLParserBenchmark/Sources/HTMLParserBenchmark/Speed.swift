import CGumbo
import Foundation
import LarderHTML

/// CPU time of one thread, all rivals in turn in one run, input in memory as UTF-8, parse and free.
enum Speed {
    /// The least times our speed is that of a rival; a run below one of them fails.
    private static let bars: [String: (gumbo: Double, lexbor: Double)] = ["whole": (15, 1.3), "bare": (0, 1.2)]

    static func run(corpus: String, pages count: Int, rounds: Int) throws {
        var isFast = true
        let pages = try Pages(corpus: corpus, count: count)
        let peer = try Peer(folder: pages.folder)
        if peer == nil { print("selectolax is not installed (pip install selectolax): its ratio is left out") }
        for (name, set) in [("whole", pages.whole), ("bare", pages.bare)] {
            let megabytes = Double(set.map(\.count).reduce(0, +)) / 1e6
            var ours: [Double] = []
            var gumbo: [Double] = []
            var lexbor: [Double] = []
            for round in 0..<rounds {
                for _ in 0..<3 { ours.append(seconds { parseAll(set) }) }
                if let peer { for _ in 0..<3 { lexbor.append(try peer.seconds(for: name)) } }
                if round % 3 == 0 { gumbo.append(seconds { parseAllWithGumbo(set) }) }
            }
            let label = name == "whole" ? "whole pages" : "without script, style, svg"
            print("\(label): \(set.count) pages, \(format(megabytes)) MB")
            let own = megabytes / median(ours)
            if let bar = bars[name] {
                isFast = isFast && median(gumbo) / median(ours) >= bar.gumbo
                isFast = isFast && (lexbor.isEmpty || median(lexbor) / median(ours) >= bar.lexbor)
            }
            report("LarderHTML", own, own)
            report("libgumbo", megabytes / median(gumbo), own)
            if peer != nil { report("selectolax", megabytes / median(lexbor), own) }
            reportWalk(set)
        }
        try peer?.stop()
        try pages.remove()
        print(
            isFast
                ? "within the bars"
                : "below the bars: 15 x libgumbo and 1.3 x selectolax on whole pages, 1.2 x without script"
        )
        if !isFast { exit(1) }
    }

    static func profile(corpus: String, set: String) throws {
        let pages = try Pages(corpus: corpus, count: 80)
        let input = set == "whole" ? pages.whole : pages.bare
        let end = ProcessInfo.processInfo.systemUptime + 10
        while ProcessInfo.processInfo.systemUptime < end { parseAll(input) }
        try pages.remove()
    }

    /// What a reader in another module pays for walking the trees.
    private static func reportWalk(_ set: [[UInt8]]) {
        let documents = set.map { HTMLDocument(parsing: $0) }
        var elements = 0
        var characters = 0
        var links = 0
        var times: [Double] = []
        for _ in 0..<15 {
            (elements, characters, links) = (0, 0, 0)
            times.append(
                seconds {
                    for document in documents {
                        let found = walk(document)
                        elements += found.elements
                        characters += found.characters
                        links += found.links
                    }
                }
            )
        }
        let nanoseconds = median(times) * 1e9 / Double(elements)
        print(
            "  walk         \(format(nanoseconds)) ns an element (\(elements); text \(characters) bytes, \(links) links)"
        )
    }

    private static func walk(_ document: HTMLDocument) -> (elements: Int, characters: Int, links: Int) {
        var result = (elements: 0, characters: 0, links: 0)
        for event in document.events(of: document.root) {
            switch event {
            case .enter(let node):
                result.elements += 1
                if document.isElement(node, .a), document.hasAttribute(.href, on: node) { result.links += 1 }
            case .leaf(let node):
                document.withTextBytes(of: node) { bytes in
                    for index in bytes.indices where bytes[index] > 0x20 { result.characters += 1 }
                }
            case .leave:
                break
            }
        }
        return result
    }

    private static func report(_ name: String, _ speed: Double, _ own: Double) {
        let ratio = speed == own ? "" : "   ours/\(name) \(format(own / speed))"
        print("  \(name.padding(toLength: 12, withPad: " ", startingAt: 0)) \(format(speed)) MB/s\(ratio)")
    }

    private static func format(_ value: Double) -> String { String(format: "%.2f", value) }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    static func seconds(_ body: () -> Void) -> Double {
        let start = threadSeconds()
        body()
        return threadSeconds() - start
    }

    static func threadSeconds() -> Double {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @inline(never)
    static func parseAll(_ pages: [[UInt8]]) {
        var nodes = 0
        for page in pages { nodes += HTMLDocument(parsing: page).nodeCapacity }
        precondition(nodes > 0)
    }

    @inline(never)
    static func parseAllWithGumbo(_ pages: [[UInt8]]) {
        var options = unsafe kGumboDefaultOptions
        unsafe options.max_errors = 0
        for page in pages {
            unsafe page.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                let output = unsafe gumbo_parse_with_options(
                    &options,
                    start.assumingMemoryBound(to: CChar.self),
                    bytes.count
                )
                unsafe gumbo_destroy_output(&options, output)
            }
        }
    }
}
