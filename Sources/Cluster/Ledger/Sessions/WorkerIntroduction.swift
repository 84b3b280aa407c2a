internal import LarderModel
package import LarderProtocol

/// How a worker introduced itself.
package struct WorkerIntroduction: Sendable {
    /// Its HELLO; the worker proves none of its fields.
    package var hello: Hello
    /// Whether it came in over the endpoint of this coordinator's own children.
    package var isLocal: Bool
    /// The name of its key, which the connection proved; nil for connections without keys.
    package var keyName: String?

    /// Makes an introduction.
    package init(_ hello: Hello, isLocal: Bool, keyName: String? = nil) {
        self.hello = hello
        self.isLocal = isLocal
        self.keyName = keyName
    }

    /// Whether this is a process of another host that `other` came after, under the same name.
    func isEarlier(than other: WorkerIntroduction) -> Bool {
        hello.workerID == other.hello.workerID && hello.incarnation != other.hello.incarnation && !isLocal
            && !other.isLocal
    }
}
