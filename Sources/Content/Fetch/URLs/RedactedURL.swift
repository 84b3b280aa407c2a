internal import LarderModel

/// The URL as it may be logged: without user and password, and without the values of parameters that carry secrets.
///
/// ``KeyNames`` knows these parameters, as `key` or `access_token`, in query or fragment, case-blind and
/// percent-encoded or not. Their values become `***`. Works on any text, also on text that is no URL.
package func redacted(url: String) -> String {
    var bytes = Array(url.utf8)
    let isBreak = { (byte: UInt8) in
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
            || byte == UInt8(ascii: "\\")
    }
    let firstBreak = bytes.firstIndex(where: isBreak) ?? bytes.endIndex
    var authorityStart = bytes.startIndex
    if firstBreak + 1 < bytes.endIndex, firstBreak == 0 || bytes[firstBreak - 1] == UInt8(ascii: ":") {
        authorityStart =
            bytes[firstBreak...].firstIndex { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") } ?? bytes.endIndex
    }
    let authorityEnd = bytes[authorityStart...].firstIndex(where: isBreak) ?? bytes.endIndex
    if let at = bytes[authorityStart..<authorityEnd].lastIndex(of: UInt8(ascii: "@")) {
        bytes.removeSubrange(authorityStart...at)
    } else if hasWrongPort(bytes[authorityStart..<authorityEnd]), let at = bytes.lastIndex(of: UInt8(ascii: "@")),
        at >= authorityEnd
    {
        bytes.removeSubrange(authorityStart...at)  // a password with a slash in it, seen before any parser refused it
    }
    guard let query = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
        return String(decoding: bytes, as: UTF8.self)
    }
    var result = Array(bytes[..<query])
    var position = query
    while position < bytes.endIndex {
        result.append(bytes[position])
        let start = position + 1
        let end = bytes[start...].firstIndex(where: isParameterBreak) ?? bytes.endIndex
        let parameter = bytes[start..<end]
        if let equals = parameter.firstIndex(of: UInt8(ascii: "=")), isSecretName(parameter[..<equals]),
            equals + 1 < end
        {
            result += parameter[...equals]
            result += [UInt8](repeating: UInt8(ascii: "*"), count: 3)
        } else {
            result += parameter
        }
        position = end
    }
    return String(decoding: result, as: UTF8.self)
}

private func hasWrongPort(_ authority: ArraySlice<UInt8>) -> Bool {
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")), !authority.contains(UInt8(ascii: "[")) else {
        return false
    }
    return !authority[(colon + 1)...].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}

private func isParameterBreak(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
    default: false
    }
}

/// Whether a parameter's name, as it stands in a URL, is that of a key.
private func isSecretName(_ name: ArraySlice<UInt8>) -> Bool {
    // Forms write a space as a plus sign.
    KeyNames.contain(String(decoding: name, as: UTF8.self).percentDecoded.replacing("+", with: " "))
}
