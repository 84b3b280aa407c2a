internal import Foundation
internal import Glibc
internal import LarderModel
internal import LarderTestSupport

/// What may connect to a coordinator's port besides workers.
///
/// Each call blocks its thread until it is done; see ``onThread(_:)``.
package enum HostilePeer {
    /// How a peer's part ended.
    package enum Reaction: Sendable, Equatable {
        /// The other side closed the connection.
        case dropped
        /// The other side still held it when the time was over.
        case kept
    }

    /// Connections that send nothing, or stop in the middle of their greeting.
    package final class HalfOpen: Sendable {
        private let descriptors: [Int32]

        fileprivate init(_ descriptors: [Int32]) { self.descriptors = descriptors }

        /// Closes them.
        deinit { for descriptor in descriptors { close(descriptor) } }
    }

    /// Sends 1 byte to 64 KiB of random bytes on each of some connections, and closes them.
    package static func junk(port: Int, connections: Int, seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<connections {
            let descriptor = try RawHTTP.connected(to: port)
            defer { close(descriptor) }
            let count = Int.random(in: 1...(64 << 10), using: &numbers)
            RawHTTP.write((0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }, to: descriptor)
        }
    }

    /// Opens connections; every second one sends a part of a greeting.
    package static func halfOpen(port: Int, connections: Int) throws -> HalfOpen {
        var descriptors: [Int32] = []
        for number in 0..<connections {
            let descriptor = try RawHTTP.connected(to: port)
            if number % 2 == 1 { RawHTTP.write(Array(ZMTP.greeting.prefix(1 + number % 63)), to: descriptor) }
            descriptors.append(descriptor)
        }
        return HalfOpen(descriptors)
    }

    /// Greets as a ZeroMQ DEALER without keys, then announces a frame of 1 TiB and sends `bytes` of it.
    package static func oversizeFrame(port: Int, bytes: Int = 1 << 20, within limit: Duration) throws -> Reaction {
        let announced = (0..<8).map { UInt8(truncatingIfNeeded: (1 << 40) >> (56 - 8 * $0)) }
        let body = [UInt8](repeating: 0x4C, count: bytes)
        return try say([ZMTP.greeting, ZMTP.ready, [0x02] + announced + body], port: port, within: limit)
    }

    /// Greets as a ZeroMQ DEALER without keys, then sends messages of wrong sizes, headers and bodies.
    ///
    /// The connection stands: libzmq finds nothing wrong with it, so the broker has to.
    package static func wrongMessages(port: Int, count: Int, seed: UInt64, within limit: Duration) throws -> Reaction {
        var numbers = SeededGenerator(seed: seed)
        var parts = [ZMTP.greeting, ZMTP.ready]
        for _ in 0..<count {
            let frames = Int.random(in: 1...4, using: &numbers)
            for index in 0..<frames {
                var frame = (0..<Int.random(in: 0...64, using: &numbers)).map { _ in
                    UInt8.random(in: 0...255, using: &numbers)
                }
                // Half of them get as far as the header's fields.
                if index == 0, Bool.random(using: &numbers) {
                    let type = UInt8.random(in: 0...24, using: &numbers)
                    frame = Array("LDR1".utf8) + [1, type, 0, 0] + [UInt8](repeating: 0, count: 24)
                }
                parts.append([index + 1 < frames ? 0x01 : 0x00, UInt8(frame.count)] + frame)
            }
        }
        return try say(parts, port: port, within: limit)
    }

    private static func say(_ parts: [[UInt8]], port: Int, within limit: Duration) throws -> Reaction {
        let descriptor = try RawHTTP.connected(to: port)
        defer { close(descriptor) }
        for part in parts { RawHTTP.write(part, to: descriptor) }
        let deadline = ContinuousClock.now + limit
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let left = Int32(clamping: Int64((deadline - ContinuousClock.now) / .milliseconds(1)))
            var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0, unsafe poll(&item, 1, left) > 0 else { return .kept }
            if unsafe recv(descriptor, &buffer, buffer.count, 0) <= 0 { return .dropped }
        }
    }

    /// Runs what blocks on a thread of its own.
    package static func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { waiter in
            Thread { waiter.resume(with: Result { try body() }) }.start()
        }
    }
}

/// The first bytes of ZeroMQ's wire protocol, version 3.0, with the NULL mechanism (ZeroMQ RFC 23).
private enum ZMTP {
    static let greeting: [UInt8] =
        [0xFF] + [UInt8](repeating: 0, count: 8) + [0x7F, 3, 0] + Array("NULL".utf8)
        + [UInt8](repeating: 0, count: 16) + [0] + [UInt8](repeating: 0, count: 31)

    static let ready: [UInt8] = {
        let name = Array("Socket-Type".utf8)
        let value = Array("DEALER".utf8)
        let body =
            [5] + Array("READY".utf8) + [UInt8(name.count)] + name + [0, 0, 0, UInt8(value.count)] + value
        return [0x04, UInt8(body.count)] + body
    }()
}
