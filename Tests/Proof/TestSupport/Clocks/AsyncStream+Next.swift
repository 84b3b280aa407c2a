extension AsyncStream where Element: Sendable {
    /// Waits for one element; nil at the end.
    package func next() async -> Element? { await first { _ in true } }
}
