/// The names of the months, January to December, as dates on pages have them.
enum MonthNames {
    struct Row {
        let language: String
        let names: [String]

        init(_ language: String, _ names: String) {
            self.language = language
            self.names = RuleText.items(names)
        }
    }

    static let rows: [Row] = [
        Row(
            "en",
            """
            january, february, march, april, may, june, july, august, september, october, november, december
            """
        ),
        Row(
            "en",
            """
            jan, feb, mar, apr, may, jun, jul, aug, sept, oct, nov, dec
            """
        ),
        Row(
            "de",
            """
            januar, februar, märz, april, mai, juni, juli, august, september, oktober, november, dezember
            """
        ),
        Row(
            "de",
            """
            jänner, feber, mär, apr, mai, jun, jul, aug, sep, okt, nov, dez
            """
        ),
        Row(
            "fr",
            """
            janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, novembre, décembre
            """
        ),
        Row(
            "es",
            """
            enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre
            """
        ),
        Row(
            "it",
            """
            gennaio, febbraio, marzo, aprile, maggio, giugno, luglio, agosto, settembre, ottobre, novembre,
            dicembre
            """
        ),
        Row(
            "pt",
            """
            janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro
            """
        ),
        Row(
            "nl",
            """
            januari, februari, maart, april, mei, juni, juli, augustus, september, oktober, november, december
            """
        ),
        Row(
            "pl",
            """
            stycznia, lutego, marca, kwietnia, maja, czerwca, lipca, sierpnia, września, października, listopada,
            grudnia
            """
        ),
        Row(
            "cs",
            """
            ledna, února, března, dubna, května, června, července, srpna, září, října, listopadu, prosince
            """
        ),
        Row(
            "ru",
            """
            января, февраля, марта, апреля, мая, июня, июля, августа, сентября, октября, ноября, декабря
            """
        ),
        Row(
            "uk",
            """
            січня, лютого, березня, квітня, травня, червня, липня, серпня, вересня, жовтня, листопада, грудня
            """
        ),
        Row(
            "tr",
            """
            ocak, şubat, mart, nisan, mayıs, haziran, temmuz, ağustos, eylül, ekim, kasım, aralık
            """
        ),
        Row(
            "sv",
            """
            januari, februari, mars, april, maj, juni, juli, augusti, september, oktober, november, december
            """
        ),
        Row(
            "da",
            """
            januar, februar, marts, april, maj, juni, juli, august, september, oktober, november, december
            """
        ),
        Row(
            "fi",
            """
            tammikuuta, helmikuuta, maaliskuuta, huhtikuuta, toukokuuta, kesäkuuta, heinäkuuta, elokuuta, syyskuuta,
            lokakuuta, marraskuuta, joulukuuta
            """
        ),
        Row(
            "hu",
            """
            január, február, március, április, május, június, július, augusztus, szeptember, október, november,
            december
            """
        ),
        Row(
            "ro",
            """
            ianuarie, februarie, martie, aprilie, mai, iunie, iulie, august, septembrie, octombrie, noiembrie,
            decembrie
            """
        ),
        Row(
            "el",
            """
            ιανουαρίου, φεβρουαρίου, μαρτίου, απριλίου, μαΐου, ιουνίου, ιουλίου, αυγούστου, σεπτεμβρίου, οκτωβρίου,
            νοεμβρίου, δεκεμβρίου
            """
        ),
        Row(
            "id",
            """
            januari, februari, maret, april, mei, juni, juli, agustus, september, oktober, november, desember
            """
        ),
    ]

    /// Whole names and beginnings of three letters or more, as far as only one month has them; a whole name comes before a beginning,
    /// an earlier row before a later one.
    static let beginnings = beginnings(of: rows)

    static func beginnings(of rows: [Row]) -> [String: Int] {
        var whole: [String: Int] = [:]
        var parts: [String: Int] = [:]
        for row in rows {
            for (index, name) in row.names.enumerated() {
                let month = index + 1
                whole[name] = whole[name] ?? month
                for length in 3..<max(3, name.count) {
                    let key = String(name.prefix(length))
                    parts[key] = parts[key].map { $0 == month ? month : 0 } ?? month
                }
            }
        }
        return parts.filter { $0.value > 0 }.merging(whole) { $1 }
    }
}
