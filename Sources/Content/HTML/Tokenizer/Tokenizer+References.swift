extension Tokenizer {
    /// Reads the character reference whose `&` is at `at` (13.2.5.72), into the run if it is one.
    ///
    /// - Returns: The index to read on from: after the reference, or after the `&` if it is only that.
    mutating func readReference(
        _ source: Span<UInt8>,
        at: Int,
        inAttribute: Bool = false,
        into run: inout CharacterRun
    ) -> Int {
        let start = at &+ 1
        guard start < source.count else { return start }
        if source[start] == 0x23 {
            guard let (value, end) = CharacterReferences.number(source, at: start &+ 1) else { return start }
            open(&run, upTo: at)
            decoded += UTF8.encode(CharacterReferences.scalar(value)) ?? UTF8.encodedReplacementCharacter
            run.start = end < source.count && source[end] == 0x3B ? end &+ 1 : end
            return run.start
        }
        if isAmpersand(source, at: start) {
            open(&run, upTo: at)
            decoded.append(0x26)
            run.start = start &+ 4
            return run.start
        }
        guard ASCII.isLetter(source[start]), let match = references.longestMatch(source, at: start) else {
            return start
        }
        if inAttribute, source[match.end &- 1] != 0x3B, match.end < source.count {
            let following = source[match.end]
            if following == 0x3D || ASCII.isAlphanumeric(following) { return start }
        }
        open(&run, upTo: at)
        for index in match.value { decoded.append(references.values[index]) }
        run.start = match.end
        return match.end
    }

    /// Whether `amp;` stands at `start`: most references of real pages are this one.
    @inline(__always)
    private func isAmpersand(_ source: Span<UInt8>, at start: Int) -> Bool {
        start &+ 4 <= source.count && source[start] == 0x61 && source[start &+ 1] == 0x6D
            && source[start &+ 2] == 0x70 && source[start &+ 3] == 0x3B
    }

    private mutating func open(_ run: inout CharacterRun, upTo at: Int) {
        if run.decodedStart < 0 { run.decodedStart = decoded.count }
        appendDecoded(run.start..<at)
    }
}
