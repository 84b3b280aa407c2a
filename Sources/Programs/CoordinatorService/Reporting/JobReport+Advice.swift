internal import LarderLedger
internal import LarderModel
internal import LarderSourceReaders

extension JobReport {
    /// Whether the job can only end well after the source's file was mended: another try of the same fails the same way.
    var isFaultOfFile: Bool {
        let namesFile = message?.contains("the source's file") == true
        switch code.flatMap(ReadFailure.Code.init(rawValue:)) {
        case .otherForm: return true
        case .notFound, .badRequest, .robotsForbidden: return urn.kind == .discover || urn.kind == .search
        case .unreadable, .pageRefused: return false
        default: return namesFile
        }
    }
}
