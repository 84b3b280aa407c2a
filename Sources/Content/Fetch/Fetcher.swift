internal import LarderModel
internal import LarderThreading
internal import Synchronization

/// Fetches over HTTP, hundreds of transfers at once, on one thread of its own named `fetch`.
///
/// It keeps connections open and shares them, speaks HTTP/2 where TLS offers it, decodes what curl decodes, keeps no
/// cookies, reads no netrc, follows no environment and takes no answer over a limit. No request reaches a loopback,
/// private or special address unless it says so, whatever a name resolves to and wherever a redirect leads.
///
/// Call ``stop()`` before the last reference goes.
package final class Fetcher: Sendable {
    /// Sent unless a request has one of its own.
    package let userAgent: String
    private let mailbox: Mailbox<FetchLoop.Command>
    private let thread: OwnerThread
    private let lastID = Atomic<UInt64>(0)

    private init(userAgent: String, mailbox: Mailbox<FetchLoop.Command>, thread: OwnerThread) {
        self.userAgent = userAgent
        self.mailbox = mailbox
        self.thread = thread
    }

    /// Starts the thread and waits until it is ready.
    ///
    /// - Throws: ``FetchError`` with code `couldNotStart` when there is no thread, no descriptor or no libcurl.
    package static func start(
        configuration: FetcherConfiguration = FetcherConfiguration()
    ) async throws(FetchError) -> Fetcher {
        let started = StartSignal()
        let mailbox: Mailbox<FetchLoop.Command>
        let thread: OwnerThread
        do throws(ThreadingError) {
            mailbox = try Mailbox()
            thread = try OwnerThread(name: "fetch") {
                do throws(FetchError) {
                    let loop = try FetchLoop(configuration: configuration, mailbox: mailbox)
                    started.finish()
                    loop.run()
                } catch {
                    started.finish(throwing: error)
                }
            }
        } catch {
            throw FetchError(.couldNotStart, error.message, cause: error)
        }
        do {
            try await started.wait()
        } catch {
            await thread.joined()
            _ = mailbox.close()
            throw error as? FetchError ?? FetchError(.couldNotStart, "The fetch thread did not start.", cause: error)
        }
        return Fetcher(userAgent: configuration.userAgent, mailbox: mailbox, thread: thread)
    }

    /// Fetches one URL, redirects included.
    ///
    /// Safe from any task, any number at once. Cancelling the task aborts the transfer and closes its connection.
    ///
    /// - Throws: ``FetchError``; nothing of a cut or oversized answer is handed out.
    package func fetch(_ request: FetchRequest) async throws(FetchError) -> FetchResponse {
        let url = try HopURL(request.url)
        for field in request.headers where !field.isSendable {
            throw FetchError(
                .badHeader,
                "The header '\(field.name.prefix(100))' cannot be sent to <\(redacted(url: url.text))>."
            )
        }
        let id = lastID.add(1, ordering: .relaxed).newValue
        let call = Call()
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { reply in
                switch call.start({ mailbox.post(.start(id: id, url: url, request: request, reply: reply)) }) {
                case .posted: break
                case .refused: reply.resume(returning: .failure(Self.stopped(url)))
                case .cancelled: reply.resume(returning: .failure(Self.cancelled(url)))
                }
            }
        } onCancel: {
            call.cancel { mailbox.post(.cancel(id: id)) }
        }.get()
    }

    /// Aborts every transfer, closes every connection and ends the thread.
    ///
    /// Running, waiting and later fetches throw ``FetchError`` with code `stopped`. May be called again.
    package func stop() async {
        mailbox.post(.stop)
        await thread.joined()
        for command in mailbox.close() {
            if case .start(_, let url, _, let reply) = command { reply.resume(returning: .failure(Self.stopped(url))) }
        }
    }

    private static func cancelled(_ url: HopURL) -> FetchError {
        FetchError(.cancelled, "Cancelled before <\(redacted(url: url.text))> was fetched.")
    }

    private static func stopped(_ url: HopURL) -> FetchError {
        FetchError(.stopped, "The fetcher was stopped before <\(redacted(url: url.text))> was fetched.")
    }
}

/// Puts the start of a call before its cancellation, which may come first.
private final class Call: Sendable {
    private enum State { case new, started, cancelled }
    enum Start { case posted, refused, cancelled }

    private let state = Guarded(State.new)

    func start(_ post: () -> Bool) -> Start {
        state.withLock { state in
            guard state == .new else { return .cancelled }
            state = .started
            return post() ? .posted : .refused
        }
    }

    func cancel(_ cancel: () -> Void) {
        state.withLock { state in
            if state == .started { cancel() } else { state = .cancelled }
        }
    }
}
