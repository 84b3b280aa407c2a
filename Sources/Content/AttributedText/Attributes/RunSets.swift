/// The sets of attributes that a text's runs have, numbered as they come.
///
/// A set holds numbers of links, attachments and list items as differences from the runs before. So most links of a
/// page have one set, and the first words of its list items too.
struct RunSets {
    /// The sets.
    ///
    /// Only the first ``searched`` of them are compared, so a later one may be here twice.
    private(set) var all: [TextAttributes] = []
    /// For each set the place of the set that followed it last.
    ///
    /// Runs come in patterns, so it often follows again.
    private var following: [Int] = []
    private var latest = 0
    private var numbers = RunNumbers()

    /// How many sets are compared with each run.
    ///
    /// Pages have about forty; a hostile one may have very many.
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

/// Makes differences of the numbers of links, attachments and list items of successive runs, and numbers of the
/// differences.
///
/// Both directions wrap around on overflow, so every number comes back as it was.
struct RunNumbers {
    private var link = -1
    private var attachment = -1
    private var ordinal = 0

    /// The attributes of the next run, with differences in place of numbers.
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

    /// The attributes of the next run, with numbers in place of differences.
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
