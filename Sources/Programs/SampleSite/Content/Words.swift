/// The words that the site's texts are made of.
enum Words {
    static let adjectives = [
        "Smoky", "Golden", "Slow-Cooked", "Crisp", "Winter", "Midsummer", "Rustic", "Sticky", "Charred", "Lemony",
        "Hearty", "Grandmother's", "Weeknight", "Toasted", "Velvety", "Harvest", "Fisherman's", "Peppery", "Roasted",
        "Tangy", "Crème Fraîche", "Double-Baked", "Sunday", "Quick & Easy",
    ]

    static let mains = [
        "Chicken", "Mushroom", "Pumpkin", "Salt & Pepper Squid", "Jalapeño", "Lentil", "Leek", "Salmon", "Beetroot",
        "Sausage", "Spinach & Ricotta", "Chickpea", "Barley", "Cauliflower", "Tomato", "Lamb", "Courgette", "Apple",
        "Walnut", "Prawn", "Sweet Potato", "Broad Bean", "Duck", "Gruyère", "Fennel", "Plum", "Carrot", "Aubergine",
        "Turkey", "Blackberry", "Red Cabbage", "Trout",
    ]

    static let tails = [
        "", "", "", "with Brown Butter", "with Herbs", "for Two", "with Garlic & Thyme", "with Crème Fraîche",
        "in a Hurry", "with Pickled Onions", "à la Maison", "with Toasted Seeds", "– the Long Way", "with a Crust",
        "from Leftovers", "with Burnt Lemon", "\u{201C}Harbour Style\u{201D}", "with Yoghurt", "No. 7", "for a Crowd",
    ]

    static let sweetAdjectives = [
        "Golden", "Winter", "Midsummer", "Rustic", "Sticky", "Lemony", "Grandmother's", "Weeknight", "Velvety",
        "Harvest", "Crème Fraîche", "Double-Baked", "Sunday", "Quick & Easy", "Upside-Down",
    ]

    /// The main foods of cakes.
    static let sweetMains = [
        "Apple", "Walnut", "Plum", "Carrot", "Blackberry", "Pumpkin", "Beetroot", "Courgette", "Hazelnut", "Pear",
    ]

    static let sweetTails = [
        "", "", "", "with Brown Butter", "for Two", "with Crème Fraîche", "in a Hurry", "à la Maison", "– the Long Way",
        "with Burnt Lemon", "\u{201C}Harbour Style\u{201D}", "with Yoghurt", "No. 7", "for a Crowd",
    ]

    /// What some titles end with, so that search and order can be tried in other scripts.
    static let translated = [
        "鶏肉の照り焼き", "红烧豆腐", "김치찌개", "ผัดไทย", "شوربة العدس", "עוגת תפוחים", "Борщ со сметаной", "Μουσακάς", "Phở bò tái",
        "Żurek śląski", "Smørrebrød", "Ärtsoppa",
    ]

    static let publishers = [
        "The Copper Ladle", "Salt & Sorrel", "Kitchen at Number Nine", "Plain Plates", "Saturday Skillet",
        "Le Petit Chaudron", "Oat and Ember", "Grandma's Tin", "Market Day Meals", "The Quiet Oven", "Fork & Field",
        "Tablespoon Tales",
    ]

    static let firstNames = [
        "Ada", "Bruno", "Céline", "Dmitri", "Esther", "Farid", "Greta", "Håkon", "Ines", "Jonas", "Keiko", "Lorna",
        "Mateo", "Nadia", "Oskar", "Priya",
    ]

    static let lastNames = [
        "Aldern", "Brook", "Castell", "Dunmore", "Eastwick", "Fjeld", "Garrow", "Hallam", "Ibsley", "Jessop", "Kettle",
        "Løvberg", "Marsh", "Nunes", "O'Dowd", "Penrose",
    ]

    static let firstHeadings = ["For the base", "For the base", "The day before", "To prepare"]

    static let lastHeadings = ["To finish", "To serve"]

    /// What a recipe is good for.
    static let occasions = [
        "for a slow evening", "cooked in one go", "for the first cold day", "as we make it by the harbour",
        "with little to wash up", "for guests who come late", "good the next day too", "made from what is there",
    ]

    static let tips = [
        "It keeps for three days in a cold larder.", "Cups differ: weigh what you can.",
        "Freeze what is left in small boxes.", "A pinch of sugar helps.",
        "Leave the lid ajar.", "Use the stalks too.", "Taste before you add salt.",
        "It is better on the second day.",
    ]

    static let newsSubjects = [
        "Harbour board", "Village bakers", "A retired teacher", "Night-shift nurses", "The allotment society",
        "Ferry crews", "Two sisters", "The county's beekeepers", "A robot kitchen", "School cooks",
        "The lighthouse trust", "Young farmers", "Market traders", "The orchestra", "Volunteer divers",
        "A travelling library",
    ]

    static let newsVerbs = [
        "reopened", "measured", "rescued", "questioned", "rebuilt", "counted", "voted on", "celebrated", "abandoned",
        "mapped", "restored", "argued over",
    ]

    static let newsObjects = [
        "the old salt works", "a forgotten orchard", "the winter bread price", "its oldest bridge", "a seaweed farm",
        "the noon ferry", "a wandering goat", "the school lunch", "its tide clock", "a lost recipe book",
        "the pear harvest", "the quiet hour", "a hundred-year loaf", "the north pier",
    ]

    static let newsTails = [
        "", "", "after nine years", "for the third time", "before the frost", "\u{2013} and neighbours cheer",
        "against advice", "with borrowed ladders", "in \u{201C}record time\u{201D}", "despite R&D cuts", "at last",
    ]

    static let sentences = [
        "Nobody had expected the answer to arrive by bicycle.",
        "The figures, checked twice, were lower than in any year since the flood.",
        "Children from the upper school carried the benches outside.",
        "A spokesman said that the work would go on through the winter.",
        "By noon the square smelled of warm bread and wet rope.", "Some called it wasteful; others brought sandwiches.",
        "The committee meets again on the first Tuesday of the month.",
        "Two of the three pumps had been repaired with parts from a tractor.",
        "What happens next depends on the wind, and on the bank.",
        "Letters may be left in the tin box beside the gate.", "It took forty people, a rope and most of a morning.",
        "Costs rose by 4 % while the days grew shorter.",
        "An older map shows the path on the other side of the stream.", "The soup was free, the opinions less so.",
        "Engineers measured 21 °C at the bottom of the shaft.", "She had kept every receipt since 1974.",
    ]

    static let comments = [
        "Made this twice, both times it vanished.", "Mine needed ten minutes more.", "Could I use oats instead?",
        "My son ate it. That says enough.", "Too much pepper for us, but lovely.", "The picture made me do it.",
        "Works with frozen peas as well.", "Halved the sugar & nobody noticed.", "Thank you, it saved our Sunday.",
        "I burnt the first one; the second was perfect.",
    ]
}
