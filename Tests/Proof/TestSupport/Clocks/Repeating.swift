/// Calls `action` every `interval` of the real clock until the task is cancelled.
package func repeating(every interval: Duration, _ action: @escaping @Sendable () -> Void) -> Task<Void, Never> {
    Task { while (try? await Task.sleep(for: interval)) != nil { action() } }
}
