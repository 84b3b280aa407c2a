internal import LarderModel

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
}

extension UInt8 {
    /// The byte; of an ASCII capital the small letter.
    var lowerASCII: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    var isAlphanumericASCII: Bool { isASCIILetter || isASCIIDigit }
}
