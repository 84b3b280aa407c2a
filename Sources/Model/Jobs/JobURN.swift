/// Writes and reads the name of a job, `kind:key`, such as `search:sample:pasta:3`.
public struct JobURN: Sendable, Hashable, CustomStringConvertible {
    /// What the job does.
    public var kind: JobKind
    /// Unique within the kind; begins with the source's name.
    public var key: String

    /// Names a job.
    public init(kind: JobKind, key: String) {
        self.kind = kind
        self.key = key
    }

    /// Reads `kind:key`, or nil when the kind is unknown.
    public init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), let kind = JobKind(name: String(text[..<colon])) else { return nil }
        self.init(kind: kind, key: String(text[text.index(after: colon)...]))
    }

    /// `kind:key`.
    public var description: String { "\(kind.name):\(key)" }
}
