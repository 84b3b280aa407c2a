/// The course of a number over the last minutes, drawn as a line with its area.
///
/// Screen readers leave it out, as the number stands beside it.
struct Sparkline {
    /// Size of the drawing, which a style sheet may stretch.
    private static let (width, height) = (88.0, 22.0)
    /// More points than this could not be told apart.
    private static let maxPoints = 60

    private var course: [Double]
    private var peak: Double

    /// A line from zero at the base up to `peak` at the top.
    ///
    /// - Parameters:
    ///   - course: Oldest first; what is not a number counts as 0.
    ///   - peak: The highest number of all lines that are compared; nil: the highest of this one.
    init(_ course: [Double], peak: Double? = nil) {
        let plain = course.map { $0.isFinite ? max($0, 0) : 0 }
        self.course = Self.thinned(plain)
        self.peak = max(peak ?? 0, self.course.max() ?? 0)
    }

    /// The drawing; nothing for an empty course.
    func html(isTrouble: Bool) -> HTML {
        guard !course.isEmpty else { return .empty }
        let look = isTrouble ? "spark spark-warn" : "spark"
        return """
            <svg class="\(look)" aria-hidden="true" width="88" height="22" viewBox="0 0 88 22" \
            preserveAspectRatio="none"><path vector-effect="non-scaling-stroke" d="\(path)"/></svg>
            """
    }

    /// Begins and ends outside of the drawing, so that the edges of the area have no visible line.
    private var path: String {
        let outside = 3.0
        let step = course.count > 1 ? Self.width / Double(course.count - 1) : Self.width
        let levels = course.map { value in
            peak > 0 ? Self.height - 1 - value / peak * (Self.height - 2) : Self.height - 1
        }
        let below = Self.number(Self.height + outside)
        var path = "M\(Self.number(-outside)) \(below)V\(Self.number(levels.first ?? 0))H0"
        for (place, level) in levels.enumerated() {
            path += "L\(Self.number(Double(place) * step)) \(Self.number(level))"
        }
        return path + "H\(Self.number(Self.width + outside))V\(below)z"
    }

    /// The means of as many neighbours as leave at most ``maxPoints``.
    private static func thinned(_ course: [Double]) -> [Double] {
        guard course.count > maxPoints else { return course }
        let size = (course.count + maxPoints - 1) / maxPoints
        return stride(from: 0, to: course.count, by: size).map { start in
            let part = course[start..<min(start + size, course.count)]
            return part.reduce(0, +) / Double(part.count)
        }
    }

    /// A number with at most one digit after the point.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
        return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
    }
}

/// A bar that is filled from its start; its number must stand beside it.
struct Meter {
    /// 0 to 1; others are cut.
    var share: Double
    var isTrouble = false

    var html: HTML {
        let permille = share.isFinite ? Int((min(max(share, 0), 1) * 1000).rounded()) : 0
        let look = isTrouble ? "meter meter-warn" : "meter"
        return """
            <svg class="\(look)" aria-hidden="true" height="6"><rect width="\(permille / 10).\(permille % 10)%" \
            height="6" rx="3"/></svg>
            """
    }
}
