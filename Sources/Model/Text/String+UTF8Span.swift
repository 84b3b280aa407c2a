extension String {
    /// Lends the bytes of the text.
    ///
    /// The standard library's `utf8.span` begins with macOS 26, iOS 26 and so on.
    @inlinable
    @inline(__always)
    package func withUTF8Span<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        var text = self
        return try text.withUTF8 { try unsafe body($0.span) }
    }
}
