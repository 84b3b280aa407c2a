extension StatusView {
    /// The whole page.
    package func html() -> HTML {
        frame.page(
            .status,
            title: heading,
            main: """
                <div class="st"><div id="live" data-events="\(events)">\(live())</div>\
                <p id="lost" class="note" role="status"></p>\(readerList)\(frame.keep)</div>
                """
        )
    }

    /// The inner part that updates replace, piece by piece.
    ///
    /// What gets rows while a sync runs comes last, so that it moves nothing else.
    ///
    /// What has an attribute `data-key` is recognised by it. Parts with `data-hold` keep their rows in place while the
    /// pointer or the focus is on them.
    package func live() -> HTML {
        """
        \(head)\(figureList)\(isRunning ? .empty : noteList)\
        <div class="st-pair" data-key="pair">\(kindTable)\(workerTable)</div>\
        \(sourceTable)\(hostTable)\(isRunning ? noteList : .empty)\(failureTable)
        """
    }

    private var head: HTML {
        let main = isRunning ? control("stop", "Stop this sync") : control("sync", "Sync now")
        return """
            <header data-key="head"><h1>\(heading)</h1><p>\(mood.tag(state)) <span>\(duration)</span></p>\
            <div data-hold><p>Updated <time>\(updated)</time></p>\(main)</div></header>
            """
    }

    private var figureList: HTML {
        guard !figures.isEmpty else { return .empty }
        return """
            <dl\(isRunning ? " class=\"st-live\"" as HTML : .empty) data-key="figures">\(figures.html { figure in
                """
                <div data-key="\(figure.label)"><dt>\(figure.label)</dt>\
                <dd><b>\(figure.value)</b> <span>\(figure.unit)</span>\
                \(figure.share.html { Meter(share: $0, isTrouble: figure.isTrouble).html })\
                \(Sparkline(figure.course).html(isTrouble: figure.isTrouble))</dd></div>
                """
            })</dl>
            """
    }

    private var noteList: HTML {
        guard !notes.isEmpty else { return .empty }
        return """
            <ul class="st-notes" data-key="notes">\(notes.html { "<li dir=\"auto\">\($0)</li>" })</ul>
            """
    }

    private var kindTable: HTML {
        let peak = kinds.peak(of: \.course)
        return StatusTable(
            name: "kinds",
            title: "Kinds",
            columns: [
                .init("Kind"), .init("Done", .amount), .init("Waiting", .amount, isLabelled: true),
                .init("Failed", .amount, isLabelled: true), .init("Rate", .amount), .init("Last 5 min", .course),
            ],
            nothing: isRunning ? "No job has been found yet." : nil
        ).html(
            rows: kinds.map { row in
                (
                    key: row.name,
                    cells: [
                        "\(row.name)", "\(row.done)", "\(row.waiting)", "\(row.failed)", "\(row.rate)",
                        Sparkline(row.course, peak: peak).html(isTrouble: false),
                    ]
                )
            }
        )
    }

    private var workerTable: HTML {
        StatusTable(
            name: "workers",
            title: "Workers",
            columns: [
                .init("Worker"), .init("Memory"), .init("Now", .words),
                .init("Jobs", .amount, isLabelled: true),
            ],
            nothing: isRunning ? "No worker is connected." : nil
        ).html(
            rows: workers.map { row in
                let meter = row.memoryShare.html { Meter(share: $0, isTrouble: $0 >= 0.8).html }
                return (key: row.name, cells: ["\(row.name)", "\(meter)\(row.memory)", "\(row.now)", "\(row.jobs)"])
            }
        )
    }

    private var hostTable: HTML {
        let peak = hosts.peak(of: \.course)
        return StatusTable(
            name: "hosts",
            title: "Hosts",
            columns: [
                .init("Host"), .init("State"), .init("Why", .words), .init("Rate", .amount),
                .init("Last 5 min", .course),
            ],
            nothing: isRunning ? "No requests are left or under way." : nil
        ).html(
            rows: hosts.map { row in
                let isTrouble = row.mood == .waiting || row.mood == .failing
                return (
                    key: row.host,
                    cells: [
                        "\(row.host)", row.mood.tag(row.state), "\(row.why)", "\(row.rate)",
                        Sparkline(row.course, peak: peak).html(isTrouble: isTrouble),
                    ]
                )
            }
        )
    }

    private var failureTable: HTML {
        StatusTable(
            name: "failures",
            title: "Last failures",
            columns: [
                .init("Time"), .init("Kind"), .init("Address", .address), .init("Why"), .init("Then", .words),
            ],
            control: failures.isEmpty ? .empty : control("retry", "Try all again"),
            nothing: isRunning ? "None so far." : nil
        ).html(
            rows: failures.map { row in
                (
                    key: "\(row.time) \(row.kind) \(row.address)",
                    cells: ["\(row.time)", "\(row.kind)", "\(row.address)", "\(row.why)", "\(row.then)"]
                )
            }
        )
    }

    private var sourceTable: HTML {
        StatusTable(
            name: "sources",
            title: "Sources",
            columns: [
                .init("Source"), .init("State"), .init("Items", .amount, isLabelled: true),
                .init("Last sync", .words, isLabelled: true), .init("Next sync", .words, isLabelled: true),
            ]
        ).html(
            rows: sources.map { row in
                (
                    key: row.name,
                    cells: [
                        "<bdi>\(row.name)</bdi>", row.mood.tag(row.state), "\(row.items)", "\(row.lastSync)",
                        "\(row.nextSync)",
                    ]
                )
            }
        )
    }

    /// Other programs that can read the larder, and where.
    private var readerList: HTML {
        guard !readers.isEmpty else { return .empty }
        return """
            <section><h2>Read it elsewhere</h2><ul>\(readers.html { reader in
                reader.isPage
                    ? "<li>\(reader.name): <a class=\"inside\" href=\"\(reader.address)\">\(reader.address)</a></li>"
                    : "<li>\(reader.name): \(reader.address)</li>"
            })</ul></section>
            """
    }

    /// A button that works without a script; nothing where the larder is only read.
    private func control(_ verb: String, _ label: String) -> HTML {
        guard allowsControl else { return .empty }
        return """
            <form method="post" action="\(frame.root)control/\(verb)" data-key="\(verb)">\
            <input type="hidden" name="token" value="\(controlToken)"><button class="button">\(label)</button></form>
            """
    }
}

extension StatusView.Mood {
    /// The state with a shape and a colour.
    fileprivate func tag(_ state: String) -> HTML { "<span class=\"mood mood-\(rawValue)\">\(state)</span>" }
}

extension Sequence {
    /// The highest number of all courses, so that one scale holds for a column.
    fileprivate func peak(of course: KeyPath<Element, [Double]>) -> Double? {
        lazy.flatMap { $0[keyPath: course] }.filter(\.isFinite).max()
    }
}
