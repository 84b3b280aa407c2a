internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderTransport

/// Connections, and the broker's thread, which only knows which session is on which connection.
extension World {
    // MARK: What arrives at the coordinator

    func arriveAtBroker(_ connection: Int, _ frame: Frame, isLate: Bool) {
        let link = connections[connection]
        if !isLate {
            if link.isOpen, isBlockedToCoordinator(link.place) {
                connections[connection].heldToBroker.append(frame)
                return
            }
            if !link.isOpen {
                guard link.lateToBroker > 0 else { return }
                connections[connection].lateToBroker -= 1
                later(link.lateBy, .lateToBroker(connection: connection, frame))
                return
            }
        }
        guard isUp, link.start == start else { return }
        guard case .message(let header, let message) = frame else {
            directory.probe(from: connection)
            challenge(connection)
            return
        }
        if case .hello(let hello) = message {
            register(connection, hello)
            return
        }
        switch directory.message(naming: header.session, from: connection) {
        case .session(let session):
            post(.message(session, message))
        case .challenge: challenge(connection)
        case .ignore: break
        }
    }

    private func register(_ connection: Int, _ hello: Hello) {
        let (session, replaced) = directory.hello(from: connection)
        if let replaced { post(.linkLost(replaced)) }
        connections[connection].mayJoin -= 1
        // Forged messages name sessions that are over, and are answered with WHO.
        if connections[connection].mayJoin < 0, workers[connections[connection].place].plan.lie == nil {
            fail(
                .staysJoined,
                "worker \(connections[connection].place) joins again and again on a connection that did not break"
            )
        }
        let place = connections[connection].place
        log("worker \(place) is session \(session.rawValue & 0xFFFF_FFFF)")
        audit.placeOf[session] = place
        post(.hello(session, WorkerIntroduction(hello, isLocal: workers[place].plan.isLocal)))
    }

    func challenge(_ connection: Int) {
        sequence += 1
        let header = MessageHeader(type: Message.who.type, epoch: epoch, session: 0, sequence: sequence)
        guard connections[connection].isOpen else {
            directory.challengeFailed(on: connection)
            return
        }
        transmitToWorker(connection, .message(header, .who))
    }

    func forget(_ session: SessionID) {
        guard let connection = directory.route(of: session) else { return }
        connections[connection].mayJoin += 1
        directory.forget(session)
    }

    func send(_ message: Message, to session: SessionID) {
        guard let connection = directory.route(of: session) else { return }
        guard connections[connection].isOpen else {
            forget(session)
            post(.linkLost(session))
            return
        }
        sequence += 1
        let header = MessageHeader(type: message.type, epoch: epoch, session: session, sequence: sequence)
        transmitToWorker(connection, .message(header, message))
    }

    // MARK: Links

    private func delay(_ place: Int) -> Milliseconds {
        guard !workers[place].plan.isLocal else { return random.number(0...3) }
        let slow = now < workers[place].slowUntil ? workers[place].slowDelay : 0
        return scenario.links.delay + random.number(0...scenario.links.jitter) + slow
    }

    private func mayDuplicate(_ frame: Frame) -> Bool {
        guard scenario.links.duplicated > 0, case .message(_, let message) = frame else { return false }
        switch message {
        case .who, .hello: return false
        // Version 1 cannot tell which introduction it answers.
        case .welcome(let welcome) where welcome.hello == 0: return false
        default: return random.happens(scenario.links.duplicated)
        }
    }

    func transmitToBroker(_ connection: Int, _ frame: Frame) {
        let at = max(connections[connection].lastToBroker, now + delay(connections[connection].place))
        connections[connection].lastToBroker = at
        events.insert(.toBroker(connection: connection, frame), at: at)
        if mayDuplicate(frame) { events.insert(.toBroker(connection: connection, frame), at: at) }
    }

    func transmitToWorker(_ connection: Int, _ frame: Frame) {
        let at = max(connections[connection].lastToWorker, now + delay(connections[connection].place))
        connections[connection].lastToWorker = at
        events.insert(.toWorker(connection: connection, frame), at: at)
        if mayDuplicate(frame) { events.insert(.toWorker(connection: connection, frame), at: at) }
    }

    /// Breaks a connection: what was in flight is lost, but for the first messages each way.
    func close(_ connection: Int, lateToBroker: Int, lateToWorker: Int) {
        guard connections[connection].isOpen else { return }
        let place = connections[connection].place
        log("the connection of worker \(place) breaks")
        connections[connection].isOpen = false
        connections[connection].lateToBroker = lateToBroker
        connections[connection].lateToWorker = lateToWorker
        connections[connection].lateBy = random.happens(300) ? random.number(100...3000) : 0
        connections[connection].heldToBroker = []
        connections[connection].heldToWorker = []
        guard workers[place].connection == connection else { return }
        workers[place].connection = nil
        if workers[place].isStopped, random.happens(500) {
            workers[place].frozen.removeAll { if case .lateToWorker(connection, _) = $0 { true } else { false } }
        }
        if workers[place].core != nil {
            later(random.number(50...500), .connect(place: place, process: workers[place].process))
        }
    }

    /// As a broken line does: some of what was in flight may still come.
    func breakLine(_ connection: Int) {
        let isLate = random.happens(scenario.links.late)
        close(
            connection,
            lateToBroker: isLate ? random.number(0...6) : 0,
            lateToWorker: isLate ? random.number(0...4) : 0
        )
    }

    func isBlockedToCoordinator(_ place: Int) -> Bool { now < workers[place].blockedToCoordinatorUntil }
    func isBlockedToWorker(_ place: Int) -> Bool { now < workers[place].blockedToWorkerUntil }

    func connect(_ place: Int, _ process: Int) {
        guard workers[place].process == process, workers[place].core != nil, workers[place].connection == nil else {
            return
        }
        if freeze(place, .connect(place: place, process: process)) { return }
        guard isUp, !isPaused, !isBlockedToCoordinator(place), !isBlockedToWorker(place) else {
            later(random.number(200...2000), .connect(place: place, process: process))
            return
        }
        let connection = connections.count
        connections.append(Connection(place: place, process: process, start: start))
        // What the worker sent while it was not connected is sent now.
        for item in workers[place].outbox {
            if case .hello = item.message { connections[connection].mayJoin += 2 }
        }
        workers[place].connection = connection
        log("worker \(place) connects")
        transmitToBroker(connection, .probe)
        flush(place)
    }
}
