package import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters

extension JobReport {
    /// Whether the job can only end well after the source's file was mended: another try of the same fails the same way.
    package var isFaultOfFile: Bool {
        let namesFile = message?.contains("the source's file") == true
        let isList = urn.kind == .discover || urn.kind == .search
        switch code.flatMap(ReadFailure.Code.init(rawValue:)) {
        // Where a single item is not what the file says of all, its place is wrong; a web page instead may be the server's fault.
        case .otherForm: return isList || !namesFile
        case .notFound, .badRequest: return isList && namesFile
        case .robotsForbidden, .pageRefused: return isList
        case .unreadable: return false
        default: return namesFile
        }
    }
}
