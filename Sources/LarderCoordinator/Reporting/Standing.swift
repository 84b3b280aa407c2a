/// How a run stands, for progress.
struct Standing: Sendable {
    var tally: Tally
    var unfinished: Int
    var waiting: Int
    var workers: Int
}
