import ArgumentParser
import Foundation
import Logging
import Synchronization
import Testing

@testable import LarderCommandLine

/// Lines that a logger wrote.
private final class Lines: Sendable {
    private let state = Mutex<[String]>([])
    var all: [String] { state.withLock { $0 } }

    func logger(_ format: LineLogHandler.Format, level: Logger.Level = .notice) -> Logger {
        var logger = Logger(label: "worker") { label in
            LineLogHandler(
                label: label,
                format: format,
                now: { Date(timeIntervalSince1970: 1_767_225_600) },
                write: { line in self.state.withLock { $0.append(line) } }
            )
        }
        logger.logLevel = level
        return logger
    }
}

@Suite("Line log handler") struct LineLogHandlerTests {
    @Test func `a text line has time, level, message, and the metadata in order`() {
        let lines = Lines()
        var logger = lines.logger(.text)
        logger[metadataKey: "worker.id"] = "worker-1"
        logger.notice("A job failed", metadata: ["job.id": "7", "host": "a.test"])
        logger.error("The end")
        #expect(
            lines.all == [
                "2026-01-01T00:00:00Z notice: A job failed (host: a.test, job.id: 7, worker.id: worker-1)",
                "2026-01-01T00:00:00Z error: The end (worker.id: worker-1)",
            ]
        )
    }

    @Test func `a JSON line is one object, whatever the values hold`() throws {
        struct Line: Decodable, Equatable {
            var level: String
            var logger: String
            var message: String
            var metadata: [String: String]?
            var time: String
        }
        let lines = Lines()
        let logger = lines.logger(.json)
        logger.warning("Say \"no\"\nto /this", metadata: ["reason": "\u{1B}[2J"])
        logger.notice("plain")
        let read = try lines.all.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        let time = "2026-01-01T00:00:00Z"
        #expect(
            read == [
                Line(
                    level: "warning",
                    logger: "worker",
                    message: "Say \"no\"\nto /this",
                    metadata: ["reason": "\u{1B}[2J"],
                    time: time
                ),
                Line(level: "notice", logger: "worker", message: "plain", time: time),
            ]
        )
        #expect(lines.all.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1B}") && !$0.contains("\\/") })
    }

    @Test func `values that come from elsewhere neither break a text line nor steer a terminal`() {
        let lines = Lines()
        lines.logger(.text).notice("One\ntwo", metadata: ["reason": "\u{1B}[2J\u{2028}é"])
        #expect(lines.all == ["2026-01-01T00:00:00Z notice: One two (reason:  [2J é)"])
    }

    @Test func `messages below the level are not written, and a message's own metadata wins`() {
        let lines = Lines()
        var logger = lines.logger(.text, level: .warning)
        logger[metadataKey: "host"] = "a.test"
        logger.notice("unseen")
        logger.warning("seen", metadata: ["host": "b.test"])
        #expect(lines.all == ["2026-01-01T00:00:00Z warning: seen (host: b.test)"])
    }

    @Test func `messages of many threads are each one line`() async {
        let lines = Lines()
        let logger = lines.logger(.text)
        await withDiscardingTaskGroup { group in
            for number in 0..<8 {
                group.addTask { for _ in 0..<100 { logger.notice("From \(number)") } }
            }
        }
        #expect(lines.all.count == 800 && Set(lines.all).count == 8)
    }
}

@Suite("Log options") struct LogOptionsTests {
    @Test func `the defaults are calm text, and what is typed is handed on to workers`() throws {
        #expect(try LogOptions.parse([]).arguments() == ["--log-level", "notice", "--log-format", "text"])
        #expect(try LogOptions.parse([]).arguments(format: .json) == ["--log-level", "notice", "--log-format", "json"])
        let typed = ["--log-level", "debug", "--log-format", "text"]
        #expect(try LogOptions.parse(typed).arguments(format: .json) == typed)
    }

    @Test(arguments: [["--log-level", "loud"], ["--log-format", "xml"]])
    func `an unknown level or format is refused with those that are known`(words: [String]) {
        let error = #expect(throws: (any Error).self) { try LogOptions.parse(words) }
        let message = error.map { LogOptions.message(for: $0) } ?? ""
        #expect(message.contains(words[1]) && (message.contains("trace") || message.contains("json")), "\(message)")
    }
}
