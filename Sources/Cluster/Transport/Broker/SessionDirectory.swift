package import LarderModel

/// Who is on which connection: the broker's only decisions, as a value.
///
/// A connection that says something unknown is asked once who it is. Its answer may be seconds away on a slow link, and what it
/// had said before the question reached it must not be taken for a reason to ask again.
package struct SessionDirectory<Route: Hashable & Sendable>: Sendable {
    /// What to do with a message.
    package enum Arrival: Sendable, Hashable {
        /// It belongs to this session.
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
    /// The session before the present one of a connection that introduced itself again.
    private var replacedOn: [Route: SessionID] = [:]
    private var lastSession: SessionID

    /// Begins without connections; session numbers are unique over coordinator starts.
    package init(epoch: UInt64) { lastSession = SessionID(epoch << 32) }

    /// The connection of a session.
    package func route(of session: SessionID) -> Route? { routeOf[session] }

    /// The session of a connection.
    package func session(on route: Route) -> SessionID? { sessionOf[route] }

    /// Takes in the first sign of a new connection, which is always asked.
    package mutating func probe(from route: Route) {
        remember(route)
    }

    /// Takes in a message that names a session.
    package mutating func message(naming session: SessionID, from route: Route) -> Arrival {
        if let known = sessionOf[route], known == session { return .session(session) }
        // It was said before the answer to the last introduction arrived: asked now, the peer would introduce itself for ever.
        guard session == 0 || replacedOn[route] != session else { return .ignore }
        guard !asked.contains(route) else { return .ignore }
        remember(route)
        return .challenge
    }

    /// The question did not reach the connection.
    package mutating func challengeFailed(on route: Route) { asked.remove(route) }

    /// Takes in an introduction: a new session, in place of the connection's old one.
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

    /// Ends a session; what its connection still says is answered with the question.
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
