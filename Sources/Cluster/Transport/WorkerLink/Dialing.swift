internal import Foundation
internal import LarderThreading

/// Where a worker's link connects to, and when.
///
/// libzmq would look up a name itself, on its only I/O thread, where a lookup that gets no answer blocks for 10 s and
/// more. Here each lookup has a thread of its own, and another begins a second later whatever became of it.
struct Dialing {
    private struct Name {
        let host: String
        let port: Substring
    }

    /// Nil: the endpoint has no name, but a number or a path.
    private let name: Name?
    /// The endpoint to connect to, without a name; nil: not known yet.
    private(set) var address: String?
    /// When it was connected to, or is to be, in milliseconds.
    private(set) var connectAt: UInt64 = 0
    private var pauseMs = Self.minPauseMs
    private var lookups = 0
    private var lookedUpAt: UInt64?

    /// Milliseconds from one lookup to the next.
    private static let lookupEveryMs: UInt64 = 1000
    /// Lookups without an answer yet at most; the resolver gives each up after some seconds.
    private static let maxLookups = 16
    /// Milliseconds at one of several addresses without a welcome, after which the next one is tried.
    private static let addressTrialMs: UInt64 = 3000
    private static let minPauseMs: UInt64 = 250
    private static let maxPauseMs: UInt64 = 10_000

    init(_ endpoint: String) {
        name = Self.name(in: endpoint)
        if name == nil { address = endpoint }
    }

    /// The host that has to be looked up; nil: none.
    var host: String? { name?.host }

    private static func name(in endpoint: String) -> Name? {
        guard endpoint.hasPrefix("tcp://"), let colon = endpoint.lastIndex(of: ":") else { return nil }
        let host = endpoint[..<colon].dropFirst("tcp://".count)
        // An address in numbers needs no lookup. An endpoint with `;` also names the worker's own address (zmq_tcp(7)).
        let isNumber = host.allSatisfy { $0.isHexDigit || ".:[]%".contains($0) } && (host.contains(":") || host.isIPv4)
        guard !isNumber, !host.contains(";"), !host.isEmpty else { return nil }
        return Name(host: String(host), port: endpoint[endpoint.index(after: colon)...])
    }

    /// Begins a lookup where one is due; to be called while the coordinator is away.
    mutating func lookUp(at now: UInt64, in mailbox: Mailbox<WorkerLink.Command>) {
        guard let name, lookups < Self.maxLookups, lookedUpAt.map({ now >= $0 + Self.lookupEveryMs }) ?? true
        else { return }
        lookedUpAt = now
        lookups += 1
        Thread.detachNewThread {
            let answer = HostAddresses.lookUp(name.host)
            mailbox.post(.lookedUp(answer))
        }
    }

    /// Takes a lookup's answer.
    ///
    /// - Returns: Whether the socket is to connect elsewhere.
    mutating func take(_ answer: HostAddresses, isWelcome: Bool, at now: UInt64) -> Bool {
        lookups -= 1
        guard let name, !answer.addresses.isEmpty else { return false }
        let endpoints = answer.addresses.map { "tcp://\($0):\(name.port)" }
        guard let address, let place = endpoints.firstIndex(of: address) else {
            let isOther = address != nil
            address = endpoints[0]
            return isOther
        }
        guard endpoints.count > 1, !isWelcome, now >= connectAt + Self.addressTrialMs else { return false }
        self.address = endpoints[(place + 1) % endpoints.count]
        return true
    }

    mutating func connected(at now: UInt64) { connectAt = now }

    /// Connect after a pause, which doubles until a coordinator lets this worker in: handshakes cost both sides.
    mutating func pause(_ now: UInt64) {
        connectAt = now + pauseMs
        pauseMs = min(Self.maxPauseMs, pauseMs * 2)
    }

    mutating func welcomed() { pauseMs = Self.minPauseMs }
}

extension Substring {
    fileprivate var isIPv4: Bool {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
