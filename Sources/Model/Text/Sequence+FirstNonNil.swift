extension Sequence {
    /// The first result that is not nil; `transform` is called once for each element up to it.
    ///
    /// `lazy.compactMap(transform).first` calls it twice for the element it finds, which doubles with each level of a
    /// recursion.
    package func firstNonNil<Result>(_ transform: (Element) throws -> Result?) rethrows -> Result? {
        for element in self {
            if let result = try transform(element) { return result }
        }
        return nil
    }
}
