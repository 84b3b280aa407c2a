internal import LarderModel

enum QuantityText {
    /// Whether a line begins with an amount ("2 cups", "a pinch of") or holds a number with a unit ("Mehl 500 g").
    static func hasAmount(_ line: String) -> Bool {
        let scalars = line.unicodeScalars.prefix(120)
        var rest = scalars.drop { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
        guard let first = rest.first else { return false }
        if first.properties.numericType != nil { return true }
        let word = String(rest.prefix { $0 != " " && $0 != "\u{A0}" }).lowercased()
        if amounts.contains(word) { return true }
        while let start = rest.firstIndex(where: NumberText.isDigit) {
            let isWord = start > rest.startIndex && rest[rest.index(before: start)].properties.isAlphabetic
            rest = rest[start...].drop { $0.properties.numericType != nil || ".,/ -–".unicodeScalars.contains($0) }
            let unit = String(rest.prefix { $0.properties.isAlphabetic }).lowercased()
            if !isWord, units.contains(unit) { return true }
        }
        return false
    }

    private static let amounts = words(
        """
        a an one two three four five six half some pinch dash handful few several eine ein einen etwas einige prise wenig
        bund stück un une des du quelques pincée un' una uno alcuni qualche pizzico un poco pizca unos unas algunos uma um
        alguns pitada een enkele snufje beetje wat en et lite litt noen nypa klypa szczypta kilka odrobina špetka štipka
        trochu csipet kevés néhány o câteva bir biraz щепотка немного несколько щіпка 適量 少々 适量 少许 약간 secukupnya
        """
    )

    private static let units = words(
        """
        g gr gram grams gramm gramme grammes grammi gramos gramas kg mg oz ounce ounces lb lbs pound pounds ml cl dl l litre liter
        liters litres litro litros litri cup cups tbsp tbs tablespoon tablespoons tsp teaspoon teaspoons pinch cloves clove can
        cans el tl esslöffel teelöffel tasse tassen prise prisen stk stück bund zehe zehen cs cc càs càc cuillère cuillères
        cucharada cucharadas cucharadita cucharaditas taza tazas diente dientes colher colheres xícara xícaras cucchiai
        cucchiaio cucchiaini cucchiaino eetlepel eetlepels theelepel theelepels eetl theel msk tsk krm ss ts spsk tsk łyżka
        łyżki łyżek łyżeczka łyżeczki szklanka szklanki lžíce lžička lžic hrnek pl čl ks ek tk kk dkg dag db gerezd adet su
        bardağı kaşığı г кг мл л шт ст ч ложка ложки стакан стакана γρ κ.σ. κ.γ. 克 毫升 グラム 大さじ 小さじ カップ 큰술 작은술 컵
        sdm sdt gram muỗng thìa
        """
    )

    private static func words(_ list: String) -> Set<String> {
        Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
