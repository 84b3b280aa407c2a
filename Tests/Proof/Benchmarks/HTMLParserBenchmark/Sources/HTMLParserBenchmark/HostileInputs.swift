import Foundation
import LarderHTML

/// Each page of `HostilePages` and longer ones of its kind, each in a process of its own: CPU time and peak memory.
///
/// The bars: at most 0.5 s and 32 MB + 200 bytes for each byte of input; for twice the input at most 2.3 times of
/// both, the memory less that of a process that parses nothing, with 2 ms and 4 MB allowed for what does not depend
/// on the input.
enum HostileInputs {
    private struct Cost {
        var bytes: Int
        var seconds: Double
        var peakKilobytes: Int
        var note: String
    }

    static func run(only wanted: String?) throws {
        var failures = 0
        let base = try measure("", 0).peakKilobytes
        for page in HostilePages.all where wanted.map({ page.name.contains($0) }) ?? true {
            let one = try measure(page.name, page.count)
            let two = try measure(page.name, page.count * 2)
            let four = try measure(page.name, page.count * 4)
            let memory = Double(one.peakKilobytes) * 1024
            let time = two.seconds / one.seconds
            let growth = Double(four.peakKilobytes - base) / Double(max(two.peakKilobytes - base, 1))
            let isFast = two.seconds <= 2.3 * one.seconds + 0.002
            let isSmall = Double(four.peakKilobytes - base) <= 2.3 * Double(two.peakKilobytes - base) + 4096
            let isGood = one.seconds <= 0.5 && memory <= 32e6 + 200 * Double(one.bytes) && isFast && isSmall
            if !isGood { failures += 1 }
            print(
                String(
                    format: "%@ %7.1f ms %6.1f MB of %5d KB; doubled %4.1f x time %4.1f x memory  %@ %@",
                    isGood ? "ok  " : "FAIL",
                    one.seconds * 1000,
                    memory / 1e6,
                    one.bytes / 1000,
                    time,
                    growth,
                    page.name,
                    one.note
                )
            )
        }
        print(failures == 0 ? "all within the bars" : "\(failures) beyond the bars")
        if failures > 0 { exit(1) }
    }

    /// One page in this process, for the parent process.
    static func measureHere(_ name: String, _ count: Int) {
        let input = HostilePages.all.first { $0.name == name }?.make(count) ?? []
        var reached: ReachedLimits = []
        var nodes = 0
        let seconds = Speed.seconds {
            let document = HTMLDocument(parsing: input)
            reached = document.reachedLimits
            nodes = document.nodeCapacity
        }
        print("\(input.count) \(seconds) \(peakKilobytes()) nodes=\(nodes),limits=\(reached.rawValue)")
    }

    /// The least of five, since other processes share the machine.
    private static func measure(_ name: String, _ count: Int) throws -> Cost {
        var least = try measureOnce(name, count)
        for _ in 0..<4 {
            let next = try measureOnce(name, count)
            least.seconds = min(least.seconds, next.seconds)
            least.peakKilobytes = min(least.peakKilobytes, next.peakKilobytes)
        }
        return least
    }

    private static func measureOnce(_ name: String, _ count: Int) throws -> Cost {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["hostile-one", name, String(count)]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let words = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 4, let bytes = Int(words[0]), let seconds = Double(words[1]), let peak = Int(words[2])
        else {
            throw BenchmarkError("The process for “\(name)” × \(count) ended with \(process.terminationStatus).")
        }
        return Cost(bytes: bytes, seconds: seconds, peakKilobytes: peak, note: String(words[3]))
    }

    private static func peakKilobytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { $0.split(whereSeparator: \.isWhitespace).dropFirst().first }.flatMap { Int($0) } ?? 0
    }
}
