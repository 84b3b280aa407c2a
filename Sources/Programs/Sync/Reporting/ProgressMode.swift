/// How progress is shown.
package enum ProgressMode: String, Sendable, CaseIterable {
    /// A bar on a terminal, plain lines elsewhere.
    case auto
    /// A bar for each kind, drawn again and again.
    case bar
    /// One line every five seconds.
    case plain
    /// One JSON object a second on standard error, the summary as one on standard output.
    case json
    /// Nothing until the summary.
    case none
}
