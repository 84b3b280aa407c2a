internal import LarderModel

/// The URL for logs: without user and password, and with `***` for the values of parameters that ``KeyNames`` knows.
package func redacted(url: String) -> String {
    var bytes = Array(url.utf8)
    if let userInfo = userInfo(in: bytes) { bytes.removeSubrange(userInfo) }
    let query = bytes.firstIndex(where: "?#".utf8.contains) ?? bytes.endIndex
    var result = Array(bytes[..<query])
    var position = query
    while position < bytes.endIndex {
        result.append(bytes[position])
        let start = position + 1
        let end = bytes[start...].firstIndex(where: "&;?#".utf8.contains) ?? bytes.endIndex
        let parameter = bytes[start..<end]
        if let equals = parameter.firstIndex(of: UInt8(ascii: "=")), isSecretName(parameter[..<equals]),
            equals + 1 < end
        {
            result += parameter[...equals] + Array("***".utf8)
        } else {
            result += parameter
        }
        position = end
    }
    return String(decoding: result, as: UTF8.self)
}

/// Where user name and password stand in a URL, with the `@` behind them.
func userInfo(in bytes: [UInt8]) -> ClosedRange<Int>? {
    let isBreak = "/?#\\".utf8.contains
    let firstBreak = bytes.firstIndex(where: isBreak) ?? bytes.endIndex
    var authorityStart = bytes.startIndex
    if firstBreak + 1 < bytes.endIndex, firstBreak == 0 || bytes[firstBreak - 1] == UInt8(ascii: ":") {
        authorityStart =
            bytes[firstBreak...].firstIndex { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") } ?? bytes.endIndex
    }
    let authorityEnd = bytes[authorityStart...].firstIndex(where: isBreak) ?? bytes.endIndex
    if let at = bytes[authorityStart..<authorityEnd].lastIndex(of: UInt8(ascii: "@")) {
        return authorityStart...at
    }
    if hasWrongPort(bytes[authorityStart..<authorityEnd]), let at = bytes.lastIndex(of: UInt8(ascii: "@")),
        at >= authorityEnd
    {
        return authorityStart...at  // a password with a slash in it, seen before any parser refused it
    }
    return nil
}

private func hasWrongPort(_ authority: ArraySlice<UInt8>) -> Bool {
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")), !authority.contains(UInt8(ascii: "[")) else {
        return false
    }
    return !authority[(colon + 1)...].allSatisfy(\.isASCIIDigit)
}

private func isSecretName(_ name: ArraySlice<UInt8>) -> Bool {
    // Forms write a space as a plus sign.
    KeyNames.contain(String(decoding: name, as: UTF8.self).percentDecoded.replacing("+", with: " "))
}
