import LarderThreading
import Testing

@Suite("Mailbox", .timeLimit(.minutes(10))) struct MailboxTests {
    @Test func `commands come out in the order they went in`() throws {
        let box = try Mailbox<Int>()
        for command in 0..<5 { box.post(command) }
        box.post(contentsOf: [5, 6, 7])
        #expect(box.drain() == [0, 1, 2, 3, 4, 5, 6, 7])
        #expect(box.drain() == [])
        #expect(box.close() == [])
    }

    @Test func `the descriptor polls readable exactly while commands wait`() throws {
        let box = try Mailbox<Int>()
        #expect(!isReadable(box.wakeDescriptor))
        box.post(contentsOf: [])
        #expect(!isReadable(box.wakeDescriptor))
        box.post(1)
        box.post(2)
        #expect(isReadable(box.wakeDescriptor))
        _ = box.drain()
        #expect(!isReadable(box.wakeDescriptor))
        box.post(contentsOf: [3])
        #expect(isReadable(box.wakeDescriptor))
        #expect(box.close() == [3])
    }

    @Test func `a closed box takes nothing and says so`() throws {
        let box = try Mailbox<Int>()
        #expect(box.post(1))
        #expect(box.close() == [1])
        #expect(!box.post(2))
        #expect(!box.post(contentsOf: [3]))
        #expect(!box.post(contentsOf: []))
        #expect(box.drain() == [])
        #expect(box.close() == [])
    }

    @Test func `no command is lost between many senders and one owner`() async throws {
        enum Command: Sendable, Equatable {
            case add(sender: Int, number: Int)
            case stop
        }
        let senders = 8
        let perSender = 5_000
        let box = try Mailbox<Command>()
        let seen = Guarded([Int: [Int]]())
        let thread = try OwnerThread(name: "owner") {
            var numbers: [Int: [Int]] = [:]
            var isRunning = true
            while isRunning {
                waitUntilReadable(box.wakeDescriptor)
                for command in box.drain() {
                    switch command {
                    case .add(let sender, let number): numbers[sender, default: []].append(number)
                    case .stop: isRunning = false
                    }
                }
            }
            seen.withLock { $0 = numbers }
        }
        await withTaskGroup { group in
            for sender in 0..<senders {
                group.addTask {
                    for number in 0..<perSender { box.post(.add(sender: sender, number: number)) }
                }
            }
        }
        box.post(.stop)
        await thread.joined()
        #expect(box.close() == [])
        let numbers = seen.withLock { $0 }
        #expect(numbers.count == senders)
        for sender in 0..<senders { #expect(numbers[sender] == Array(0..<perSender)) }
    }

    @Test func `every command is handled or handed back when the box closes under fire`() async throws {
        for _ in 0..<50 {
            let box = try Mailbox<Int>()
            let taken = await withTaskGroup { group in
                for sender in 0..<4 {
                    group.addTask { (sender * 100..<sender * 100 + 100).filter { box.post($0) } }
                }
                group.addTask { box.drain() + box.close() }
                // The senders' lists say what was taken, the owner's what came out: each number is in both or in
                // neither.
                return await group.reduce(into: [Int: Int]()) { counts, list in
                    for number in list { counts[number, default: 0] += 1 }
                }
            }
            #expect(taken.values.allSatisfy { $0 == 2 })
        }
    }
}
