/// How progress is shown.
package enum ProgressMode: String, Sendable, CaseIterable {
    /// A bar on a terminal, plain lines elsewhere.
    case auto
    /// A bar for each kind, drawn again and again.
    case bar
    /// A line every five seconds.
    case plain
    /// A JSON object a second on standard error; the summary as JSON on standard output.
    case json
    /// Only the summary.
    case none
}
