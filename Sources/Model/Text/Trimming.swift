extension String {
    /// The text without white space (Unicode's) and control characters at its ends.
    package var trimmedSpace: String {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .control || scalar == "\u{FEFF}"
        }
        return trimming(isSpace)
    }

    /// The text without the scalars at its ends that `isDropped` accepts.
    package func trimming(_ isDropped: (Unicode.Scalar) -> Bool) -> String {
        var view = Substring(self).unicodeScalars
        while let first = view.first, isDropped(first) { view.removeFirst() }
        while let last = view.last, isDropped(last) { view.removeLast() }
        return String(view)
    }
}
