/// A stop in two steps: a first request asks for an orderly end; a second one, or the end of a limit, for an end at
/// once.
package enum StopSequence {
    package enum Step: Sendable {
        /// Finish what runs, begin nothing.
        case drain
        /// End at once, on a second request.
        case stop
        /// End at once, as the orderly end took too long.
        case giveUp
    }

    /// Runs until the second step was asked for, the requests end without a first one, or the task is cancelled.
    ///
    /// - Parameter requests: Each element is one request.
    package static func run(
        _ requests: AsyncStream<Void>,
        limit: Duration,
        clock: any Clock<Duration>,
        ask: @Sendable (Step) async -> Void
    ) async {
        guard await requests.first(where: { _ in true }) != nil else { return }
        await ask(.drain)
        let step = await withTaskGroup(of: Step?.self) { group in
            group.addTask { await requests.first(where: { _ in true }).map { _ in .stop } }
            group.addTask { (try? await clock.sleep(for: limit)).map { _ in .giveUp } }
            defer { group.cancelAll() }
            // Requests may end without a second one: then only the limit is left to wait for.
            return await group.first { $0 != nil } ?? nil
        }
        if let step { await ask(step) }
    }
}
