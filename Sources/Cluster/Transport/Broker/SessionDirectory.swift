package import LarderModel

/// Which session is on which connection: the broker's only decisions, as a value.
///
/// An unknown connection is asked once who it is. The answer may take seconds; what the peer had sent before must not
/// make it be asked again.
package struct SessionDirectory<Route: Hashable & Sendable>: Sendable {
    package enum Arrival: Sendable, Hashable {
        case session(SessionID)
        /// Ask the peer who it is.
        case challenge
        /// The peer was asked and has not answered yet.
        case ignore
    }

    /// Connections that were asked, at most: peers that never answer must not fill the memory.
    private static var maxAsked: Int { 65_536 }

    private var sessionOf: [Route: SessionID] = [:]
    private var routeOf: [SessionID: Route] = [:]
    private var asked: Set<Route> = []
    /// The previous session of a connection that introduced itself again.
    private var replacedOn: [Route: SessionID] = [:]
    private var lastSession: SessionID

    /// Begins without connections; session numbers are unique over coordinator starts.
    package init(epoch: UInt64) { lastSession = SessionID(epoch << 32) }

    package func route(of session: SessionID) -> Route? { routeOf[session] }

    package func session(on route: Route) -> SessionID? { sessionOf[route] }

    /// Registers a new connection, which is always asked.
    package mutating func probe(from route: Route) {
        remember(route)
    }

    /// What to do with a message that names a session.
    package mutating func message(naming session: SessionID, from route: Route) -> Arrival {
        if let known = sessionOf[route], known == session { return .session(session) }
        // Sent before the answer to the last introduction arrived: asked now, the peer would introduce itself for ever.
        guard session == 0 || replacedOn[route] != session else { return .ignore }
        guard !asked.contains(route) else { return .ignore }
        remember(route)
        return .challenge
    }

    package mutating func challengeFailed(on route: Route) { asked.remove(route) }

    /// Begins a session, in place of the connection's old one.
    package mutating func hello(from route: Route) -> (session: SessionID, replaced: SessionID?) {
        let old = sessionOf[route]
        if let old { forget(old) }
        asked.remove(route)
        lastSession = lastSession.advanced(by: 1)
        sessionOf[route] = lastSession
        replacedOn[route] = old
        routeOf[lastSession] = route
        return (lastSession, old)
    }

    /// Ends a session.
    package mutating func forget(_ session: SessionID) {
        guard let route = routeOf.removeValue(forKey: session) else { return }
        sessionOf[route] = nil
        replacedOn[route] = nil
    }

    private mutating func remember(_ route: Route) {
        if asked.count >= Self.maxAsked { asked.removeAll() }
        asked.insert(route)
    }
}
