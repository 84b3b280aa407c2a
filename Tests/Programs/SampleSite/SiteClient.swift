import Foundation
import NIOCore
import NIOPosix

@testable import LarderSampleSite

/// An answer as it came over the wire.
struct WireAnswer: Sendable {
    let status: Int
    /// Names in small letters.
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as a JSON object, empty when it is none.
    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
    }
}

/// Talks HTTP/1.1 to a site, one connection for each request, without any smartness in between.
struct SiteClient: Sendable {
    let port: Int

    var base: String { "http://127.0.0.1:\(port)" }

    /// Sends one request and reads until the site closes the connection; nil when it closes without an answer.
    func send(_ target: String, method: String = "GET", headers: [String: String] = [:]) async throws -> WireAnswer? {
        var request = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        for (name, value) in headers {
            request += "\(name): \(value)\r\n"
        }
        request += "\r\n"
        let (channel, answer) = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let promise = channel.eventLoop.makePromise(of: [UInt8].self)
                    try channel.pipeline.syncOperations.addHandler(AnswerCollector(promise: promise))
                    return (channel, promise.futureResult)
                }
            }
        try await channel.writeAndFlush(ByteBuffer(string: request))
        let bytes = try await answer.get()
        return Self.parse(bytes)
    }

    /// Sends one request that must be answered.
    func get(_ target: String, headers: [String: String] = [:]) async throws -> WireAnswer {
        guard let answer = try await send(target, headers: headers) else { throw NoAnswer(target: target) }
        return answer
    }

    struct NoAnswer: Error {
        let target: String
    }

    private static func parse(_ bytes: [UInt8]) -> WireAnswer? {
        let end: [UInt8] = [13, 10, 13, 10]
        guard let head = bytes.firstRange(of: end) else { return nil }
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        return WireAnswer(status: status, headers: headers, body: Array(bytes[head.upperBound...]))
    }
}

/// Collects what a connection brings until it closes; a reset ends it as an orderly close does.
///
/// The bytes are copied on the event loop: a buffer that crosses threads is reused there, which the thread sanitizer
/// reports.
private final class AnswerCollector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var bytes: [UInt8] = []
    private let promise: EventLoopPromise<[UInt8]>

    init(promise: EventLoopPromise<[UInt8]>) {
        self.promise = promise
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += unwrapInboundIn(data).readableBytesView
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.succeed(bytes)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// Serves a site while `body` runs, then stops it and waits for its end.
func withSite<Value: Sendable>(
    _ configuration: SampleSite.Configuration,
    _ body: @escaping @Sendable (SiteClient) async throws -> Value
) async throws -> Value {
    let site = SampleSite(configuration: configuration)
    let (ports, ready) = AsyncStream.makeStream(of: Int.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { ready.finish() }
            try await site.run { port in ready.yield(port) }
        }
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next() else {
            try await group.waitForAll()
            throw SiteClient.NoAnswer(target: "the site itself")
        }
        let value = try await body(SiteClient(port: port))
        group.cancelAll()
        try await group.waitForAll()
        return value
    }
}

/// A small site.
func smallSite(
    recipes: Int = 100,
    articles: Int = 40,
    revision: Int = 0,
    faults: SampleSite.Faults = .init()
) -> SampleSite.Configuration {
    .init(
        seed: 7,
        recipes: recipes,
        articles: articles,
        revision: revision,
        changesPerRevision: 6,
        faults: faults
    )
}
