package import Foundation
internal import LarderModel
package import Logging

/// Writes each log message with one call of `write`, as a line for people or a JSON object.
package struct LineLogHandler: LogHandler {
    package enum Format: String, Sendable, CaseIterable {
        /// `2026-01-31T12:00:00Z notice: Message (key: value)`
        case text
        /// `{"level": "notice", "logger": "coordinator", "message": "Message", "metadata": {"key": "value"}, "time":
        /// …}`
        case json
    }

    package var logLevel = Logger.Level.notice
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let format: Format
    private let now: @Sendable () -> Date
    private let write: @Sendable (String) -> Void

    package init(
        label: String,
        format: Format,
        now: @escaping @Sendable () -> Date = { Date() },
        write: @escaping @Sendable (String) -> Void
    ) {
        self.label = label
        self.format = format
        self.now = now
        self.write = write
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        let values = all.mapValues(\.description)
        switch format {
        case .text: write(text(event, values))
        case .json: write(json(event, values))
        }
    }

    private func text(_ event: LogEvent, _ values: [String: String]) -> String {
        let pairs = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        let line = "\(now().ISO8601Format()) \(event.level): \(event.message)" + (pairs.isEmpty ? "" : " (\(pairs))")
        return line.printable
    }

    private func json(_ event: LogEvent, _ values: [String: String]) -> String {
        JSONWriter.text { json in
            json.object { json in
                json.member("level", event.level.rawValue)
                json.member("logger", label)
                json.member("message", event.message.description)
                if !values.isEmpty {
                    json.key("metadata")
                    json.object { json in
                        for (key, value) in values.sorted(by: { $0.key < $1.key }) { json.member(key, value) }
                    }
                }
                json.member("time", now().ISO8601Format())
            }
        }
    }
}

extension String {
    /// The text without line ends and control characters: values may come from other machines.
    fileprivate var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control || value == 0x2028 || value == 0x2029 }
}
