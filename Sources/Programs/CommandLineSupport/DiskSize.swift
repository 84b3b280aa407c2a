/// A setting that cannot be used, with a sentence that says why.
package struct SettingError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Disk sizes as people type them.
package enum DiskSize {
    /// Bytes of `2GB`, `1.5G`, `800MB`, `512MiB` or `700B`.
    ///
    /// k, M, G and T count in 1000s, with or without a B; with `iB` in 1024s.
    ///
    /// - Throws: ``SettingError``, also for 2^60 bytes or more, and for a number without a unit.
    package static func bytes(typed text: String) throws -> Int {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(number.count).uppercased()
        guard !unit.isEmpty || number.isEmpty else {
            throw SettingError(
                "\(number) has no unit: it takes a size such as \(number)MB or \(number)GB (or B, kB, TB)."
            )
        }
        guard number.first?.isNumber == true, let value = Double(number), let factor = factors[unit],
            value * factor < 0x1p60
        else {
            throw SettingError("it takes a size such as 800MB, 2GB or 1.5TB (GB are 1000 MB, GiB are 1024 MiB).")
        }
        return Int(value * factor)
    }

    private static let factors: [String: Double] = [
        "B": 1, "K": 1e3, "KB": 1e3, "KIB": 0x1p10, "M": 1e6, "MB": 1e6, "MIB": 0x1p20,
        "G": 1e9, "GB": 1e9, "GIB": 0x1p30, "T": 1e12, "TB": 1e12, "TIB": 0x1p40,
    ]
}
