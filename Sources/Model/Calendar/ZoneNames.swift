/// The zones that dates name by letters.
enum ZoneNames {
    /// Minutes east of UTC, by the name in lower case.
    static let minutes: [String: Int] = [
        "z": 0, "utc": 0, "gmt": 0, "ut": 0, "wet": 0, "west": 60, "bst": 60, "cet": 60, "mez": 60, "cest": 120,
        "mesz": 120, "eet": 120, "eest": 180, "msk": 180, "jst": 540, "aest": 600, "aedt": 660, "est": -300,
        "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420,
        "ist": 330, "met": 60, "mest": 120, "msd": 240, "trt": 180, "sast": 120, "ast": -240, "adt": -180, "et": -300,
        "ct": -360, "mt": -420, "pt": -480, "akst": -540, "akdt": -480, "hst": -600, "nst": -210, "ndt": -150,
        "brt": -180, "art": -180, "clt": -240, "kst": 540, "hkt": 480, "sgt": 480, "pht": 480, "wib": 420, "ict": 420,
        "pkt": 300, "awst": 480, "acst": 570, "acdt": 630, "nzst": 720, "nzdt": 780,
    ]
}
