/// The page of a sync.
package struct StatusView: Sendable {
    /// How something is going.
    package enum Mood: String, Sendable { case going, waiting, failing, done }

    /// A number with its unit, and its course over the last 5 minutes.
    package struct Figure: Sendable {
        package var label: String
        package var value: String
        package var unit: String
        /// Oldest first; empty: no course is shown.
        package var course: [Double]
        /// 0 to 1; nil: no meter is shown.
        package var share: Double?
        package var isTrouble: Bool

        package init(
            label: String,
            value: String,
            unit: String,
            course: [Double] = [],
            share: Double? = nil,
            isTrouble: Bool = false
        ) {
            (self.label, self.value, self.unit) = (label, value, unit)
            (self.course, self.share, self.isTrouble) = (course, share, isTrouble)
        }
    }

    package struct KindRow: Sendable {
        package var name: String
        package var done: String
        package var waiting: String
        package var failed: String
        package var rate: String
        package var course: [Double]
        package init(name: String, done: String, waiting: String, failed: String, rate: String, course: [Double]) {
            (self.name, self.done, self.waiting) = (name, done, waiting)
            (self.failed, self.rate, self.course) = (failed, rate, course)
        }
    }

    package struct WorkerRow: Sendable {
        package var name: String
        /// 0 to 1; nil: the worker has not told its memory.
        package var memoryShare: Double?
        /// "212 MB of 512 MB".
        package var memory: String
        package var now: String
        package var jobs: String
        package init(name: String, memoryShare: Double?, memory: String, now: String, jobs: String) {
            (self.name, self.memoryShare, self.memory) = (name, memoryShare, memory)
            (self.now, self.jobs) = (now, jobs)
        }
    }

    package struct HostRow: Sendable {
        package var host: String
        package var mood: Mood
        /// "Waiting 42 s".
        package var state: String
        /// A sentence.
        package var why: String
        package var rate: String
        package var course: [Double]
        package init(host: String, mood: Mood, state: String, why: String, rate: String, course: [Double]) {
            (self.host, self.mood, self.state) = (host, mood, state)
            (self.why, self.rate, self.course) = (why, rate, course)
        }
    }

    package struct FailureRow: Sendable {
        package var time: String
        package var kind: String
        package var address: String
        package var why: String
        package var then: String
        package init(time: String, kind: String, address: String, why: String, then: String) {
            (self.time, self.kind, self.address) = (time, kind, address)
            (self.why, self.then) = (why, then)
        }
    }

    /// A source of the larder with its latest sync.
    package struct SourceRow: Sendable {
        package var name: String
        package var items: String
        package var lastSync: String
        package var nextSync: String
        package var mood: Mood
        package var state: String
        package init(name: String, items: String, lastSync: String, nextSync: String, mood: Mood, state: String) {
            (self.name, self.items, self.lastSync) = (name, items, lastSync)
            (self.nextSync, self.mood, self.state) = (nextSync, mood, state)
        }
    }

    package var frame: FrameView
    /// "Sync of 23 November", or "No sync is running".
    package var heading: String
    package var mood: Mood
    /// "Running".
    package var state: String
    /// Whether a sync goes on, so that it can be stopped; else one can be started.
    package var isRunning: Bool
    /// "since 13:42:11, for 4 min 12 s".
    package var duration: String
    /// "13:46:23".
    package var updated: String
    package var figures: [Figure]
    package var kinds: [KindRow]
    package var workers: [WorkerRow]
    package var hosts: [HostRow]
    package var failures: [FailureRow]
    package var sources: [SourceRow]
    /// Lines such as what a quota leaves or why a source is slow; empty: none.
    package var notes: [String]
    /// Other ways to read the larder: "Feed of all items", its whole address, and whether a browser shows something there.
    package var readers: [(name: String, address: String, isPage: Bool)]
    /// Whether the buttons stop, retry and sync now are shown.
    package var allowsControl: Bool
    /// The value of the hidden field `token` that each button sends.
    package var controlToken: String
    /// Where updates come from, as server-sent events.
    package var events: String

    package init(
        frame: FrameView,
        heading: String,
        mood: Mood,
        state: String,
        isRunning: Bool,
        duration: String,
        updated: String,
        figures: [Figure] = [],
        kinds: [KindRow] = [],
        workers: [WorkerRow] = [],
        hosts: [HostRow] = [],
        failures: [FailureRow] = [],
        sources: [SourceRow] = [],
        notes: [String] = [],
        readers: [(name: String, address: String, isPage: Bool)] = [],
        allowsControl: Bool = false,
        controlToken: String = "",
        events: String
    ) {
        (self.frame, self.heading, self.mood, self.state) = (frame, heading, mood, state)
        (self.isRunning, self.duration, self.updated, self.figures) = (isRunning, duration, updated, figures)
        (self.kinds, self.workers, self.hosts, self.failures) = (kinds, workers, hosts, failures)
        (self.sources, self.notes, self.readers) = (sources, notes, readers)
        (self.allowsControl, self.controlToken, self.events) = (allowsControl, controlToken, events)
    }
}
