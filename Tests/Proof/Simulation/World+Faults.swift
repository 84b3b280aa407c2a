internal import LarderLedger
internal import LarderWorkerCore

/// What goes wrong, and its end.
extension World {
    func begin(_ fault: Fault) {
        log("FAULT \(fault)")
        let place = fault.worker ?? 0
        switch fault.kind {
        case .kill(let downFor): die(place, fromOutside: true, restartIn: downFor)
        case .stop(let length): stop(place, for: length)
        case .drain:
            guard workers[place].core != nil, !workers[place].isStopped else { return }
            handle(place, .drain)
        case .disconnect:
            if let connection = workers[place].connection { breakLine(connection) }
        case .partition(let length, let toWorker, let toCoordinator):
            if toWorker { workers[place].blockedToWorkerUntil = max(workers[place].blockedToWorkerUntil, now + length) }
            if toCoordinator {
                workers[place].blockedToCoordinatorUntil = max(workers[place].blockedToCoordinatorUntil, now + length)
            }
            later(length, .heal(place: place))
            if length > 6000, let connection = workers[place].connection {
                later(6000, .timeOut(connection: connection))
            }
        case .slowLink(let length, let delay):
            workers[place].slowUntil = now + length
            workers[place].slowDelay = delay
        case .crash(let length):
            guard isUp else { return }
            downFor = length
            endCoordinator(losingUnsynced: true)
        case .stopRun(let length):
            guard isUp, !isStoppingRun else { return }
            isStoppingRun = true
            downFor = length
            post(.drain)
            later(25_000, .stopNow(start: start))
        case .pause(let length):
            guard isUp, !isPaused else { return }
            isPaused = true
            later(length, .resumeCoordinator)
            guard length > 6000 else { return }
            for worker in workers {
                if let connection = worker.connection { later(6000, .timeOut(connection: connection)) }
            }
        case .slowDisk(let length, let commit):
            slowDiskUntil = now + length
            slowCommit = commit
        }
    }

    private func stop(_ place: Int, for length: Milliseconds) {
        guard workers[place].core != nil, !workers[place].isStopped else { return }
        workers[place].isStopped = true
        later(length, .resumeWorker(place: place))
        if length > 6000, let connection = workers[place].connection { later(6000, .timeOut(connection: connection)) }
    }

    func resumeWorker(_ place: Int) {
        guard workers[place].isStopped else { return }
        log("worker \(place) goes on")
        workers[place].isStopped = false
        let items = workers[place].frozen
        workers[place].frozen = []
        for item in items where violation == nil { process(item) }
    }

    func resumeCoordinator() {
        guard isPaused else { return }
        log("the coordinator goes on")
        isPaused = false
        var items = frozen
        frozen = []
        // Its clock went on: timers may be looked at before or after what arrived meanwhile.
        if random.happens(500) {
            items =
                items.filter { if case .tick = $0 { true } else { false } }
                + items.filter { if case .tick = $0 { false } else { true } }
        }
        for item in items where violation == nil { process(item) }
    }

    /// libzmq's own heartbeat gives up a connection whose other end is stopped, gone or out of reach.
    func timeOut(_ connection: Int) {
        let link = connections[connection]
        guard link.isOpen else { return }
        let worker = workers[link.place]
        guard
            isPaused || worker.isStopped || worker.process != link.process || worker.core == nil
                || isBlockedToWorker(link.place) || isBlockedToCoordinator(link.place)
        else { return }
        breakLine(connection)
    }

    func heal(_ place: Int) {
        guard let connection = workers[place].connection else { return }
        if !isBlockedToCoordinator(place) {
            let held = connections[connection].heldToBroker
            connections[connection].heldToBroker = []
            for frame in held where violation == nil {
                if isPaused {
                    frozen.append(.lateToBroker(connection: connection, frame))
                } else {
                    arriveAtBroker(connection, frame, isLate: true)
                }
            }
        }
        if !isBlockedToWorker(place) {
            let held = connections[connection].heldToWorker
            connections[connection].heldToWorker = []
            for frame in held where violation == nil { arriveAtWorker(connection, frame, isLate: true) }
        }
    }
}
