internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection whose client takes too long to send the head of its first request, or the body of any.
///
/// The server's own limit counts from the last byte, which a client can send one by one. A connection that is kept
/// open between requests is left to that limit.
final class RequestHeadDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    private static let headLimit = TimeAmount.seconds(5)
    private static let bodyLimit = TimeAmount.seconds(20)
    private var closing: Scheduled<Void>?

    func channelActive(context: ChannelHandlerContext) {
        wait(context, Self.headLimit)
        context.fireChannelActive()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { wait(context, Self.headLimit) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        closing?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: wait(context, Self.bodyLimit)
        case .end: closing?.cancel()
        case .body: break
        }
        context.fireChannelRead(data)
    }

    private func wait(_ context: ChannelHandlerContext, _ limit: TimeAmount) {
        closing?.cancel()
        let channel = context.channel
        closing = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }
}
