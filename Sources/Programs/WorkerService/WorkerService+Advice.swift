internal import LarderTransport
internal import LarderWorkerCore

extension WorkerService {
    static func end(_ exit: WorkerExit, _ options: Options) -> End {
        switch exit {
        case .finished where options.endsWithInput: End(code: exit.code)
        case .finished:
            End(code: exit.code, message: "the coordinator at \(options.endpoint) has no more work; ending.")
        case .refused(let reason): End(code: exit.code, message: "refused by the coordinator: \(reason)")
        case .recycled(let reason), .stalled(let reason), .outOfMemory(let reason, hasWorked: true):
            End(code: exit.code, message: reason, wantsFresh: true)
        case .outOfMemory(let reason, hasWorked: false):
            End(code: exit.code, message: "\(reason) before the first job; give it more with --memory.")
        case .orphaned: End(code: exit.code, message: "no coordinator at \(options.endpoint) for 10 minutes; ending.")
        }
    }

    /// What is said where the worker waits instead of ending; nil: it ends.
    static func wait(after exit: WorkerExit, _ options: Options) -> String? {
        switch exit {
        case .finished: "The coordinator at \(options.endpoint) has no more work. This worker waits for the next one."
        case .refused(let reason): "Refused by the coordinator, and tried again each minute or sooner: \(reason)"
        case .orphaned, .recycled, .stalled, .outOfMemory: nil
        }
    }

    /// The message for a problem with the link; nil where the coordinator that started this worker reports the problem.
    static func advice(_ problem: LinkProblem, _ options: Options, publicKey: String?) -> String? {
        switch problem {
        case .handshake(let failure): advice(failure, options, publicKey)
        case .trouble where options.endsWithInput: nil
        case .trouble(let reason): "This worker takes no work until its cache folder can be used again: \(reason)"
        case .silence where options.endsWithInput, .waiting where options.endsWithInput: nil
        case .unresolvable where options.endsWithInput: nil
        case .waiting:
            "Waiting for a coordinator at \(options.endpoint)\(limit(options)). If none runs there, start it: "
                + "coordinator --listen \(options.endpoint)"
        case .silence:
            "No answer from the coordinator at \(options.endpoint) for 10 s; trying on\(limit(options)). "
                + "Does it run with --listen?"
        case .unresolvable(let host, let reason):
            "The name \(host) in --connect \(options.endpoint) has no address (\(reason)). It is looked up again each "
                + "second\(limit(options)). Correct it, or name the coordinator by its address."
        }
    }

    private static func limit(_ options: Options) -> String { options.stays ? "" : ", for 10 minutes" }

    private static func advice(_ failure: HandshakeFailure, _ options: Options, _ publicKey: String?) -> String {
        let place = "The coordinator at \(options.endpoint)"
        return switch (failure, publicKey) {
        case (.keyRefused, let publicKey?):
            "\(place) refuses this worker: its key is not on the list. Type there: coordinator keygen --allow "
                + "'NAME=\(publicKey)'. This worker tries again each 10 s."
        case (.keysMissing, nil), (.keyRefused, nil):
            "\(place) wants keys. `coordinator keygen --worker NAME` makes them there. Give this worker "
                + "--key NAME.secret and --server-key server.public."
        case (.keysMissing, _?):
            "\(place) uses no keys, and this worker does. Start it with its keys, or this worker without --key and "
                + "--server-key."
        case (.notZeroMQ, _): "What listens at \(options.endpoint) is no coordinator. Check --connect."
        case (.wrongServerKey, nil), (.brokenOff, nil): "\(place) broke off the handshake; trying again."
        case (.wrongServerKey, _?), (.brokenOff, _?):
            "\(place) broke off the handshake; trying again, at last each 10 s. If this goes on, "
                + "\(options.serverKeyFile ?? "the server key") is another coordinator's: "
                + "copy this one's server.public again."
        }
    }
}
