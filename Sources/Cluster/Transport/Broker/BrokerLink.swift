package import LarderModel
package import LarderProtocol

/// The coordinator's end of its workers' connections: a ``Broker``, or a link within one process in tests.
package protocol BrokerLink: Sendable {
    /// Batches of what workers say, in order; ends when the link stops, throws when it breaks.
    var events: AsyncThrowingStream<[BrokerEvent], any Error> { get }
    /// What was counted so far.
    var currentCounters: BrokerCounters { get }
    /// Sends a message to a session; a session that is gone is reported as ``BrokerEvent/lost(_:reason:)``.
    func send(_ message: Message, to session: SessionID)
    /// Forgets a session: what its peer still sends is answered with WHO.
    func forget(_ session: SessionID)
    /// Says that one more batch of ``events`` was dealt with, in order.
    func didConsume()
}

extension Broker: BrokerLink {}

extension Broker {
    /// Runs `body` with a broker that is stopped when it ends, however it does.
    package static func with<Result: Sendable>(
        _ configuration: Configuration,
        _ body: (Broker) async throws -> Result
    ) async throws -> Result {
        let broker = try await start(configuration)
        do {
            let result = try await body(broker)
            await broker.stop()
            return result
        } catch {
            await broker.stop()
            throw error
        }
    }
}
