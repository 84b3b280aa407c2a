extension SourceDefinition {
    /// The names, in lowercase, of header fields in which an answer says how its list goes on, or how long it is: what
    /// is kept of an answer has them too, so that it can be read again.
    package var listFields: Set<String> {
        if kind == .wordpress { return ["x-wp-total", "x-wp-totalpages"] }
        guard let paging = mapping?.paging else { return [] }
        var places = [paging.sizePlace, paging.total, paging.pages]
        var names: Set<String> = []
        switch paging.form {
        case .cursor(_, let next), .next(let next): places.append(next)
        case .link: names.insert("link")
        case .none, .page, .offset: break
        }
        for case .header(let name)? in places { names.insert(name.lowercased()) }
        return names
    }
}
