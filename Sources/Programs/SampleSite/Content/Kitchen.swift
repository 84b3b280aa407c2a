/// How one dish is cooked: what it always needs, for how long, and in which steps.
///
/// The gaps of the steps are `m` the main food, `b`, `c` and `d` what the dish always needs, `f` fat, `a` aromatics,
/// `s` spices, `h` herbs, `e` extras and `t` the time of cooking.
struct Kitchen: Sendable {
    let pantry: Pantry
    /// One food of each list is in every recipe.
    let basics: [[Food]]
    /// The time of cooking in steps of five minutes.
    let cooking: ClosedRange<Int>
    let servings: ClosedRange<Int>
    /// The heading of the middle part.
    let heading: String
    let steps: [TextPattern]

    /// Those of the dishes, in the order of ``SampleSite/queries``.
    static let all = [
        Kitchen([Basics.shapes], cooking: 3...6, heading: "For the sauce", steps: Methods.pasta),
        Kitchen([Basics.stocks], cooking: 5...10, heading: "For the topping", steps: Methods.soup),
        Kitchen([Basics.leaves, Basics.sours], cooking: 2...4, heading: "For the dressing", steps: Methods.salad),
        Kitchen([Basics.sauces, Basics.rice], cooking: 5...9, heading: "For the sauce", steps: Methods.curry),
        Kitchen([Basics.pastry, Basics.eggs], cooking: 7...12, heading: "For the filling", steps: Methods.pie),
        Kitchen([Basics.stocks, Basics.wines], cooking: 15...30, heading: "For the pot", steps: Methods.stew),
        Kitchen(
            [Basics.flours, Basics.eggs, Basics.raising],
            pantry: .sweet,
            cooking: 6...12,
            servings: 6...12,
            heading: "For the batter",
            steps: Methods.cake
        ),
        Kitchen([Basics.doughs, Basics.cheeses], cooking: 2...4, heading: "For the topping", steps: Methods.pizza),
    ]

    private init(
        _ basics: [[Food]],
        pantry: Pantry = .savoury,
        cooking: ClosedRange<Int>,
        servings: ClosedRange<Int> = 2...8,
        heading: String,
        steps: [TextPattern]
    ) {
        self.pantry = pantry
        self.basics = basics
        self.cooking = cooking
        self.servings = servings
        self.heading = heading
        self.steps = steps
    }

    /// Minutes as cooks say them: `½ hour`, `25–30 minutes`, `1¼ hours`, `1 hour 40 minutes`.
    static func time(_ minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        switch (hours, rest) {
        case (0, 30): return "½ hour"
        case (0, 15...): return "\(minutes - 5)–\(minutes) minutes"
        case (0, _): return "\(minutes) minutes"
        case (1, 0): return "1 hour"
        case (_, 0): return "\(hours) hours"
        case (_, 15): return "\(hours)¼ hours"
        case (_, 30): return "\(hours)½ hours"
        case (_, 45): return "\(hours)¾ hours"
        default: return "\(hours) hour\(hours == 1 ? "" : "s") \(rest) minutes"
        }
    }
}

/// What dishes always need.
private enum Basics {
    static let shapes = Food.list(
        """
        spaghetti: 400 g spaghetti; 14 ounces spaghetti; 1 pound spaghetti
        penne: 350 g penne; 12 ounces penne
        tagliatelle: 300 g fresh tagliatelle; 10 oz tagliatelle
        rigatoni: 400 g rigatoni; 3 cups rigatoni
        """
    )
    static let stocks = Food.list(
        """
        vegetable stock: 1 l vegetable stock; 4 cups vegetable stock; 750 ml hot vegetable stock
        chicken stock: 1.2 l chicken stock; 3–4 cups chicken stock
        beef stock: 750 ml beef stock; 3 cups beef stock
        """
    )
    static let wines = Food.list(
        """
        white wine: 150 ml dry white wine; ½ cup white wine
        red wine: 250 ml red wine; 1 cup red wine
        cider: 200 ml dry cider; ¾ cup cider
        """
    )
    static let sauces = Food.list(
        """
        coconut milk: 1 13.5-ounce can of coconut milk; 400 ml coconut milk
        chopped tomatoes: 1 14.5-ounce can of chopped tomatoes; 400 g chopped tomatoes
        passata: 500 ml passata; 2 cups passata
        """
    )
    static let rice = Food.list(
        """
        basmati rice: 300 g basmati rice; 1 1/2 cups basmati rice
        brown rice: 250 g brown rice; 1 1/4 cups brown rice
        """
    )
    static let leaves = Food.list(
        """
        rocket: 100 g rocket; 4 handfuls of rocket; 3 ounces rocket
        lettuce: 1 head of lettuce, leaves torn; 2 little gem lettuces
        mixed leaves: 150 g mixed leaves; 5 ounces mixed leaves
        """
    )
    static let sours = Food.list(
        """
        lemon juice: 1 lemon, juice only; 2 tablespoons lemon juice; 30 ml lemon juice
        cider vinegar: 1 tablespoon cider vinegar; 1 1/2 tablespoons cider vinegar
        sherry vinegar: 2 teaspoons sherry vinegar; 1 tablespoon sherry vinegar
        """
    )
    static let pastry = Food.list(
        """
        shortcrust pastry: 375 g shortcrust pastry; 1 sheet shortcrust pastry, rolled out
        puff pastry: 320 g puff pastry; 1 11-ounce sheet of puff pastry
        filo pastry: 6 sheets filo pastry; 200 g filo pastry
        """
    )
    static let eggs = Food.list("eggs: 3 eggs; 2 large eggs, room temperature; 4 medium eggs, beaten")
    static let flours = Food.list(
        """
        flour: 225 g plain flour; 1 3/4 cups flour; 250 g plain flour, sifted
        spelt flour: 200 g spelt flour; 1½ cups spelt flour
        """
    )
    static let raising = Food.list(
        """
        baking powder: 2 teaspoons baking powder; 1 1/2 teaspoons baking powder
        bicarbonate of soda: 1 teaspoon bicarbonate of soda; ¾ teaspoon bicarbonate of soda
        """
    )
    static let doughs = Food.list(
        """
        dough: 500 g bread dough, risen; 1 pound white bread dough; 2 balls of dough, 250 g each
        """
    )
    static let cheeses = Food.list(
        """
        mozzarella: 250 g mozzarella, torn; 1 8-ounce ball of mozzarella; 2 cups grated mozzarella
        taleggio: 200 g taleggio, sliced
        scamorza: 180 g smoked scamorza, grated; 6 ounces scamorza
        """
    )
}
