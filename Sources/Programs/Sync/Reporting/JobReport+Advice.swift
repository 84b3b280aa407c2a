package import LarderLedger
internal import LarderModel
internal import LarderSourceAdapters

extension JobReport {
    /// Whether only a correction of the source's file helps.
    package var isFaultOfFile: Bool {
        let namesFile = message?.contains("the source's file") == true
        let isList = urn.kind == .discover || urn.kind == .search
        switch code.flatMap(ReadFailure.Code.init(rawValue:)) {
        // One item of another form means a wrong place in the file; a web page may be the server's fault.
        case .otherForm: return isList || !namesFile
        case .notFound, .badRequest: return isList && namesFile
        case .robotsForbidden, .pageRefused: return isList
        case .unreadable: return false
        default: return namesFile
        }
    }
}
