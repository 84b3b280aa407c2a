import LarderModel
import LarderProtocol

/// What tests ask of the messages that a worker sent.
extension Message {
    var isHello: Bool { if case .hello = self { true } else { false } }

    var credit: (fetch: UInt64, render: UInt64)? {
        if case .credit(let fetch, let render) = self { (fetch, render) } else { nil }
    }

    /// The jobs whose results it brings.
    var results: [JobID] { if case .result(let results) = self { results.map(\.lease.job) } else { [] } }

    /// The jobs that it gives back.
    var released: [JobID] { if case .release(let leases) = self { leases.map(\.job) } else { [] } }
}
