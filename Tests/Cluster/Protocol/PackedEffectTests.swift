import Foundation
import LarderModel
import Testing

@testable import LarderProtocol

@Suite("Packed effects") struct PackedEffectTests {
    @Test func `an effect travels inside its message`() throws {
        let packed = PackedEffect.inline(SampleRecords.effect)
        #expect(packed.serializedBytes() == SampleRecords.effect.serializedBytes())
        #expect(try PackedEffect(serializedBytes: packed.serializedBytes()) == packed)
    }

    @Test func `no bytes are an effect of nothing`() throws {
        #expect(try PackedEffect(serializedBytes: []) == .inline(JobEffect()))
    }

    @Test func `a large effect travels as the digest and length of its file`() throws {
        let packed = PackedEffect.spilled(SampleRecords.digest(7), bytes: 300)
        #expect(try PackedEffect(serializedBytes: packed.serializedBytes()) == packed)
        #expect(packed.serializedBytes() == [90, 32] + [UInt8](repeating: 7, count: 32) + [96, 0xAC, 0x02])
    }

    @Test func `whoever names a file says nothing beside it`() throws {
        let packed = PackedEffect.spilled(SampleRecords.digest(7), bytes: 300).serializedBytes()
        #expect(packed.count <= PackedEffect.maxSpilledBytes)
        let bytes = SampleRecords.effect.serializedBytes() + packed
        #expect(refusal { () throws(ProtocolError) in _ = try PackedEffect(serializedBytes: bytes) } == .malformed)
    }

    @Test(arguments: [1, 31, 33]) func `a file that is named by no digest is refused`(count: Int) {
        var effect = WireEffect()
        effect.spilled = Data(repeating: 7, count: count)
        let bytes = protobufBytes(effect)
        #expect(refusal { () throws(ProtocolError) in _ = try PackedEffect(serializedBytes: bytes) } == .malformed)
    }

    @Test func `a packed effect that is cut short is refused`() {
        let bytes = Array(SampleRecords.effect.serializedBytes().dropLast())
        #expect(refusal { () throws(ProtocolError) in _ = try PackedEffect(serializedBytes: bytes) } == .malformed)
    }
}
