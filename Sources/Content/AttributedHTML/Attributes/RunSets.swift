/// The sets of attributes that a text's runs have, numbered as they come.
///
/// Links, attachments and list items count on from the runs before: all first words of list items, and most links, then
/// have one set.
struct RunSets {
    /// The sets; beyond ``searched`` of them one may stand here twice.
    private(set) var all: [TextAttributes] = []
    /// For each set the one that came after it last: runs come in patterns.
    private var following: [Int] = []
    private var latest = 0
    private var numbers = RunNumbers()

    /// Pages have some forty sets; of a page made to have very many only these are compared with each run.
    private static let searched = 256

    /// The number of the next run's set.
    mutating func number(of attributes: TextAttributes) -> Int {
        let set = numbers.relative(attributes)
        if latest < all.count, all[following[latest]] == set {
            latest = following[latest]
            return latest
        }
        let number = all.prefix(Self.searched).firstIndex(of: set) ?? all.count
        if number == all.count {
            all.append(set)
            following.append(number)
        }
        following[latest] = number
        latest = number
        return number
    }
}

/// The numbers of the runs before, from which those of a run count on.
///
/// They come out as they were whatever they are: both directions wrap around alike.
struct RunNumbers {
    private var link = -1
    private var attachment = -1
    private var ordinal = 0

    /// The attributes of the next run as they are stored.
    mutating func relative(_ attributes: TextAttributes) -> TextAttributes {
        var stored = attributes
        if let number = attributes.link {
            stored.link = number &- link
            link = number
        }
        if case .attachment(let number) = attributes.role {
            stored.role = .attachment(number &- attachment)
            attachment = number
        }
        stored.listOrdinal = attributes.listOrdinal.map { $0 &- ordinal }
        ordinal = attributes.listOrdinal ?? 0
        return stored
    }

    /// The attributes of the next run, of which `stored` are the stored ones.
    mutating func absolute(_ stored: TextAttributes) -> TextAttributes {
        var attributes = stored
        if let step = stored.link {
            link &+= step
            attributes.link = link
        }
        if case .attachment(let step) = stored.role {
            attachment &+= step
            attributes.role = .attachment(attachment)
        }
        attributes.listOrdinal = stored.listOrdinal.map { ordinal &+ $0 }
        ordinal = attributes.listOrdinal ?? 0
        return attributes
    }
}
