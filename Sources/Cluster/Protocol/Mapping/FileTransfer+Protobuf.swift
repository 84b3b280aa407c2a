internal import LarderModel

internal import struct Foundation.Data

extension FileRequest {
    init(_ wire: WireFileRequest) throws(ProtocolError) {
        guard let name = Digest(bytes: [UInt8](wire.name)), wire.bytes.count <= ProtocolLimits.maxFilePartBytes,
            let offset = Int(exactly: wire.offset), let length = Int(exactly: wire.length)
        else { throw ProtocolError(.malformed, "A file request with an invalid name, offset, length or part") }
        let action: Action =
            switch wire.action {
            case 1: .read(from: offset)
            case 2: .write([UInt8](wire.bytes), from: offset, length: length)
            case 3: .remove
            default: throw ProtocolError(.malformed, "A file request with an unknown action")
            }
        self.init(number: wire.number, area: wire.area, name: name, action)
    }
}

extension WireFileRequest {
    init(_ request: FileRequest) {
        self.init()
        (number, area, name) = (request.number, request.area, Data(request.name.bytes))
        switch request.action {
        case .read(let from): (action, offset) = (1, UInt64(from))
        case .write(let part, let from, let whole):
            (action, offset, length, bytes) = (2, UInt64(from), UInt64(whole), Data(part))
        case .remove: action = 3
        }
    }
}

extension FileAnswer {
    init(_ wire: WireFileAnswer) {
        let length = Int(clamping: wire.length)
        let outcome: Outcome =
            switch wire.status {
            case 1: .read([UInt8](wire.bytes), length: length)
            case 2: .written(length)
            case 3: .missing
            default:
                .failed(
                    code: PlainText.line(wire.code, maxBytes: 64),
                    message: PlainText.line(wire.message, maxBytes: 1024)
                )
            }
        self.init(number: wire.number, outcome)
    }
}

extension WireFileAnswer {
    init(_ answer: FileAnswer) {
        self.init()
        number = answer.number
        switch answer.outcome {
        case .read(let part, let whole): (status, bytes, length) = (1, Data(part), UInt64(whole))
        case .written(let count): (status, length) = (2, UInt64(count))
        case .missing: status = 3
        case .failed(let code, let message): (status, self.code, self.message) = (4, code, message)
        }
    }
}
