internal import LarderModel
internal import LarderProtocol
internal import LarderWorkerCore
internal import ZeroMQ

/// Messages that libzmq had no room for, in order.
struct Outbox {
    private var waiting: [(session: SessionID, epoch: UInt64, message: Message)] = []
    private var sequence: UInt64 = 0

    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ message: Message, session: SessionID, epoch: UInt64) {
        // A new introduction voids messages of older sessions; the core repeats them once it is welcome.
        if case .hello = message { waiting.removeAll() }
        waiting.append((session, epoch, message))
    }

    mutating func flush(to socket: borrowing Socket) throws {
        var sent = 0
        for item in waiting {
            let header = MessageHeader(
                type: item.message.type,
                epoch: item.epoch,
                session: item.session,
                sequence: sequence + 1
            )
            guard try socket.send([header.encoded(), item.message.encodedBody()]) == .sent else { break }
            sequence += 1
            sent += 1
        }
        waiting.removeFirst(sent)
        // While the link is down libzmq takes nothing, and a new session replaces all of this.
        if waiting.count > 10_000 { waiting.removeFirst(waiting.count - 1000) }
    }
}
