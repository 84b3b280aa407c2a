import ArgumentParser
import LarderTransport

/// Where workers of other processes, containers and machines join.
struct ListenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Let workers of other processes or containers join here, such as tcp://127.0.0.1:5570.",
            valueName: "endpoint"
        )
    )
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "The folder of keys for --listen, made by `coordinator keygen` (default: keys in the larder).",
            valueName: "dir"
        )
    )
    var keys: String?

    @Flag(help: "Listen without keys, where only you can reach the endpoint.")
    var insecure = false

    func validate() throws {
        if let listen, let fault = Endpoint.fault(in: listen, mayChoosePort: true) {
            throw ValidationError("--listen \(listen): \(fault)")
        }
        guard listen != nil || keys == nil && !insecure else {
            throw ValidationError(
                "--keys and --insecure are of workers that join from elsewhere: name where with --listen, or leave them "
                    + "out."
            )
        }
        guard keys == nil || !insecure else {
            throw ValidationError("--keys and --insecure say the opposite: leave one of them out.")
        }
    }

    /// Throws unless somebody does the work.
    func check(workers: Int) throws {
        guard workers > 0 || listen != nil else {
            throw ValidationError(
                "--workers 0 starts no worker: name an endpoint for others to join, such as --listen "
                    + "tcp://127.0.0.1:5570."
            )
        }
    }

    /// The same options for another process.
    var arguments: [String] {
        (listen.map { ["--listen", $0] } ?? []) + (keys.map { ["--keys", $0] } ?? []) + (insecure ? ["--insecure"] : [])
    }
}
