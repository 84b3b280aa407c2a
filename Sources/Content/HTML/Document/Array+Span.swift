extension Array {
    /// Lends the elements.
    ///
    /// The standard library's `span` of an array begins with macOS 26, iOS 26 and so on.
    @inlinable
    @inline(__always)
    package func withSpan<Result>(_ body: (Span<Element>) throws -> Result) rethrows -> Result {
        try unsafe withUnsafeBufferPointer { try unsafe body($0.span) }
    }
}
