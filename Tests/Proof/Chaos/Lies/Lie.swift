/// How a worker lies that has keys, joins and is given jobs like any other.
///
/// All of these can be told from honest work. A worker that returns well-formed wrong content for a job that it holds cannot: a
/// source might have said so. Keys are for whom one trusts that far.
package enum Lie: String, Sendable, CaseIterable {
    case garbage
    case foreign
    case absent
    case outside
    case flood
    case nameless
    case full
    case permanent
    case throttled
    case memory
    case again
    case strangers
    case silent
    case mute
    case late
    case stale

    /// Whether it keeps its jobs and does nothing, so that it may stay for as long as it likes.
    package var mayStay: Bool { self == .silent || self == .mute }

    /// What it does, for people.
    package var explanation: String {
        switch self {
        case .garbage: "answers with random bytes"
        case .foreign: "answers with records and jobs of other sources"
        case .absent: "answers with digests that the cache lacks"
        case .outside: "answers with runs and links outside of their text"
        case .flood: "answers with 200000 found jobs"
        case .nameless: "answers with records without URNs"
        case .full: "says that the cache is full"
        case .permanent: "says that every job has failed for good"
        case .throttled: "says that every host wants a week of rest"
        case .memory: "says that every job took all its memory"
        case .again: "says that every job failed for now, three times each"
        case .strangers: "answers for jobs that it never held"
        case .silent: "keeps its jobs and its beats"
        case .mute: "keeps its jobs and says nothing more"
        case .late: "keeps its jobs past its lease, then answers"
        case .stale: "answers in wrong epochs, sessions and attempts"
        }
    }
}
