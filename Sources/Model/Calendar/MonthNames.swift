/// The names of the months in the languages of feeds and pages.
package enum MonthNames {
    /// Twelve months in one language, January to December.
    struct Row {
        let language: String
        /// The names of each month: first the name in a date in prose, then other forms, which only feeds use.
        let names: [[String]]
    }

    /// Rows of a language and twelve months; names of one month stand between slashes.
    private static func rows(_ text: String) -> [Row] {
        let words = text.split(whereSeparator: \.isWhitespace).map { $0.split(separator: "/").map(String.init) }
        return stride(from: 0, to: words.count, by: 13).map { start in
            Row(language: words[start][0], names: Array(words[(start + 1)...(start + 12)]))
        }
    }

    /// Languages in which dates in prose are read.
    static let proseRows = rows(
        """
        en january february march april may june july august september october november december
        en jan feb mar apr may jun jul aug sept/sep oct nov dec
        de januar/janner/jaenner februar/feber märz/maerz/mrz april mai juni juli august september oktober/okt
            november dezember/dez
        de jänner feber mär apr mai jun jul aug sep okt nov dez
        fr janvier/janv février/fevr/fev mars avril/avr mai juin juillet/juil août septembre/sept octobre
            novembre décembre
        es enero/ene febrero marzo abril/abr mayo junio julio agosto/ago septiembre/setiembre/set octubre
            noviembre diciembre/dic
        it gennaio/gen febbraio marzo aprile maggio/mag giugno/giu luglio/lug agosto/ago settembre/set
            ottobre/ott novembre dicembre/dic
        pt janeiro fevereiro/fev março abril/abr maio/mai junho julho agosto/ago setembro/set outubro/out
            novembro dezembro/dez
        nl januari februari maart/mrt april mei juni juli augustus september oktober/okt november december
        pl stycznia/styczen/sty lutego/luty/lut marca/marzec kwietnia/kwiecien/kwi maja/maj
            czerwca/czerwiec/cze lipca/lipiec/lip sierpnia/sierpien/sie września/wrzesien/wrz
            października/pazdziernik/paz listopada/listopad/lis grudnia/grudzien/gru
        cs ledna/leden/led února/unor/uno března/brezen/bre dubna/duben/dub května/kveten/kve června/cerven/cvn
            července/cervenec/cvc srpna/srpen/srp září října/rijen/rij listopadu/listopad prosince/prosinec/pro
        ru января/январь/янв февраля/февраль/фев марта/март/мар апреля/апрель/апр мая/май июня/июнь/июн
            июля/июль/июл августа/август/авг сентября/сентябрь/сен/сент октября/октябрь/окт ноября/ноябрь/ноя
            декабря/декабрь/дек
        uk січня/січень/січ лютого/лютий/лют березня/березень/бер квітня/квітень/квіт травня/травень/трав
            червня/червень/черв липня/липень/лип серпня/серпень/серп вересня/вересень/вер жовтня/жовтень/жовт
            листопада/листопад/лист грудня/грудень/груд
        tr ocak/oca şubat/sub mart nisan/nis mayıs haziran/haz temmuz/tem ağustos/agu eylül/eyl ekim/eki
            kasım/kas aralık/ara
        sv januari februari mars april maj juni juli augusti september oktober november december
        da januar februar marts april maj juni juli august september oktober november december
        fi tammikuuta/tammikuu helmikuuta/helmikuu maaliskuuta/maaliskuu huhtikuuta/huhtikuu
            toukokuuta/toukokuu kesäkuuta/kesakuu heinäkuuta/heinakuu elokuuta/elokuu syyskuuta/syyskuu
            lokakuuta/lokakuu marraskuuta/marraskuu joulukuuta/joulukuu
        hu január február március április május június július augusztus szeptember/szept október november
            december
        ro ianuarie/ian februarie martie aprilie mai iunie/iun iulie/iul august septembrie octombrie
            noiembrie/noi decembrie
        el ιανουαρίου/ιανουαριοσ/ιαν φεβρουαρίου/φεβρουαριοσ/φεβ μαρτίου/μαρτιοσ/μαρ απριλίου/απριλιοσ/απρ
            μαΐου/μαιοσ/μαι ιουνίου/ιουνιοσ/ιουν ιουλίου/ιουλιοσ/ιουλ αυγούστου/αυγουστοσ/αυγ
            σεπτεμβρίου/σεπτεμβριοσ/σεπ οκτωβρίου/οκτωβριοσ/οκτ νοεμβρίου/νοεμβριοσ/νοε
            δεκεμβρίου/δεκεμβριοσ/δεκ
        id januari/jan februari/peb maret april mei juni juli agustus/agt september oktober november/nop
            desember/des
        """
    )

    /// Further languages in which only dates of feeds are read.
    private static let feedRows = rows(
        """
        no januar februar mars april mai juni juli august september oktober november desember/des
        sk januar/januara februar/februara marec/marca april/aprila maj/maja jun/juna jul/jula august/augusta
            september/septembra oktober/oktobra november/novembra december/decembra
        bg януари февруари март април май юни юли август септември октомври ноември декември
        ca gener/gen febrer marc abril/abr maig juny juliol agost setembre/set octubre novembre desembre
        hr sijecanj/sijecnja veljaca/veljace ozujak/ozujka travanj/travnja svibanj/svibnja lipanj/lipnja
            srpanj/srpnja kolovoz/kolovoza rujan/rujna listopad/listopada studeni/studenoga prosinac/prosinca
        """
    )

    /// The first three letters of the English names.
    static let short = proseRows[0].names.map { String($0[0].prefix(3)) }

    /// Names in prose and their unambiguous beginnings of at least three letters; whole names and earlier rows win.
    package static let beginnings = beginnings(of: proseRows)

    /// English names and their beginnings.
    static let english = beginnings(of: [proseRows[0]])

    static func beginnings(of rows: [Row]) -> [String: Int] {
        var whole: [String: Int] = [:]
        var parts: [String: Int] = [:]
        for row in rows {
            for (index, name) in row.names.map({ $0[0] }).enumerated() {
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

    /// The number of a month by its name, or by at least three letters that no other month's name begins with.
    ///
    /// - Parameter word: In lower case; marks on letters do not matter.
    static func number(inFeeds word: String) -> Int? {
        let key = folded(word)
        if let month = wholeFeedNames[key] { return month }
        guard key.utf8.count >= 3 else { return nil }
        let months = Set(feedNames.lazy.filter { $0.name.hasPrefix(key) }.map(\.month))
        return months.count == 1 ? months.first : nil
    }

    /// All names without marks.
    private static let feedNames: [(name: String, month: Int)] = (proseRows + feedRows).flatMap { row in
        row.names.enumerated().flatMap { index, names in names.map { (folded($0), index + 1) } }
    }

    /// Of a name that languages give to different months, the earliest row counts.
    private static let wholeFeedNames = Dictionary(feedNames.map { ($0.name, $0.month) }) { first, _ in first }

    /// The text without the marks on letters that people leave out.
    private static func folded(_ word: String) -> String {
        var out = ""
        for scalar in word.unicodeScalars where scalar != "\u{301}" && scalar != "\u{307}" {
            out.unicodeScalars.append(plain[scalar] ?? scalar)
        }
        return out
    }

    /// Letters with marks, and the same letters without them.
    private static let plain: [Unicode.Scalar: Unicode.Scalar] = [
        "a": "áàâäãåą", "e": "éèêëęě", "i": "íìîïı", "o": "óòôöõő", "u": "úùûüůű", "c": "çčć", "s": "šśşș", "z": "žźż",
        "n": "ňńñ", "r": "ř", "l": "ł", "y": "ý", "g": "ğ", "α": "ά", "ε": "έ", "ι": "ίϊΐ", "ο": "ό", "υ": "ύ",
        "ω": "ώ", "σ": "ς",
    ].reduce(into: [:]) {
        (table: inout [Unicode.Scalar: Unicode.Scalar], letter: (key: Unicode.Scalar, value: String)) in
        for marked in letter.value.unicodeScalars { table[marked] = letter.key }
    }
}
