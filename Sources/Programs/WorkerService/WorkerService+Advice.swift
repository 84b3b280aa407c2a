internal import LarderTransport
internal import LarderWorkerCore

extension WorkerService {
    static func end(_ exit: WorkerExit, _ options: Options) -> End {
        switch exit {
        case .finished: return End(code: exit.code)
        case .refused(let reason): return End(code: exit.code, message: "refused by the coordinator: \(reason)")
        case .recycled(let reason), .stalled(let reason):
            return End(code: exit.code, message: reason, wantsFresh: true)
        case .outOfMemory(let reason, let hasWorked):
            let message = hasWorked ? reason : "\(reason) before the first job; give it more with --memory."
            return End(code: exit.code, message: message, wantsFresh: hasWorked)
        case .orphaned:
            return End(code: exit.code, message: "no coordinator at \(options.endpoint) for 10 minutes; ending.")
        }
    }

    /// What to tell people about a problem with the link, if anything.
    static func advice(_ problem: LinkProblem, _ options: Options, publicKey: String?) -> String? {
        switch problem {
        case .handshake(let failure): advice(failure, options, publicKey)
        // Those that a coordinator started are named by it.
        case .trouble where options.endsWithInput: nil
        case .trouble(let reason): "This worker takes no work until its cache folder can be used again: \(reason)"
        // A worker that a coordinator started ends with it.
        case .silence where options.endsWithInput, .waiting where options.endsWithInput: nil
        case .waiting:
            "Waiting for a coordinator at \(options.endpoint), for 10 minutes. If none runs there, start it: "
                + "coordinator --listen \(options.endpoint)"
        case .silence:
            "No answer from the coordinator at \(options.endpoint) for 10 s; trying for 10 minutes. Does it run with --listen?"
        }
    }

    private static func advice(_ failure: HandshakeFailure, _ options: Options, _ publicKey: String?) -> String {
        let place = "The coordinator at \(options.endpoint)"
        let make = "`coordinator keygen --worker NAME`"
        switch (failure, publicKey) {
        case (.keyRefused, let publicKey?):
            return
                "\(place) refuses this worker: its key is not on the list. Type there: coordinator keygen --allow "
                + "'NAME=\(publicKey)'. This worker tries again every minute."
        case (.keysMissing, nil), (.keyRefused, nil):
            return
                "\(place) wants keys. \(make) makes them there. Give this worker --key NAME.secret "
                + "and --server-key server.public."
        case (.keysMissing, _?):
            return
                "\(place) uses no keys, and this worker does. Start it with its keys, or this worker "
                + "without --key and --server-key."
        case (.notZeroMQ, _): return "What listens at \(options.endpoint) is no coordinator. Check --connect."
        case (.wrongServerKey, _), (.brokenOff, _):
            return publicKey == nil
                ? "\(place) broke off the handshake; trying again."
                : "\(place) broke off the handshake; trying again. If this goes on, "
                    + "\(options.serverKeyFile ?? "the server key") is another coordinator's: copy this one's server.public again."
        }
    }
}
