package import LarderModel

/// Reads, writes or removes a file of the cache, in parts of at most ``ProtocolLimits/maxFilePartBytes``.
///
/// For a worker that does not share the cache's folder. A repetition does no harm.
package struct FileRequest: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        case read(from: Int)
        /// A part of a file of this length, from `offset` on; the first part of a new file begins at 0. No bytes: asks
        /// how many have come.
        case write([UInt8], from: Int, length: Int)
        /// Removes what is known of an answer, or a blob that is damaged.
        case remove
    }

    /// The answer repeats it.
    package var number: UInt64
    /// Which of the cache's folders, as the cache numbers them.
    package var area: UInt32
    package var name: Digest
    package var action: Action

    package init(number: UInt64 = 0, area: UInt32, name: Digest, _ action: Action) {
        self.number = number
        self.area = area
        self.name = name
        self.action = action
    }

    /// The same request; of a write, one of no bytes.
    package var withoutBytes: FileRequest {
        guard case .write(_, let offset, let length) = action else { return self }
        var request = self
        request.action = .write([], from: offset, length: length)
        return request
    }

    /// The bytes that it carries.
    package var byteCount: Int {
        if case .write(let bytes, _, _) = action { bytes.count } else { 0 }
    }
}

/// What came of a ``FileRequest``.
package struct FileAnswer: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        /// A part of a file of this length, from the request's offset on.
        case read([UInt8], length: Int)
        /// So many bytes of the file have come, and the next part begins there; all of them: the file is stored.
        case written(Int)
        case missing
        case failed(code: String, message: String)
    }

    package var number: UInt64
    package var outcome: Outcome

    package init(number: UInt64, _ outcome: Outcome) {
        self.number = number
        self.outcome = outcome
    }
}
