internal import LarderModel
package import LarderProtocol

/// How a worker introduced itself.
package struct WorkerIntroduction: Sendable {
    /// What it said, which is its word only.
    package var hello: Hello
    /// Whether it came in over the endpoint of this coordinator's own children.
    package var isLocal: Bool

    /// Takes in a HELLO.
    package init(_ hello: Hello, isLocal: Bool) {
        self.hello = hello
        self.isLocal = isLocal
    }

    /// Whether this is a process of another host that `other` came after, under the same name.
    func isEarlier(than other: WorkerIntroduction) -> Bool {
        hello.workerID == other.hello.workerID && hello.incarnation != other.hello.incarnation && !isLocal
            && !other.isLocal
    }
}
