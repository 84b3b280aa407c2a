/// Reads the lists of the tables.
enum RuleText {
    /// What stands between commas and line ends, without the blanks round it.
    static func items(_ text: String) -> [String] {
        text.split { $0 == "," || $0 == "\n" }.map { item in
            var item = item
            while item.first == " " { item.removeFirst() }
            return String(item)
        }
        .filter { !$0.isEmpty }
    }
}
