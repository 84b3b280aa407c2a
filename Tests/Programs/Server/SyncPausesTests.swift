import Testing

@testable import LarderServer

@Suite("Pauses between syncs") struct SyncPausesTests {
    @Test func `a sync begins so long after the start of the last one, or at once after a longer one`() {
        var pauses = SyncPauses(every: .seconds(600))
        for code: Int32 in [0, 1, 3] { #expect(pauses.next(code: code, false, took: .seconds(100)) == .seconds(500)) }
        #expect(pauses.next(code: 0, false, took: .seconds(601)) == .zero)
    }

    @Test func `a sync that could not run is tried again sooner, and less and less often`() {
        var pauses = SyncPauses(every: .seconds(600))
        let waits = (0..<200).map { _ in pauses.next(code: 2, false, took: .seconds(1)) }
        let first: [Duration] = [.seconds(60), .seconds(120), .seconds(240), .seconds(480), .seconds(599)]
        #expect(Array(waits.prefix(5)) == first)
        #expect(waits[5...].allSatisfy { $0 == .seconds(599) })
        _ = pauses.next(code: 0, false, took: .zero)
        #expect(pauses.next(code: 127, false, took: .zero) == .seconds(60))
    }

    @Test func `a sync that a button stopped is not tried again`() {
        var pauses = SyncPauses(every: .seconds(600))
        #expect(pauses.next(code: 2, true, took: .seconds(10)) == .seconds(600))
        #expect(pauses.next(code: 0, true, took: .seconds(900)) == .seconds(600))
    }

    @Test func `a plan is void once another sync has begun`() async {
        let control = SyncControl(allowsControl: true)
        let number = control.plan(in: .seconds(60))
        #expect(control.plan.next != nil)
        control.begins()
        control.askPlanned(number)
        control.askPlanned(control.plan(in: .seconds(1)))
        var asked: [SyncControl.Button] = []
        for await button in control.asked {
            asked.append(button)
            break
        }
        #expect(asked == [.sync])
    }
}
