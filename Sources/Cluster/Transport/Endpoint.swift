internal import Foundation

/// Endpoints as people type them.
package enum Endpoint {
    /// The longest path of an ipc endpoint, in bytes (unix(7)).
    package static let maxPathBytes = 107

    /// The endpoint to bind, which takes no names: `localhost` is 127.0.0.1.
    package static func bindable(_ text: String) -> String {
        let local = "tcp://localhost:"
        return text.hasPrefix(local) ? "tcp://127.0.0.1:" + text.dropFirst(local.count) : text
    }

    /// The endpoint that others connect to: the name of this machine in place of the address for all of its addresses.
    package static func reachable(_ bound: String) -> String {
        for all in ["tcp://0.0.0.0:", "tcp://*:", "tcp://[::]:"] where bound.hasPrefix(all) {
            return "tcp://\(ProcessInfo.processInfo.hostName):" + bound.dropFirst(all.count)
        }
        return bound
    }

    /// What is wrong with an endpoint, as one sentence; nil: nothing to be seen.
    ///
    /// libzmq itself takes a port modulo 65,536.
    ///
    /// - Parameter mayChoosePort: Whether `*` or 0, a free port, makes sense.
    package static func fault(in text: String, mayChoosePort: Bool = false) -> String? {
        if text.hasPrefix("ipc://") {
            let count = text.utf8.count - "ipc://".utf8.count
            return (1...maxPathBytes).contains(count)
                ? nil : "the path has \(count) bytes. It takes 1 to \(maxPathBytes)."
        }
        guard text.hasPrefix("tcp://"), let colon = text.lastIndex(of: ":"),
            text.dropFirst("tcp://".count).startIndex < colon
        else { return "that is no endpoint. Write tcp://ADDRESS:PORT or ipc://PATH." }
        let port = text[text.index(after: colon)...]
        if mayChoosePort, port == "*" || port == "0" { return nil }
        let isPort = port.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt16(port).map { $0 > 0 } ?? false
        let free = mayChoosePort ? ", or * for a free one" : ""
        return isPort ? nil : "\"\(port)\" is no port. It takes 1 to 65535\(free)."
    }
}
