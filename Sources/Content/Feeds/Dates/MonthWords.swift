/// The names of the months in feeds' languages.
enum MonthWords {
    /// The number of a month, by its name or an abbreviation of three letters and more, in lower case.
    static func month(_ word: String) -> Int? {
        let key = folded(word)
        if let month = exact[key] { return month }
        guard key.utf8.count >= 3 else { return nil }
        // An abbreviation of a name, in as many letters as one likes; it must not fit two months.
        var found: Int?
        for (name, month) in names where name.hasPrefix(key) {
            if let before = found, before != month { return nil }
            found = month
        }
        return found
    }

    /// Without the marks on letters that people leave out.
    private static func folded(_ word: String) -> String {
        var out = ""
        for scalar in word.unicodeScalars {
            switch scalar {
            case "á", "à", "â", "ä", "ã", "å", "ą": out += "a"
            case "é", "è", "ê", "ë", "ę", "ě": out += "e"
            case "í", "ì", "î", "ï", "ı": out += "i"
            case "ó", "ò", "ô", "ö", "õ", "ő": out += "o"
            case "ú", "ù", "û", "ü", "ů", "ű": out += "u"
            case "ç", "č", "ć": out += "c"
            case "š", "ś", "ş", "ș": out += "s"
            case "ž", "ź", "ż": out += "z"
            case "ň", "ń", "ñ": out += "n"
            case "ř": out += "r"
            case "ł": out += "l"
            case "ý": out += "y"
            case "ğ": out += "g"
            case "ά": out += "α"
            case "έ": out += "ε"
            case "ί", "ϊ", "ΐ": out += "ι"
            case "ό": out += "ο"
            case "ύ": out += "υ"
            case "ώ": out += "ω"
            case "ς": out += "σ"
            case "\u{301}", "\u{307}": break
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// One row a language, January to December, several names of a month with slashes between.
    private static let rows = [
        "january february march april may june july august september october november december",
        "jan feb mar apr may jun jul aug sep/sept oct nov dec",
        "januar/janner/jaenner februar/feber marz/maerz/mrz april mai juni juli august september oktober/okt november dezember/dez",
        "janvier/janv fevrier/fevr/fev mars avril/avr mai juin juillet/juil aout septembre/sept octobre novembre decembre",
        "enero/ene febrero marzo abril/abr mayo junio julio agosto/ago septiembre/setiembre/set octubre noviembre diciembre/dic",
        "gennaio/gen febbraio marzo aprile maggio/mag giugno/giu luglio/lug agosto/ago settembre/set ottobre/ott novembre dicembre/dic",
        "janeiro fevereiro/fev marco abril/abr maio/mai junho julho agosto/ago setembro/set outubro/out novembro dezembro/dez",
        "januari februari maart/mrt april mei juni juli augustus september oktober/okt november december",
        "januari februari mars april maj juni juli augusti september oktober november december",
        "januar februar marts april maj juni juli august september oktober november december",
        "januar februar mars april mai juni juli august september oktober november desember/des",
        "tammikuu/tammikuuta helmikuu/helmikuuta maaliskuu/maaliskuuta huhtikuu/huhtikuuta toukokuu/toukokuuta kesakuu/kesakuuta heinakuu/heinakuuta elokuu/elokuuta syyskuu/syyskuuta lokakuu/lokakuuta marraskuu/marraskuuta joulukuu/joulukuuta",
        "styczen/stycznia/sty luty/lutego/lut marzec/marca kwiecien/kwietnia/kwi maj/maja czerwiec/czerwca/cze lipiec/lipca/lip sierpien/sierpnia/sie wrzesien/wrzesnia/wrz pazdziernik/pazdziernika/paz listopad/listopada/lis grudzien/grudnia/gru",
        "leden/ledna/led unor/unora/uno brezen/brezna/bre duben/dubna/dub kveten/kvetna/kve cerven/cervna/cvn cervenec/cervence/cvc srpen/srpna/srp zari rijen/rijna/rij listopad/listopadu prosinec/prosince/pro",
        "januar/januara februar/februara marec/marca april/aprila maj/maja jun/juna jul/jula august/augusta september/septembra oktober/oktobra november/novembra december/decembra",
        "januar februar marcius aprilis majus junius julius augusztus szeptember/szept oktober november december",
        "ianuarie/ian februarie martie aprilie mai iunie/iun iulie/iul august septembrie octombrie noiembrie/noi decembrie",
        "ocak/oca subat/sub mart nisan/nis mayis haziran/haz temmuz/tem agustos/agu eylul/eyl ekim/eki kasim/kas aralik/ara",
        "январь/января/янв февраль/февраля/фев март/марта/мар апрель/апреля/апр май/мая июнь/июня/июн июль/июля/июл август/августа/авг сентябрь/сентября/сен/сент октябрь/октября/окт ноябрь/ноября/ноя декабрь/декабря/дек",
        "січень/січня/січ лютий/лютого/лют березень/березня/бер квітень/квітня/квіт травень/травня/трав червень/червня/черв липень/липня/лип серпень/серпня/серп вересень/вересня/вер жовтень/жовтня/жовт листопад/листопада/лист грудень/грудня/груд",
        "януари февруари март април май юни юли август септември октомври ноември декември",
        "ιανουαριοσ/ιανουαριου/ιαν φεβρουαριοσ/φεβρουαριου/φεβ μαρτιοσ/μαρτιου/μαρ απριλιοσ/απριλιου/απρ μαιοσ/μαιου/μαι ιουνιοσ/ιουνιου/ιουν ιουλιοσ/ιουλιου/ιουλ αυγουστοσ/αυγουστου/αυγ σεπτεμβριοσ/σεπτεμβριου/σεπ οκτωβριοσ/οκτωβριου/οκτ νοεμβριοσ/νοεμβριου/νοε δεκεμβριοσ/δεκεμβριου/δεκ",
        "januari/jan februari/peb maret april mei juni juli agustus/agt september oktober november/nop desember/des",
        "gener/gen febrer marc abril/abr maig juny juliol agost setembre/set octubre novembre desembre",
        "sijecanj/sijecnja veljaca/veljace ozujak/ozujka travanj/travnja svibanj/svibnja lipanj/lipnja srpanj/srpnja kolovoz/kolovoza rujan/rujna listopad/listopada studeni/studenoga prosinac/prosinca",
    ]

    private static let names: [(String, Int)] = rows.flatMap { row in
        row.split(separator: " ").enumerated().flatMap { number, words in
            words.split(separator: "/").map { (String($0), number + 1) }
        }
    }

    /// Names of one language that are another month's in another are those of the first row that has them.
    private static let exact = Dictionary(names) { first, _ in first }
}
