extension JobEffect {
    /// The least bytes of a content or summary that stay.
    private static let leastBytes = 1_024

    /// Cuts the longest contents and summaries by `excess` bytes together, with a note.
    ///
    /// The first 1,024 bytes of each stay, so less may be cut.
    package mutating func shorten(by excess: Int, of job: String) {
        let lengths =
            articles.flatMap { [$0.content, $0.summary] }.compactMap { $0?.utf8.count }
            + recipes.compactMap { $0.summary?.utf8.count }
        let all = lengths.reduce(0, +)
        var bound = RecordBound.fieldBytes.limit
        while bound > Self.leastBytes, lengths.reduce(0, { $0 + min($1, bound) }) > all - excess { bound /= 2 }
        for index in articles.indices {
            articles[index].content = articles[index].content?.prefix(bytes: bound)
            articles[index].summary = articles[index].summary?.prefix(bytes: bound)
        }
        for index in recipes.indices { recipes[index].summary = recipes[index].summary?.prefix(bytes: bound) }
        let left = lengths.reduce(0) { $0 + min($1, bound) }
        notes.insert(JobNote(over: .effectBytes, of: job, leftOut: all - left), at: 0)
        notes = Array(notes.prefix(RecordBound.notes.limit))
    }
}
