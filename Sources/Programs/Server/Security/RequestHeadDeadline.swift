internal import NIOCore
internal import NIOHTTPTypes

/// How long clients may take until their connections are closed.
package struct ClientTimeouts: Sendable {
    /// For the head of a connection's first request.
    package var head = Duration.seconds(5)
    /// For the body of any request.
    package var body = Duration.seconds(20)
    /// Between two requests.
    package var idle = Duration.seconds(20)

    package init() {}
}

/// Closes a connection whose client takes too long to send the head of its first request, or the body of any.
///
/// The server's own limit counts from the last byte, which a client can send one by one. A connection that is kept
/// open between requests is left to that limit.
final class RequestHeadDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    private let timeouts: ClientTimeouts
    private var closing: Scheduled<Void>?

    init(_ timeouts: ClientTimeouts = ClientTimeouts()) { self.timeouts = timeouts }

    func channelActive(context: ChannelHandlerContext) {
        wait(context, timeouts.head)
        context.fireChannelActive()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { wait(context, timeouts.head) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        closing?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: wait(context, timeouts.body)
        case .end: closing?.cancel()
        case .body: break
        }
        context.fireChannelRead(data)
    }

    private func wait(_ context: ChannelHandlerContext, _ limit: Duration) {
        closing?.cancel()
        let channel = context.channel
        closing = context.eventLoop.scheduleTask(in: TimeAmount(limit)) { channel.close(promise: nil) }
    }
}
