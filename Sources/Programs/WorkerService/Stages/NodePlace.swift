internal import LarderHTML
internal import LarderModel

/// Where a text lies in its page.
enum NodePlace {
    /// The nodes as a JSON array of `[first, count]`, in document order.
    static func json(of nodes: [NodeID]) -> String? {
        var ranges: [(first: UInt32, count: UInt32)] = []
        for node in nodes.map(\.rawValue).sorted() {
            if let last = ranges.last, last.first + last.count == node {
                ranges[ranges.count - 1].count += 1
            } else if ranges.last.map({ $0.first + $0.count <= node }) ?? true {
                ranges.append((node, 1))
            }
        }
        guard !ranges.isEmpty else { return nil }
        return JSONWriter.text { json in
            json.array(ranges) { json, range in
                json.array { json in
                    json.value(Int(range.first))
                    json.value(Int(range.count))
                }
            }
        }
    }
}
