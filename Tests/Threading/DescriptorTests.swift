import Glibc
import LarderTestSupport
import LarderThreading
import Testing

/// These count what the whole process holds, so each runs in a process of its own.
///
/// The runtime opens one or another of its own at any time; a leak of one a round is hundreds.
@Suite("Descriptors", .timeLimit(.minutes(10))) struct DescriptorTests {
    @Test func `four hundred threads with mailboxes leave no descriptor behind`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                func openAndClose(_ rounds: Range<Int>) throws {
                    for round in rounds {
                        let box = try Mailbox<Int>()
                        let thread = try OwnerThread(name: "leak-\(round)") {
                            waitUntilReadable(box.wakeDescriptor)
                            _ = box.drain()
                        }
                        box.post(round)
                        thread.join()
                        // The other half is closed by the last reference.
                        if round.isMultiple(of: 2) { _ = box.close() }
                    }
                }
                try openAndClose(0..<2)  // what the runtime opens once is open now
                let before = try openDescriptors()
                try openAndClose(0..<400)
                let after = try openDescriptors()
                guard after < before + 100 else { fatalError("\(before) descriptors before, \(after) after") }
            }
        }
    }

    @Test func `a ready set tells of what is ready, in turn, and leaves no descriptor behind`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                func openAndClose(_ rounds: Int) throws {
                    for _ in 0..<rounds {
                        var ends: [Int32] = [0, 0]
                        guard unsafe pipe(&ends) == 0 else { fatalError("pipe") }
                        var set = try ReadySet()
                        guard set.watch(ends[0], for: .bytes), set.watch(ends[1], for: .room) else {
                            fatalError("refused")
                        }
                        var ready: [Int32] = []
                        set.wait { ready.append($0) }
                        guard ready == [ends[1]], unsafe write(ends[1], "x", 1) == 1 else { fatalError("\(ready)") }
                        ready = []
                        set.wait { ready.append($0) }
                        guard ready.sorted() == ends.sorted() else { fatalError("\(ready)") }
                        for end in ends { close(end) }
                    }
                }
                try openAndClose(2)
                let before = try openDescriptors()
                try openAndClose(400)
                let after = try openDescriptors()
                guard after < before + 100 else { fatalError("\(before) descriptors before, \(after) after") }
            }
        }
    }

    @Test func `a process without descriptors gets an error that names the way out`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                var limit = rlimit(rlim_cur: 0, rlim_max: 0)
                guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
                    fatalError("setrlimit")
                }
                do throws(ThreadingError) {
                    _ = try Mailbox<Int>()
                    fatalError("a mailbox came from nowhere")
                } catch {
                    guard error.code == .noDescriptor, error.message.contains("(errno \(EMFILE))"),
                        error.message.contains("ulimit -n")
                    else {
                        fatalError("\(error)")
                    }
                }
            }
        }
    }
}
