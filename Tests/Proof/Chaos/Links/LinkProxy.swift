internal import Foundation
internal import Glibc
internal import LarderTestSupport
internal import LarderThreading
internal import Synchronization

/// A TCP link over loopback whose conditions can be made: everything that connects to ``port`` is led to another port.
///
/// One thread moves all bytes; ``stop()`` ends it.
package final class LinkProxy: Sendable {
    /// What went over the link so far.
    package struct Totals: Sendable, Equatable {
        /// Connections taken from clients.
        package var connections = 0
        /// Bytes that clients sent and the server was given.
        package var bytesToServer = 0
        package var bytesToClient = 0
        /// How often the bytes to be counted came from clients.
        package var marks = 0
    }

    struct Command: Sendable {
        enum Change: Sendable {
            case conditions(NetworkConditions)
            case reset
            case refuse
            case accept
            case stop
        }

        var change: Change
        /// Finished once the change holds.
        let isMade = StartSignal()
    }

    /// Where clients connect.
    package var port: Int { held.number }
    private let held: HeldPort
    private let mailbox: Mailbox<Command>
    private let thread: OwnerThread
    private let shared = SharedTotals()

    /// Runs `body` with a link and stops it, whatever becomes of `body`.
    package static func with(
        to target: Int,
        seed: UInt64 = 0,
        counting mark: [UInt8] = [],
        _ body: (LinkProxy) async throws -> Void
    ) async throws {
        let link = try LinkProxy(to: target, seed: seed, counting: mark)
        do {
            try await body(link)
        } catch {
            await link.stop()
            throw error
        }
        await link.stop()
    }

    /// Listens, and leads clients to `target`.
    ///
    /// - Parameters:
    ///   - seed: Of the jitter.
    ///   - mark: Bytes whose occurrences on the way to the server are counted.
    package init(to target: Int, seed: UInt64 = 0, counting mark: [UInt8] = []) throws {
        held = try HeldPort()
        let port = held.number
        let (listener, _) = try RawHTTP.listener(port: port)
        let mailbox = try Mailbox<Command>()
        let shared = shared
        self.mailbox = mailbox
        thread = try OwnerThread(name: "link-proxy") {
            var loop = ProxyLoop(listener: listener, port: port, target: target, seed: seed, mark: mark)
            loop.run(mailbox, shared)
        }
    }

    package var totals: Totals { shared.get() }

    /// Changes the conditions for connections that stand and for those to come.
    package func set(_ conditions: NetworkConditions) async { await make(.conditions(conditions)) }

    /// Resets every connection that stands (RST).
    package func reset() async { await make(.reset) }

    /// Resets every connection and stops listening: connects are refused, as by a machine whose program has ended.
    package func refuse() async { await make(.refuse) }

    /// Listens again after ``refuse()``, on the same port.
    package func accept() async { await make(.accept) }

    /// Resets every connection and ends the thread; ``totals`` are final then.
    package func stop() async {
        await make(.stop)
        await thread.joined()
        _ = mailbox.close()
    }

    /// Returns when the change holds, or the thread has ended before.
    private func make(_ change: Command.Change) async {
        let command = Command(change: change)
        guard mailbox.post(command) else { return }
        try? await command.isMade.wait()  // the thread only ever finishes it well
    }
}

/// Totals written by the proxy's thread, read by anyone.
final class SharedTotals: Sendable {
    private let state = Mutex(LinkProxy.Totals())
    func set(_ value: LinkProxy.Totals) { state.withLock { $0 = value } }
    func get() -> LinkProxy.Totals { state.withLock { $0 } }
}
