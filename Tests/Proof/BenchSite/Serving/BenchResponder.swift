/// Turns requests into responses, byte for byte; no state but the site.
struct BenchResponder {
    let site: BenchSite

    private static let get = Array("GET ".utf8)
    private static let condition = Array("if-none-match:".utf8)
    private static let end = Array("\r\n\r\n".utf8)
    private static let blank = UInt8(ascii: " ")

    /// Answers every whole request in `input`, in their order.
    ///
    /// - Returns: How many bytes of `input` they took; nil when what is there is no request.
    func respond(to input: [UInt8], into output: inout [UInt8]) -> Int? {
        var taken = 0
        while let end = Self.endOfHead(in: input, from: taken) {
            guard let target = Self.target(in: input[taken..<end]) else { return nil }
            append(target, condition: Self.condition(in: input[taken..<end]), to: &output)
            taken = end
        }
        return taken
    }

    private func append(_ path: ArraySlice<UInt8>, condition: ArraySlice<UInt8>?, to output: inout [UInt8]) {
        guard let target = BenchSite.Target(path) else { return appendNotFound(to: &output) }
        let tag = target.entityTag
        if let condition, condition.elementsEqual(tag.utf8) || condition.elementsEqual("*".utf8) {
            output += "HTTP/1.1 304 Not Modified\r\nETag: \(tag)\r\n\r\n".utf8
            return
        }
        var body: [UInt8] = []
        body.reserveCapacity(1 << 16)
        guard let type = site.appendBody(of: target, to: &body) else { return appendNotFound(to: &output) }
        output +=
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\nETag: \(tag)\r\n\r\n".utf8
        output += body
    }

    private func appendNotFound(to output: inout [UInt8]) {
        output += "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8
    }

    /// Behind the empty line.
    private static func endOfHead(in input: [UInt8], from start: Int) -> Int? {
        var index = start + 3
        while index < input.count {
            if input[index] == 0x0A, input[(index - 3)...index].elementsEqual(end) { return index + 1 }
            index += 1
        }
        return nil
    }

    private static func target(in head: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard head.starts(with: get) else { return nil }
        return head.dropFirst(get.count).prefix { $0 > blank }
    }

    /// The value of If-None-Match, without the blanks around it.
    private static func condition(in head: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var line = head.startIndex
        while let end = head[line...].firstIndex(of: 0x0A) {
            if head.endIndex - line > condition.count,
                zip(head[line...], condition).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
            {
                return head[(line + condition.count)..<end].drop { $0 == blank }.prefix { $0 > blank }
            }
            line = end + 1
        }
        return nil
    }
}
