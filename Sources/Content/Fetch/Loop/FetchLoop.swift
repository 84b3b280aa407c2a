internal import CCurl
internal import LarderThreading

/// The fetch thread's work: everything curl, from the first transfer to the last.
final class FetchLoop {
    enum Command: Sendable {
        case start(id: UInt64, url: HopURL, request: FetchRequest, reply: Transfer.Reply)
        case cancel(id: UInt64)
        case stop
    }

    private let configuration: FetcherConfiguration
    private let mailbox: Mailbox<Command>
    private let multi: MultiHandle
    private let memory: MemoryBudget
    private var queue: TransferQueue
    private var transfers: [UInt64: Transfer] = [:]
    /// By the address of the easy handle.
    private var running: [UInt: Transfer] = [:]
    private var spareHandles: [EasyHandle] = []
    private var nextCheck = UInt64.max
    private var isStopping = false

    /// Easy handles kept for the next transfer.
    private static let maxSpareHandles = 64
    /// The least time from one turn to the next, so that a turn handles many answers.
    private static let turnMicroseconds: UInt64 = 2000

    init(configuration: FetcherConfiguration, mailbox: Mailbox<Command>) throws(FetchError) {
        self.configuration = configuration
        self.mailbox = mailbox
        multi = try MultiHandle(maxIdleConnections: configuration.maxIdleConnections)
        memory = MemoryBudget(bytes: configuration.maxBufferedBytes)
        queue = TransferQueue(maxPerHost: configuration.maxConnectionsPerHost, maxInAll: configuration.maxTransfers)
    }

    /// Returns after ``Command/stop``, with all transfers answered.
    func run() {
        var pacing = TurnPacing(microseconds: Self.turnMicroseconds)
        while true {
            pacing.beginTurn()
            for command in mailbox.drain() { handle(command) }
            if isStopping { break }
            startWaiting()
            // Before curl reads: bytes that had arrived by then count as in time.
            let now = MonotonicClock.now
            multi.perform()
            while let (address, result) = multi.nextDone() { finish(address, result) }
            checkTimes(now: now)
            startWaiting()
            multi.wait(alsoFor: mailbox.wakeDescriptor, milliseconds: pause)
        }
        for transfer in Array(transfers.values) {
            end(transfer, .failure(FetchError(.stopped, "Stopped before <\(transfer.redactedURL)> was fetched.")))
        }
    }

    private func handle(_ command: Command) {
        switch command {
        case .start(let id, let url, let request, let reply):
            transfers[id] = Transfer(
                id: id,
                url: url,
                request: request,
                configuration: configuration,
                memory: memory,
                reply: reply
            )
            queue.add(id, host: url.origin)
        case .cancel(let id):
            guard let transfer = transfers[id] else { return }  // it was answered while the request to cancel came in
            end(transfer, .failure(FetchError(.cancelled, "Cancelled before <\(transfer.redactedURL)> was fetched.")))
        case .stop:
            isStopping = true
        }
    }

    private func startWaiting() {
        while let (id, host) = queue.next() {
            guard let transfer = transfers[id] else {  // ended while it waited
                queue.leave(host: host)
                continue
            }
            let now = MonotonicClock.now
            do throws(FetchError) {
                let easy = if let spare = spareHandles.popLast() { spare } else { try EasyHandle() }
                try transfer.begin(with: easy, now: now)
                try multi.add(easy)
                running[easy.address] = transfer
                nextCheck = min(nextCheck, transfer.deadline(now: now))
            } catch {
                transfer.easy = nil
                queue.leave(host: host)
                end(transfer, .failure(error))
            }
        }
    }

    private func finish(_ address: UInt, _ result: CURLcode) {
        guard let transfer = running[address] else { return }
        let host = transfer.url.origin
        let outcome = transfer.finishHop(result, now: MonotonicClock.now)
        release(transfer, host: host, isReusable: result == CURLE_OK)
        switch outcome {
        case .done(let answer): end(transfer, answer)
        case .redirected: queue.add(transfer.id, host: transfer.url.origin)
        }
    }

    /// Frees the transfer's handle and its place, if it has them.
    ///
    /// The handle of a failed transfer is not reused: curl may have left something in it.
    private func release(_ transfer: Transfer, host: String, isReusable: Bool = false) {
        guard let easy = transfer.easy else { return }
        transfer.leaveHop()
        running[easy.address] = nil
        multi.remove(easy)
        queue.leave(host: host)
        guard isReusable, spareHandles.count < Self.maxSpareHandles else { return }
        easy.reset()
        spareHandles.append(easy)
    }

    /// Answers the caller.
    private func end(_ transfer: Transfer, _ answer: Result<FetchResponse, FetchError>) {
        release(transfer, host: transfer.url.origin)
        transfers[transfer.id] = nil
        transfer.reply.resume(returning: answer)
    }

    private func checkTimes(now: UInt64) {
        guard now >= nextCheck else { return }
        nextCheck = .max
        for transfer in Array(transfers.values) {
            if let timeout = transfer.timeout(now: now) {
                end(transfer, .failure(timeout))
            } else {
                nextCheck = min(nextCheck, transfer.deadline(now: now))
            }
        }
    }

    /// Milliseconds until the next limit of time, rounded up; curl waits less when it has a reason of its own.
    private var pause: Int32 {
        guard nextCheck != .max else { return 60_000 }
        let now = MonotonicClock.now
        guard nextCheck > now else { return 0 }
        return Int32(min((nextCheck - now + 999_999) / 1_000_000, 60_000))
    }
}
