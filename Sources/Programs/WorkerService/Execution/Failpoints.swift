internal import Glibc
internal import LarderModel
internal import LarderProtocol

/// Jobs at which this worker misbehaves on purpose, for tests of a cluster.
///
/// Written `URN=ACTION[,URN=ACTION…]`; the first that matches acts. A URN names a job (`detail:sample:22526`), every
/// job for a record or picture (`recipe:sample:22526`), or, cut at a colon, every job whose URN begins so.
package struct Failpoints: Sendable, Hashable {
    /// The environment variable that programs read them from.
    package static let variable = "LARDER_FAILPOINTS"

    /// What happens when the job begins.
    package enum Action: String, Sendable, CaseIterable {
        /// The process kills itself with SIGKILL.
        case crash
        case abort
        /// The job never ends, even when cancelled, and shows no progress.
        case hang
        /// The same, and it keeps a thread that other jobs need.
        case block
        /// The job takes memory without end.
        case exhaust
    }

    /// Why a text is no list of failpoints.
    package struct ParsingError: Error, CustomStringConvertible {
        package let description: String
    }

    private struct Point: Sendable, Hashable {
        var urn: String
        var action: Action
    }

    private var points: [Point] = []

    package init() {}

    /// Reads `URN=ACTION[,URN=ACTION…]`; empty text means none.
    package init(parsing text: String) throws(ParsingError) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) where !text.isEmpty {
            // Keys of searches may hold an equals sign themselves.
            guard let equals = part.lastIndex(of: "="), equals > part.startIndex,
                let action = Action(rawValue: String(part[part.index(after: equals)...]))
            else {
                let form = "Write URN=ACTION; actions: \(Action.allCases.map(\.rawValue).joined(separator: ", "))."
                throw ParsingError(description: "\"\(part)\" in \(Self.variable) is no failpoint. \(form)")
            }
            points.append(Point(urn: String(part[..<equals]), action: action))
        }
    }

    package var isEmpty: Bool { points.isEmpty }

    /// The failpoints as they are written.
    package var text: String { points.map { "\($0.urn)=\($0.action.rawValue)" }.joined(separator: ",") }

    /// What happens at a job; nil: what always does.
    func action(at spec: JobSpec) -> Action? {
        guard !points.isEmpty else { return nil }
        let names = [spec.urn.description, spec.subjectURN].compactMap { $0 }
        return points.first { point in names.contains { $0 == point.urn || $0.hasPrefix(point.urn + ":") } }?.action
    }
}

extension Failpoints.Action {
    /// Misbehaves on a thread of the job's own.
    func perform() -> Never {
        switch self {
        case .crash: kill(getpid(), SIGKILL)
        case .abort: Glibc.abort()
        case .hang, .block: break
        case .exhaust:
            // About 1 GB a second, so that a watching process has time to act.
            while true {
                let bytes = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 4096)
                unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0xA5, count: 1 << 20)
                usleep(1000)
            }
        }
        while true { pause() }
    }

    /// Misbehaves in a task: a job that hangs takes no thread of the shared pool, a job that blocks does.
    func performInTask() async -> Never {
        if self == .hang {
            // Never resumed.
            await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        perform()
    }
}
