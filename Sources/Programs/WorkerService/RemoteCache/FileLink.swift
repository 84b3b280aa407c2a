internal import DequeModule
internal import LarderModel
internal import LarderProtocol
internal import Synchronization

/// Requests for files of the coordinator's cache.
///
/// Heartbeats take the same connection, so what is under way at once is bounded: 1 MiB of writes takes 0.8 s at
/// 10 Mbit/s. After each welcome it is repeated, as it may have been lost with the last connection.
final class FileLink: Sendable {
    private static let maxRequests = 32
    /// Bytes under way; a read of a blob, whose length is not known before, counts as ``guessedBytes``.
    private static let maxBytes = 1 << 20
    private static let guessedBytes = 64 << 10

    private struct Question {
        var request: FileRequest
        let bytes: Int
        let answer: CheckedContinuation<FileAnswer, any Error>
    }

    private struct State {
        var send: (@Sendable (FileRequest) -> Void)?
        var lastNumber: UInt64 = 0
        var waiting: [UInt64: Question] = [:]
        /// Further parts of files go first, so that few files are incomplete at once.
        var next = Deque<UInt64>()
        var underWay: [UInt64: Question] = [:]
        var bytesUnderWay = 0
        /// Jobs that wait: each answer is progress of all.
        var jobs: [UInt64: RunningJob] = [:]
    }

    private let state = Mutex(State())

    func reach(_ send: @escaping @Sendable (FileRequest) -> Void) { state.withLock { $0.send = send } }

    /// Sends again what is under way: a coordinator has let the worker in.
    func repeatAll() {
        state.withLock { state in
            for question in state.underWay.values.sorted(by: { $0.request.number < $1.request.number }) {
                state.send?(question.request)
            }
        }
    }

    func take(_ answer: FileAnswer) {
        let (question, jobs) = state.withLock { (remove(answer.number, &$0), Array($0.jobs.values)) }
        for job in jobs { job.advance() }
        question?.answer.resume(returning: answer)
    }

    /// Asks, and waits for the answer: over any number of coordinators, until the task is cancelled.
    func ask(_ action: FileRequest.Action, of file: (area: UInt32, name: Digest), for job: RunningJob) async throws
        -> FileAnswer.Outcome
    {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.jobs[state.lastNumber] = job
            return state.lastNumber
        }
        let request = FileRequest(number: number, area: file.area, name: file.name, action)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answer in
                state.withLock { state in
                    let isRead = file.area == 1 && request.byteCount == 0
                    let bytes = isRead ? Self.guessedBytes : request.byteCount
                    state.waiting[number] = Question(request: request, bytes: bytes, answer: answer)
                    if action.isFurther { state.next.prepend(number) } else { state.next.append(number) }
                    transmitNext(&state)
                }
                // A cancellation before this line found nothing to end.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }.outcome
    }

    private func cancel(_ number: UInt64) {
        state.withLock { remove(number, &$0) }?.answer.resume(throwing: CancellationError())
    }

    private func remove(_ number: UInt64, _ state: inout State) -> Question? {
        state.jobs[number] = nil
        if let question = state.waiting.removeValue(forKey: number) { return question }
        guard let question = state.underWay.removeValue(forKey: number) else { return nil }
        state.bytesUnderWay -= question.bytes
        transmitNext(&state)
        return question
    }

    private func transmitNext(_ state: inout State) {
        while state.underWay.count < Self.maxRequests, let number = state.next.first {
            guard let question = state.waiting[number] else {  // cancelled
                state.next.removeFirst()
                continue
            }
            guard state.underWay.isEmpty || state.bytesUnderWay + question.bytes <= Self.maxBytes else { return }
            state.next.removeFirst()
            state.waiting[number] = nil
            state.underWay[number] = question
            state.bytesUnderWay += question.bytes
            state.send?(question.request)
        }
    }
}

extension FileRequest.Action {
    /// Whether it goes on with a file.
    fileprivate var isFurther: Bool {
        switch self {
        case .read(let offset), .write(_, let offset, _): offset > 0
        case .remove: false
        }
    }
}
