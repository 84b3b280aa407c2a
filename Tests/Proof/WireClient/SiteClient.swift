internal import NIOCore
internal import NIOPosix

/// Talks HTTP/1.1 to a site, one connection for each request, without any smartness in between.
package struct SiteClient: Sendable {
    package let port: Int

    package init(port: Int) { self.port = port }

    package var base: String { "http://127.0.0.1:\(port)" }

    /// Sends one request and reads until the site closes the connection; nil when it closes without an answer.
    ///
    /// - Parameter headers: Sent besides `Host`, which they may replace, and `Connection: close`.
    package func send(
        _ target: String,
        method: String = "GET",
        headers: [String: String] = [:],
        body: String = ""
    ) async throws -> WireAnswer? {
        var request = "\(method) \(target) HTTP/1.1\r\nConnection: close\r\n"
        if headers["Host"] == nil { request += "Host: 127.0.0.1:\(port)\r\n" }
        for (name, value) in headers { request += "\(name): \(value)\r\n" }
        if !body.isEmpty { request += "Content-Length: \(body.utf8.count)\r\n" }
        return try await exchange(request + "\r\n" + body)
    }

    /// Sends one request that must be answered.
    package func get(_ target: String, headers: [String: String] = [:]) async throws -> WireAnswer {
        guard let answer = try await send(target, headers: headers) else { throw NoAnswer(target: target) }
        return answer
    }

    /// Sends a form that must be answered.
    package func post(_ target: String, _ form: String, headers: [String: String] = [:]) async throws -> WireAnswer {
        let type = ["Content-Type": "application/x-www-form-urlencoded"].merging(headers) { $1 }
        guard let answer = try await send(target, method: "POST", headers: type, body: form) else {
            throw NoAnswer(target: target)
        }
        return answer
    }

    package struct NoAnswer: Error {
        package let target: String
        package init(target: String) { self.target = target }
    }

    /// Sends these characters and reads until the site closes the connection; nil when it closes without an answer.
    package func exchange(_ request: String) async throws -> WireAnswer? {
        WireAnswer(try await open(request).answer())
    }

    /// Opens a connection that stays until it is closed, and sends these characters as soon as it is open.
    ///
    /// On a busy machine, a server may close a silent connection before its client's task comes to run again.
    package func open(_ request: String) async throws -> WireLine {
        let (channel, answer, start) = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let promise = channel.eventLoop.makePromise(of: [UInt8].self)
                    let (parts, feed) = AsyncStream.makeStream(of: [UInt8].self)
                    let collector = AnswerCollector(request: request, promise: promise, parts: feed)
                    try channel.pipeline.syncOperations.addHandler(collector)
                    return (channel, promise.futureResult, parts)
                }
            }
        return WireLine(channel: channel, whole: answer, parts: start)
    }
}

/// A connection to a site.
package struct WireLine: Sendable {
    fileprivate let channel: any Channel
    fileprivate let whole: EventLoopFuture<[UInt8]>
    /// What comes, as it comes; ends when the connection does.
    package let parts: AsyncStream<[UInt8]>

    package func write(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }

    /// All that comes until the site closes the connection.
    package func answer() async throws -> [UInt8] { try await whole.get() }

    package func close() async throws { try await channel.close() }
}

/// Sends a request and collects what the connection brings until it closes; a reset ends it as an orderly close does.
///
/// The bytes are copied on the event loop: a buffer that crosses threads is reused there, which the thread sanitizer
/// reports.
private final class AnswerCollector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let request: String
    private var bytes: [UInt8] = []
    private let promise: EventLoopPromise<[UInt8]>
    private let parts: AsyncStream<[UInt8]>.Continuation

    init(request: String, promise: EventLoopPromise<[UInt8]>, parts: AsyncStream<[UInt8]>.Continuation) {
        (self.request, self.promise, self.parts) = (request, promise, parts)
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = Array(unwrapInboundIn(data).readableBytesView)
        bytes += part
        parts.yield(part)
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.succeed(bytes)
        parts.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
