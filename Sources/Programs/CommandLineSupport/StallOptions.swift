internal import ArgumentParser
internal import LarderModel
package import LarderWorkerCore

/// How long jobs may stand still.
package struct StallOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp("Cancel a fetch job that has not moved for this long (default: 30s).", valueName: "time"),
        transform: WorkerLimits.milliseconds(typed:)
    )
    private var stallFetch: UInt64?
    @Option(
        help: ArgumentHelp("Cancel a render job that has not moved for this long (default: 60s).", valueName: "time"),
        transform: WorkerLimits.milliseconds(typed:)
    )
    private var stallRender: UInt64?
    @Option(help: .hidden, transform: WorkerLimits.milliseconds(typed:))
    private var stallGrace: UInt64?

    package init() {}

    package func apply(to limits: inout WorkerLimits) {
        if let stallFetch { limits.stallAfterMs.fetch = stallFetch }
        if let stallRender { limits.stallAfterMs.render = stallRender }
        if let stallGrace { limits.stallGraceMs = stallGrace }
    }
}
