internal import Glibc

/// The address at the other end of a connection.
package enum PeerAddress: Sendable, Hashable {
    /// IPv4, the first byte of the address highest.
    case v4(UInt32)
    /// IPv6, the first eight bytes of the address and the last eight, first byte highest.
    case v6(high: UInt64, low: UInt64)

    /// Reads a numeric address such as `192.0.2.1` or `fe80::1%eth0`; the zone is ignored.
    package init?(parsing text: String) {
        let text = text.prefix { $0 != "%" }
        var four = in_addr()
        var six = in6_addr()
        if unsafe inet_pton(AF_INET, String(text), &four) == 1 {
            self = .v4(UInt32(bigEndian: four.s_addr))
        } else if unsafe inet_pton(AF_INET6, String(text), &six) == 1 {
            self.init(six)
        } else {
            return nil
        }
    }

    init(_ address: in6_addr) {
        self = unsafe withUnsafeBytes(of: address) { bytes in
            unsafe .v6(
                high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// Whether the address begins with the first `bits` bits of a network.
    ///
    /// - Parameter bits: Nil: all of them; false for more than an address has.
    func isIn(_ network: PeerAddress, bits: Int?) -> Bool {
        switch (self, network) {
        case (.v4(let own), .v4(let other)):
            let bits = bits ?? 32
            return (0...32).contains(bits) && (own ^ other) >> (32 - UInt32(bits)) == 0
        case (.v6(let high, let low), .v6(let otherHigh, let otherLow)):
            let bits = bits ?? 128
            guard (0...128).contains(bits) else { return false }
            return (high ^ otherHigh) >> (64 - UInt64(min(64, bits))) == 0
                && (low ^ otherLow) >> (64 - UInt64(max(0, bits - 64))) == 0
        default: return false
        }
    }

    /// Whether the address belongs to one host of the public Internet.
    ///
    /// Not public is what the IANA special-purpose registries (RFC 6890, as of 2024) and the multicast registries list:
    /// this host, loopback, private use, shared (100.64/10), link-local, documentation, benchmarking, multicast,
    /// reserved, and every IPv6 address outside 2000::/3. An IPv6 address that carries an IPv4 one (mapped, NAT64,
    /// 6to4) is as public as what it carries.
    package var isPublic: Bool {
        switch self {
        case .v4(let address): Self.isPublic(v4: address)
        case .v6(let high, let low): Self.isPublic(high: high, low: low)
        }
    }

    private static let specialV4: [(UInt32, Int)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
        (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15),
        (0xC633_6400, 24),
        (0xCB00_7100, 24), (0xE000_0000, 3),
    ]

    private static func isPublic(v4 address: UInt32) -> Bool {
        !specialV4.contains { prefix, length in (address ^ prefix) >> (32 - length) == 0 }
    }

    private static func isPublic(high: UInt64, low: UInt64) -> Bool {
        if high == 0, low >> 32 == 0xFFFF {  // ::ffff:0:0/96, mapped
            return isPublic(v4: UInt32(truncatingIfNeeded: low))
        }
        if high == 0x0064_FF9B_0000_0000, low >> 32 == 0 {  // 64:ff9b::/96, NAT64
            return isPublic(v4: UInt32(truncatingIfNeeded: low))
        }
        guard high >> 61 == 0b001 else { return false }  // 2000::/3
        if high >> 48 == 0x2002 {  // 2002::/16, 6to4
            return isPublic(v4: UInt32(truncatingIfNeeded: high >> 16))
        }
        return high >> 41 != 0x2001_0000 >> 9  // 2001::/23, protocol assignments, Teredo among them
            && high >> 32 != 0x2001_0DB8  // 2001:db8::/32, documentation
            && high >> 44 != 0x3FFF0  // 3fff::/20, documentation
    }
}
