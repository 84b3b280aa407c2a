extension CharacterEncoding {
    /// Decodes bytes by the Encoding Standard, a byte order mark included: what cannot be decoded becomes U+FFFD.
    ///
    /// - Returns: UTF-8; for ``utf8`` the bytes as they are, because the parser repairs them.
    package func utf8(decoding bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .utf8: bytes
        case .replacement: bytes.isEmpty ? [] : [0xEF, 0xBF, 0xBD]
        case .utf16BE: UTF16Decoder.utf8(bytes, isBigEndian: true)
        case .utf16LE: UTF16Decoder.utf8(bytes, isBigEndian: false)
        case .gbk, .gb18030: GB18030Decoder.utf8(bytes)
        case .big5: TwoByteDecoder.big5.utf8(bytes)
        case .eucKR: TwoByteDecoder.eucKR.utf8(bytes)
        case .shiftJIS: TwoByteDecoder.shiftJIS.utf8(bytes)
        case .eucJP: EUCJPDecoder.utf8(bytes)
        case .iso2022JP: ISO2022JPDecoder.utf8(bytes)
        default: singleByteUTF8(bytes)
        }
    }

    private func singleByteUTF8(_ bytes: [UInt8]) -> [UInt8] {
        let index = SingleByteIndex.scalars(of: self)
        var output = UTF8Output(capacity: bytes.count + bytes.count / 2)
        for byte in bytes {
            let place = Int(byte) - 0x80
            if place < 0 {
                output.append(ascii: byte)
            } else {
                output.append(orReplacement: EncodingIndex.scalar(place, in: index))
            }
        }
        return output.bytes
    }
}
