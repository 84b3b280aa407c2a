/// How far the whole run has come.
extension JobLedger {
    /// How far the whole run has come.
    enum Stage: Sendable {
        case working
        /// Every job of the table has ended, and the workers were dismissed; more jobs may come.
        case finished
        /// Nothing more is handed out.
        case draining
        /// The same, and the workers were dismissed.
        case drained
    }

    var isDraining: Bool { stage == .draining || stage == .drained }
}
