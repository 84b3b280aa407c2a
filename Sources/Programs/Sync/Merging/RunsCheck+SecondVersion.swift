internal import LarderModel

/// Checks of version 2, in which runs hold differences from the runs before.
extension RunsCheck {
    /// The largest number that is accepted.
    ///
    /// Readers with floating-point numbers may change larger ones. The longest text needs a tenth of this.
    private static let largestNumber = 1 << 40
    /// The most bytes of all links of a text, where each link counts with its base.
    ///
    /// Version 1 has no bases, and the links of a text could not be longer there.
    private static let maxLinkBytes = RecordBound.runsBytes.limit

    /// Checks what stands between the version and the attachments.
    ///
    /// - Returns: How many characters the runs leave uncovered.
    mutating func checkSecondVersion() throws(Fault) -> Int {
        var steps: [Int?] = []
        if take(member: #","sets":"#) { try elements { check throws(Fault) in steps.append(try check.set()) } }
        var rest = count
        var pointed = PointedLinks(most: bytes.count)
        if take(member: #","runs":"#) {
            try elements { check throws(Fault) in
                let number = try check.number()
                guard number > 0, !steps.isEmpty else { throw .form }
                guard number < Self.largestNumber else { throw .beyondEnd }
                let length = number / steps.count
                guard length > 0 else { throw .form }
                guard length <= rest else { throw .beyondEnd }
                rest -= length
                if let step = steps[number % steps.count] { try pointed.point(step) }
            }
        }
        var links = ListedLinks()
        if take(member: #","bases":"#) {
            try elements { check throws(Fault) in
                let start = check.index
                try check.string()
                links.baseBytes.append(check.index - start)
            }
        }
        if take(member: #","links":"#) {
            try elements { check throws(Fault) in try check.links(pointed, &links) }
        }
        guard pointed.count <= links.count else { throw .link }
        return rest
    }

    /// A set of attributes: names are single letters, values numbers, or strings where they count nothing.
    ///
    /// - Returns: By how much its link counts on; nil where it has none.
    private mutating func set() throws(Fault) -> Int? {
        var step: Int?
        try expect(UInt8(ascii: "{"))
        if take(UInt8(ascii: "}")) { return nil }
        repeat {
            try expect(UInt8(ascii: "\""))
            guard index < bytes.count, case let name = bytes[index], take(name),
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(name)
            else { throw .form }
            try expect(UInt8(ascii: "\""))
            try expect(UInt8(ascii: ":"))
            switch name {
            case UInt8(ascii: "l"):
                guard step == nil else { throw .form }
                step = try number()
            case UInt8(ascii: "f"), UInt8(ascii: "o"): _ = try number()
            default: try scalar()
            }
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        return step
    }

    /// A number or a string.
    private mutating func scalar() throws(Fault) {
        guard index < bytes.count, bytes[index] != UInt8(ascii: "["), bytes[index] != UInt8(ascii: "{") else {
            throw .form
        }
        try value(depth: 1)
    }

    /// `[place in bases, link, …]`, each link the rest of its URL where runs point to it, else as in version 1.
    private mutating func links(_ pointed: PointedLinks, _ links: inout ListedLinks) throws(Fault) {
        try expect(UInt8(ascii: "["))
        guard case let base = try number(), links.baseBytes.indices.contains(base) else { throw .form }
        while take(UInt8(ascii: ",")) {
            let start = index
            if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                try string()
                guard pointed.contains(links.count) else { throw .link }
            } else {
                try link()
            }
            links.count += 1
            links.bytes += links.baseBytes[base] + index - start
            guard links.bytes <= Self.maxLinkBytes else { throw .link }
        }
        try expect(UInt8(ascii: "]"))
    }
}

/// The links that a text lists.
private struct ListedLinks {
    /// The length of each base as JSON, in bytes.
    var baseBytes: [Int] = []
    var count = 0
    /// The length of all links as JSON, each with its base, in bytes.
    var bytes = 0
}

/// The links that runs point to.
private struct PointedLinks {
    /// There cannot be as many links.
    let most: Int
    private var link = -1
    private var isPointedTo: [Bool] = []

    init(most: Int) { self.most = most }

    /// How many links there must be.
    var count: Int { isPointedTo.count }

    /// Takes a run whose link counts on by `step`.
    mutating func point(_ step: Int) throws(RunsCheck.Fault) {
        let (next, isTooLarge) = link.addingReportingOverflow(step)
        guard !isTooLarge, next >= 0, next < most else { throw .link }
        link = next
        if next >= isPointedTo.count {
            isPointedTo += repeatElement(false, count: next + 1 - isPointedTo.count)
        }
        isPointedTo[next] = true
    }

    func contains(_ link: Int) -> Bool { link < isPointedTo.count && isPointedTo[link] }
}
