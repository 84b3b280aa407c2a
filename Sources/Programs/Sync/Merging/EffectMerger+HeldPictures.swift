internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters

/// Pictures that would take the place of a stored one.
///
/// A file's first bytes are judged when it is downloaded. Whether it can be shown is known when it is decoded. Until
/// then the stored picture stays. Afterwards the download runs again, and its result is merged.
extension EffectMerger {
    /// Notes that a stored picture stays, if what came from its address is none.
    ///
    /// - Parameter notes: Those of the job that brought it.
    func keepsStored(_ image: ImageOriginal, _ notes: [JobNote], _ sync: CatalogSync) throws -> Bool {
        let type = image.contentType.map(MediaType.essence) ?? ""
        let codes = notes.filter { $0.urn == image.urn }.map(\.code)
        var leastPixels = 1
        let what: String
        if image.byteCount == 0 {
            what = "an empty file"
        } else if !type.isEmpty, !MediaType.isPicture(type) {
            what = "no whole picture (\(type.shortened(to: 60)))"
        } else if codes.contains(NoteCode.pictureCut.rawValue) {
            what = "a picture that breaks off"
        } else if codes.contains(NoteCode.pictureUnshown.rawValue) {
            what = "a picture that cannot be shown"
        } else if codes.contains(NoteCode.pictureTiny.rawValue) {
            what = "a picture of hardly any pixels"
            leastPixels = ImageOriginal.tinyPixels + 1
        } else {
            return false
        }
        guard !sources.acceptsChanges,
            try catalog.showsPicture(image.urn, otherThan: image.digest, leastPixels: leastPixels)
        else { return false }
        try forgetWait(image.urn, sync)
        try note(.pictureKept, Self.kept(what), image.urn, sync)
        return true
    }

    private static func kept(_ what: String) -> String {
        "What came from the picture's address is \(what); the stored picture stays."
    }

    /// Notes that the stored picture stays, for now or for this sync; false: the new one is to be merged.
    ///
    /// A picture waits for its decoding once in a sync. An address that brings other bytes at each request changes
    /// nothing.
    func holds(_ image: ImageOriginal, _ sync: CatalogSync) throws -> Bool {
        guard sources.wants(.imageDecode) else { return false }
        let decoding = JobURN(kind: .imageDecode, key: JobSpec.key(ofRendering: image.urn, image.digest))
        let hasWaited = try awaitsDecoding(image.urn, sync)
        try forgetWait(image.urn, sync)
        guard !sources.acceptsChanges,
            try catalog.showsPicture(image.urn, otherThan: image.digest, leastPixels: 1)
        else {
            if hasWaited { try ledger.forgetDone(decoding) }
            return false
        }
        if try hasWaited && ledger.isDone(decoding) {
            // That result was not stored, as no row had these bytes. The next one will be.
            try ledger.forgetDone(decoding)
            return false
        }
        if try hasWaited && !ledger.contains(decoding) {
            try note(.pictureKept, Self.kept("another one at each request"), image.urn, sync)
        } else {
            let message = "The picture's address brings another one; the stored picture stays until that is decoded."
            try note(.pictureHeld, message, image.urn, sync)
        }
        return true
    }

    private func forgetWait(_ urn: String, _ sync: CatalogSync) throws {
        try catalog.forgetNotes([NoteCode.pictureHeld.rawValue], on: urn, of: sync)
    }

    func awaitsDecoding(_ urn: String, _ sync: CatalogSync) throws -> Bool {
        try catalog.hasNote(NoteCode.pictureHeld.rawValue, on: urn, of: sync)
    }

    /// Whether a picture waits for this decoding.
    ///
    /// The stored picture may be decoded meanwhile, which does not count.
    func awaits(_ decoding: ImageDecoding, _ sync: CatalogSync) throws -> Bool {
        try awaitsDecoding(decoding.urn, sync)
            && catalog.showsPicture(decoding.urn, otherThan: decoding.digest, leastPixels: 1)
    }

    /// Why a picture that waited for its decoding does not take the place of the stored one; nil: it does.
    func fault(of decoding: ImageDecoding, _ notes: [JobNote]) -> String? {
        guard !sources.acceptsChanges else { return nil }
        let cut = NoteCode.pictureCut.rawValue
        return decoding.rejectCode ?? (notes.contains { $0.urn == decoding.urn && $0.code == cut } ? cut : nil)
    }

    /// Notes that a picture that waited for its decoding does not take the place of the stored one.
    func keepStored(_ urn: String, _ fault: String, _ sync: CatalogSync) throws {
        try forgetWait(urn, sync)
        let what = "a picture that cannot be shown as a whole (\(fault.shortened(to: 60)))"
        try note(.pictureKept, Self.kept(what), urn, sync)
    }

    /// The download of a picture that waited for its decoding; nil: the sync does not know it.
    func downloadAgain(_ urn: String) throws -> FoundJob? {
        let name = JobURN(kind: .imageDownload, key: JobSpec.key(ofDownload: urn))
        guard let spec = try ledger.spec(of: name) else { return nil }
        try ledger.forgetDone(name)
        return FoundJob(spec: try JobSpec(serializedBytes: spec))
    }
}
