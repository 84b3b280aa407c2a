/// Searching in UTF-8 bytes: comparing strings by characters costs many times as much.
extension RandomAccessCollection<UInt8> where Index == Int {
    /// The index of the first place where the bytes of the word begin.
    func index(of word: [UInt8]) -> Int? {
        guard let first = word.first, count >= word.count else { return nil }
        for index in startIndex...(endIndex - word.count) where self[index] == first {
            if self[index..<(index + word.count)].elementsEqual(word) { return index }
        }
        return nil
    }

    /// Without ASCII white space and control characters at both ends.
    var trimmedBytes: SubSequence {
        var view = self[startIndex...]
        while let first = view.first, first <= 0x20 { view = view.dropFirst() }
        while let last = view.last, last <= 0x20 { view = view.dropLast() }
        return view
    }
}
