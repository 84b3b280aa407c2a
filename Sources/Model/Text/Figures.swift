extension BinaryInteger {
    package var grouped: String {
        let digits = String(magnitude)
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
            result.append(digit)
        }
        return self < 0 ? "-" + result : result
    }

    /// The number and what it counts: `1 recipe`, `1,200 recipes`.
    ///
    /// - Parameter many: The plural; nil: the noun with an `s`.
    package func counted(_ noun: String, many: String? = nil) -> String {
        "\(grouped) \(self == 1 ? noun : many ?? noun + "s")"
    }

    /// The number as an amount of bytes, in powers of ten.
    package var bytes: String {
        let value = Double(self)
        if value < 1000 { return "\(self) B" }
        if value < 1e6 { return "\((value / 1e3).rounded1) kB" }
        if value < 1e9 { return "\((value / 1e6).rounded1) MB" }
        return "\((value / 1e9).rounded1) GB"
    }
}

extension Double {
    package var rounded1: String {
        guard isFinite else { return "0" }
        return abs(self) >= 100 ? Int64(rounded()).grouped : "\((self * 10).rounded() / 10)"
    }
}

extension Duration {
    /// `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`, and from two days on `2 d 3 h`, `30 d`.
    package var spoken: String {
        let seconds = self / .seconds(1)
        if seconds < 10 { return "\((seconds * 10).rounded() / 10) s" }
        let whole = Int(seconds.rounded())
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        let (days, hours) = (whole / 86_400, whole % 86_400 / 3600)
        if days >= 2 { return hours == 0 ? "\(days) d" : "\(days) d \(hours) h" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }
}

extension String {
    /// At least `width` characters, with spaces behind; at least one space.
    package func padded(_ width: Int) -> String {
        count >= width ? self + " " : self + String(repeating: " ", count: width - count)
    }
    /// At least `width` characters, with spaces before.
    package func leftPadded(_ width: Int) -> String {
        count >= width ? " " + self : String(repeating: " ", count: width - count) + self
    }
}
