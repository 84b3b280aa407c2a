import LarderModel
import LarderTransport
import Testing

@Suite("Session directory") struct SessionDirectoryTests {
    @Test func `a connection is asked who it is once, however much it says before it answers`() {
        var directory = SessionDirectory<Int>(epoch: 1)
        #expect(directory.message(naming: 7, from: 1) == .challenge)
        #expect(directory.message(naming: 7, from: 1) == .ignore)
        let (session, replaced) = directory.hello(from: 1)
        #expect(replaced == nil && session.rawValue >> 32 == 1)
        #expect(directory.message(naming: session, from: 1) == .session(session))
        #expect(directory.message(naming: session, from: 2) == .challenge, "a session is bound to its connection")
        directory.forget(session)
        #expect(directory.message(naming: session, from: 1) == .challenge)
    }

    @Test func `a question that did not get through is asked again`() {
        var directory = SessionDirectory<Int>(epoch: 1)
        directory.probe(from: 1)
        #expect(directory.message(naming: 7, from: 1) == .ignore)
        directory.challengeFailed(on: 1)
        #expect(directory.message(naming: 7, from: 1) == .challenge)
    }

    @Test func `a second introduction replaces the session of the connection`() {
        var directory = SessionDirectory<Int>(epoch: 1)
        let first = directory.hello(from: 1).session
        let (second, replaced) = directory.hello(from: 1)
        #expect(replaced == first && second != first)
        #expect(directory.route(of: first) == nil && directory.route(of: second) == 1)
    }

    @Test func `what still names the session that was just replaced is no reason to ask again`() {
        var directory = SessionDirectory<Int>(epoch: 1)
        let first = directory.hello(from: 1).session
        let second = directory.hello(from: 1).session
        #expect(directory.message(naming: first, from: 1) == .ignore)
        #expect(directory.message(naming: second, from: 1) == .session(second))
        directory.forget(second)
        #expect(directory.message(naming: first, from: 1) == .challenge)
    }
}
