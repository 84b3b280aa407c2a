internal import LarderModel
internal import LarderSourceDefinitions

extension SourceMapping {
    /// The items of a list's answer, at the first of their places that has some.
    func items(in json: JSONValue) -> [JSONPointer.Found] {
        let root = JSONPointer.Found(value: json)
        for pointer in items {
            var items = pointer.found(in: root).compactMap { $0 }
            if items.count == 1, pointer.steps.last != .every {
                let value = items[0].value
                if let list = value.items {
                    items = list.map { JSONPointer.Found(value: $0) }
                } else if value.isBlank || value.members == nil && !pointer.steps.contains(.every) {
                    // A lone word in the place of a list is a message and no item.
                    items = []
                }
            }
            if !items.isEmpty { return items }
        }
        return []
    }

    /// The places in an answer that say how its list goes on, by their keys.
    var pagingPlaces: [(key: String, pointers: [JSONPointer])] {
        var places: [(key: String, place: Place?)] = [("total", paging.total), ("pages", paging.pages)]
        switch paging.form {
        case .cursor(_, let next), .next(let next): places.append(("next", next))
        case .continuation(let pointers): places.append(("continue", .pointers(pointers)))
        case .none, .page, .offset, .link: break
        }
        if !paging.more.isEmpty { places.append(("more", .pointers(paging.more))) }
        return places.compactMap { key, place in
            guard case .pointers(let pointers)? = place else { return nil }
            return (key, pointers)
        }
    }
}
