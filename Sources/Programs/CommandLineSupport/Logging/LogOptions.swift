internal import ArgumentParser
package import Logging

/// The log options of both programs.
package struct LogOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Log messages of this severity and above, on standard error: \(Self.known(Logger.Level.self)) (default: notice).",
            valueName: "level"
        ),
        transform: { try Self.one($0, "level") }
    )
    private var logLevel = Logger.Level.notice
    @Option(
        help: ArgumentHelp(
            "How log messages are written: \(Self.known(LineLogHandler.Format.self)) (default: text).",
            valueName: "format"
        ),
        transform: { try Self.one($0, "format") }
    )
    private var logFormat: LineLogHandler.Format?

    package init() {}

    /// - Parameters:
    ///   - format: The default format.
    ///   - write: Writes a line; its end is not included.
    package func logger(
        _ label: String,
        format: LineLogHandler.Format = .text,
        write: @escaping @Sendable (String) -> Void = printError
    ) -> Logger {
        var logger = Logger(label: label) {
            LineLogHandler(label: $0, format: logFormat ?? format, write: write)
        }
        logger.logLevel = logLevel
        return logger
    }

    /// The options for a worker's command line.
    package func arguments(format: LineLogHandler.Format = .text) -> [String] {
        ["--log-level", logLevel.rawValue, "--log-format", (logFormat ?? format).rawValue]
    }

    private static func known<Value: CaseIterable & RawRepresentable<String>>(_ type: Value.Type) -> String {
        let names = type.allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    private static func one<Value: CaseIterable & RawRepresentable<String>>(_ text: String, _ what: String) throws
        -> Value
    {
        guard let value = Value(rawValue: text) else {
            throw ValidationError("There is no \(what) \"\(text)\". Write \(known(Value.self)).")
        }
        return value
    }
}
