internal import LarderCache
internal import LarderModel
internal import LarderProtocol

extension FetchedAnswer {
    /// A larger reading is not stored, as a record has a bound.
    private static let maxReadingBytes = 64 << 10

    /// The bytes of an effect that was read out of the answer, and the reading to store.
    ///
    /// - Parameters:
    ///   - effect: Cut to its bounds, without metrics.
    ///   - stamp: The reading's; nil: no reading is stored.
    func serialized(_ effect: JobEffect, stamp: Digest?, _ redactor: Redactor)
        -> (bytes: [UInt8], reading: ResponseRecord.Reading?)
    {
        let isAllOurs = effect.provenance.allSatisfy { $0.value == provenance(readerVersion: $0.value.readerVersion) }
        guard let stamp, isAllOurs, effect.provenance.count <= ResponseRecord.Reading.maxOrigins else {
            var effect = effect
            effect.fetch = metrics
            effect.notes += notes
            return (effect.serializedBytes(), nil)
        }
        var rest = effect
        rest.provenance = [:]
        let reading = ResponseRecord.Reading(
            stamp: stamp,
            effect: redactor.redacted(rest.serializedBytes()),
            origins: effect.provenance.sorted { $0.key < $1.key }
                .map { .init(urn: redactor.redacted($0.key), readerVersion: $0.value.readerVersion) }
        )
        let length = reading.origins.reduce(reading.effect.count) { $0 + $1.urn.utf8.count }
        return (bytes(of: reading), length <= Self.maxReadingBytes ? reading : nil)
    }

    /// The bytes of the effect that a reading of this body stands for.
    func bytes(of reading: ResponseRecord.Reading) -> [UInt8] {
        var own = JobEffect()
        own.fetch = metrics
        own.notes = notes
        for origin in reading.origins { own.provenance[origin.urn] = provenance(readerVersion: origin.readerVersion) }
        return own.serializedBytes(joining: reading.effect)
    }
}
