/// What articles are made of.
///
/// The gaps are `w` and `W` who did it ("the harbour board", at the start of a sentence "The harbour board"), `o` what
/// it was done to, `n` and `k` two people, and `x` any sentence of the region's news.
enum NewsPatterns {
    /// Paragraphs, in the order in which an article has some of them.
    static let paragraphs = TextPattern.lines(
        """
        !It was [a grey Tuesday|early on Saturday|the last dry evening of the month] when word went round that \
        something had happened to {o}. By [breakfast|the evening|noon] it was plain that {w} had been behind it all \
        along, with [a plan of two pages|a borrowed tractor|little money and a good list]. {x}
        To understand why it matters, one has to go back [nine years|to the spring of 1998|three winters]. Back \
        then {o} was [all but given up|the talk of the whole coast|known to a handful of people], and most of those \
        who could have helped had moved to the town. {x} {x}
        {W} had tried before. The first attempt ended after [a week|one meeting|four days of rain], the second in \
        the files of an office that no longer exists. “We kept the notes,” {n} says, “and [the notes kept us \
        going|we kept the keys|we learned what not to do].” {x}
        This time the work was split into small parts. One group looked after the money, one after the tools, and a \
        third [cooked for the other two|wrote everything down|spoke with the neighbours]. {n} drew up a table of \
        who could come on which day, and it hung [in the bakery|at the ferry stop|beside the school gate] for \
        anyone to read. {x}
        The numbers are modest: [412|1,260|87] hours of work, [31|54|18] volunteers and a bill of \
        [£2,340|€1,870|$3,150], most of it for [timber|rope and paint|diesel and sandwiches]. Set beside the \
        estimate of [2019|2021|the year before], that is less than a third. {x}
        Not everybody is pleased. {k}, who lives within sight of {o}, would have liked to be asked first, and a \
        letter with [sixty|twenty-two|more than a hundred] names on it says much the same. {W} answered within the \
        week and [moved the work to the mornings|put up a second notice|invited them all to look]. {x}
        What visitors notice first is the quiet. There is [a bench of old planks|a board with the opening hours|a \
        table with lemonade], a path of crushed shells, and usually somebody who can explain what they see. {x} \
        Children are asked to [count the swallows|ring the small bell|feed nothing to the geese].
        {k} has measured things here for [eleven|twenty|thirty-four] years and keeps the results in a row of green \
        notebooks. The latest pages show [a slow rise|hardly any change|one very good season], with a dip in [the \
        wet August|the winter of the long frost|the year of the strike]. “It is too early to boast,” is the comment \
        in the margin. {x}
        There was a difficult moment in [October|the second week|March]. A delivery went to the wrong village, the \
        [pump|generator|lift] failed, and for two days nothing moved. {x} In the end it was {n} who [found a spare \
        part in a barn|knew somebody with a crane|walked over and asked].
        Other places have begun to take an interest. A group from [across the bay|the next valley|the islands] came \
        to look, took photographs of {o} and went home with [a loaf each|copies of the table|a promise of help]. \
        {W} would not call it a model, only something that worked once. {x}
        The money for the coming year is not yet found. A [small grant|raffle|concert in the church] should cover \
        the first half; for the rest {w} counts on the market in [May|June|September]. {x} {x}
        On the opening day there was [soup from three large pots|plum cake on long tables|bread and salted butter], \
        a short speech, and no ribbon, because nobody had thought of one. {n} handed {k} the key. Then, as so often \
        here, it began to rain, and everyone [stayed|went inside and stayed|put up a hood and stayed].
        !Those who want to help can come on [the first Saturday|any Wednesday|the second Sunday] of the month, with \
        gloves. {x}
        """
    )

    static let headings = [
        "How it began", "A plan on two pages", "The long way round", "Who pays for it", "What comes next",
        "A matter of patience", "The view from the quay",
    ]

    /// What somebody says, the person's name added.
    static let quotes = [
        "We did not want to be the ones who had only talked about it",
        "You start with the broom, and then you see what is under the dust",
        "It is not finished. It is only no longer getting worse",
        "My grandmother would have asked what took us so long",
        "People come for the view & stay for the work",
        "I counted it three times, and then I put the kettle on",
        "If it lasts ten winters, it was worth the trouble",
    ]

    static let captions = [
        "Early light, an hour before the first visitors.", "The place as it looked at the end of the season.",
        "A calm day. Most of the work was done behind the camera.", "Drawn from memory by a reader of this paper.",
        "The same view has hung in the school since 1974.",
    ]

    /// "The harbour board" of "Harbour board", "the forgotten orchard" of "a forgotten orchard".
    static func definite(_ words: String, isFirst: Bool = false) -> String {
        var rest = Substring(words)
        for article in ["A ", "a ", "The ", "the ", "its "] where rest.hasPrefix(article) {
            rest = rest.dropFirst(article.count)
            break
        }
        return (isFirst ? "The " : "the ") + rest.prefix(1).lowercased() + rest.dropFirst()
    }
}
