internal import LarderModel
package import LarderProtocol

/// How a worker introduced itself.
package struct WorkerIntroduction: Sendable {
    /// Its HELLO, of which nothing is proved.
    package var hello: Hello
    /// Whether it came in over the endpoint of this coordinator's own children.
    package var isLocal: Bool

    /// Makes an introduction.
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
