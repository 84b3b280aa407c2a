internal import LarderModel

extension CoordinatorError {
    /// The error for a source that is none of the larder's `names`.
    package static func unknownSource(_ name: String, among names: [String], _ into: String) -> CoordinatorError {
        let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
        let near = NearestWord.find(name, in: names).map { " Did you mean \($0)?" } ?? ""
        return CoordinatorError(
            .unknownSource,
            "The larder has no source \"\(name)\".\(near) It holds \(names.isEmpty ? "none" : shown). `coordinator "
                + "status\(TypedCommand.into(into))` tells what of each."
        )
    }
}
