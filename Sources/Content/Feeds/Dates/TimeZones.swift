/// The zones that dates name by letters.
enum TimeZones {
    /// Minutes east of UTC; nil for a zone that nobody knows.
    static func minutes(_ letters: ArraySlice<UInt8>) -> Int? {
        guard (1...5).contains(letters.count) else { return nil }
        return table[String(decoding: letters.map { $0 & 0xDF }, as: UTF8.self)]
    }

    private static let table: [String: Int] = [
        "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "BST": 60, "IST": 330, "CET": 60, "MET": 60,
        "MEZ": 60,
        "CEST": 120, "MEST": 120, "MESZ": 120, "EET": 120, "EEST": 180, "MSK": 180, "MSD": 240, "TRT": 180, "SAST": 120,
        "AST": -240, "ADT": -180, "EST": -300, "EDT": -240, "ET": -300, "CST": -360, "CDT": -300, "CT": -360,
        "MST": -420, "MDT": -360, "MT": -420, "PST": -480, "PDT": -420, "PT": -480, "AKST": -540, "AKDT": -480,
        "HST": -600, "NST": -210, "NDT": -150, "BRT": -180, "ART": -180, "CLT": -240, "JST": 540, "KST": 540,
        "HKT": 480, "SGT": 480, "PHT": 480, "WIB": 420, "ICT": 420, "PKT": 300, "AWST": 480, "ACST": 570, "ACDT": 630,
        "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780,
    ]
}
