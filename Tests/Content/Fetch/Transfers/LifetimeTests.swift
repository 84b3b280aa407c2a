import Glibc
import LarderFetch
import LarderTestSupport
import LarderThreading
import Testing

@Suite("Cancelling and stopping", .timeLimit(.minutes(10))) struct LifetimeTests {
    /// Fires once the server has the request.
    private static func holding(_ arrived: StartSignal, _ ended: StartSignal) -> ScriptedServer.Handler {
        { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nstart")
            arrived.finish()
            connection.waitForEnd()
            ended.finish()
        }
    }

    @Test func `cancelling aborts the transfer and closes its connection`() async throws {
        let arrived = StartSignal()
        let ended = StartSignal()
        try await withServer(FetcherConfiguration(), Self.holding(arrived, ended)) { server, fetcher in
            let task = Task { await failure(fetcher, server.request("/")) }
            try await arrived.wait()
            task.cancel()
            #expect(await task.value?.code == .cancelled)
            try await ended.wait()
        }
    }

    @Test func `a task cancelled before it asks sends nothing`() async throws {
        try await withServer { _, connection in
            connection.answer(body: "x")
        } body: { server, fetcher in
            let gate = StartSignal()
            let task = Task {
                try? await gate.wait()
                return await failure(fetcher, server.request("/"))
            }
            task.cancel()
            gate.finish()
            #expect(await task.value?.code == .cancelled)
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `one that waits for a place can be cancelled and the place goes to the next`() async throws {
        let arrived = StartSignal()
        let ended = StartSignal()
        try await withServer(FetcherConfiguration(maxConnectionsPerHost: 1)) { request, connection in
            if request.path == "/hold" {
                Self.holding(arrived, ended)(request, connection)
            } else {
                connection.answer(body: "x")
            }
        } body: { server, fetcher in
            let holder = Task { await failure(fetcher, server.request("/hold")) }
            try await arrived.wait()
            let waiting = Task { await failure(fetcher, server.request("/never")) }
            let next = Task { await failure(fetcher, server.request("/next")) }
            waiting.cancel()
            #expect(await waiting.value?.code == .cancelled)
            holder.cancel()
            #expect(await holder.value?.code == .cancelled)
            #expect(await next.value == nil)
            #expect(server.requests.map(\.path) == ["/hold", "/next"])
        }
    }

    @Test func `cancelling at any moment answers exactly once`() async throws {
        try await withServer(FetcherConfiguration(maxConnectionsPerHost: 8)) { _, connection in
            connection.answer(body: "x")
        } body: { server, fetcher in
            let counts = await withTaskGroup { group in
                for number in 0..<400 {
                    let task = Task { await failure(fetcher, server.request("/\(number)")) }
                    group.addTask {
                        for _ in 0..<(number % 7) { await Task.yield() }
                        if number.isMultiple(of: 2) { task.cancel() }
                        return await task.value?.code
                    }
                }
                return await group.reduce(into: [FetchError.Code?: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(counts.values.reduce(0, +) == 400)
            #expect(counts[nil, default: 0] >= 200)
            #expect(counts[nil, default: 0] + counts[.cancelled, default: 0] == 400)
            #expect(await failure(fetcher, server.request("/after")) == nil)
        }
    }

    @Test func `stopping fails what is under way, what waits and what comes later`() async throws {
        let arrived = StartSignal()
        try await withServer(FetcherConfiguration(maxConnectionsPerHost: 1), Self.holding(arrived, StartSignal())) {
            server,
            fetcher in
            let tasks = (0..<10).map { number in Task { await failure(fetcher, server.request("/\(number)")) } }
            try await arrived.wait()
            await fetcher.stop()
            for task in tasks { #expect(await task.value?.code == .stopped) }
            #expect(await failure(fetcher, server.request("/late"))?.code == .stopped)
            await fetcher.stop()
        }
    }

    @Test func `a fetcher without descriptors says what it needs`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                var limit = rlimit(rlim_cur: 0, rlim_max: 0)
                guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
                    fatalError("setrlimit")
                }
                do throws(FetchError) {
                    let fetcher = try await Fetcher.start()
                    await fetcher.stop()
                    fatalError("a fetcher came from nowhere")
                } catch {
                    guard error.code == .couldNotStart, error.message.contains("ulimit -n"), error.cause != nil else {
                        fatalError("\(error)")
                    }
                }
            }
        }
    }

    @Test func `four hundred fetchers leave no descriptor behind`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                let (ends, sink) = AsyncStream<Void>.makeStream()
                try await ScriptedServer.run { _, connection in
                    connection.answer(body: "x")
                    connection.waitForEnd()
                    connection.end()
                    sink.yield()
                } around: { server in
                    func openAndClose(_ rounds: Int) async throws {
                        for round in 0..<rounds {
                            try await withFetcher { fetcher in
                                if round.isMultiple(of: 10) { _ = try await fetcher.fetch(server.request("/")) }
                            }
                            // The server's end is to be closed too before anyone counts.
                            if round.isMultiple(of: 10) { _ = await ends.next() }
                        }
                    }
                    try await openAndClose(11)
                    let before = try openDescriptors()
                    try await openAndClose(400)
                    let after = try openDescriptors()
                    // The runtime may open one or another of its own; a leak of one for each connection is forty.
                    guard after < before + 20 else { fatalError("\(before) descriptors before, \(after) after") }
                }
            }
        }
    }
}
