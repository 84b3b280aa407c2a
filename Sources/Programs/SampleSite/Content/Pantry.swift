/// The foods that recipes are made of, by what they are for, with lines as cooks write them.
struct Pantry: Sendable {
    let fats: [Food]
    /// What is fried first, or for a cake what sweetens it.
    let aromatics: [Food]
    let spices: [Food]
    let herbs: [Food]
    let extras: [Food]
    /// Lines that no step speaks of.
    let asides: [String]

    static let savoury = Pantry(
        fats: Food.list(
            """
            olive oil: 2 tablespoons olive oil; 3 tablespoons olive oil, plus more to serve; ¼ cup olive oil
            butter: 30 g unsalted butter; 2 tablespoons unsalted butter; 1/4 cup butter, cut into small pieces
            rapeseed oil: 2 tablespoons rapeseed oil; 1 1/2 tablespoons rapeseed oil; 45 ml rapeseed oil
            brown butter: 40 g butter, browned in a small pan; 3 tablespoons butter, browned & cooled
            sesame oil: 1 tablespoon toasted sesame oil; 2 teaspoons sesame oil
            """
        ),
        aromatics: Food.list(
            """
            garlic: 3 cloves garlic, finely chopped; 2–3 cloves of garlic, crushed; 4 fat cloves garlic
            onions: 2 onions, finely chopped; 1 large onion, sliced; 250 g small onions, cut in half lengthwise
            carrots: 2 carrots, diced; 3 medium carrots, peeled & sliced; 200 g carrots, coarsely grated
            celery: 2 sticks celery, finely chopped; 1 celery heart, sliced; about 3 sticks of celery, leaves kept
            leeks: 1 large leek, washed & sliced; 2 small leeks, white parts only; 300 g leeks, trimmed
            shallots: 4 shallots, finely chopped; 150 g shallots, cut in half lengthwise
            ginger: 1 thumb of ginger, grated; 2 teaspoons grated ginger; 20 g fresh ginger, cut into matches
            spring onions: 5 spring onions, sliced; 1 bunch spring onions, green and white parts apart
            red pepper: 1 red pepper, cut into strips; 2 small red peppers, diced
            """
        ),
        spices: Food.list(
            """
            smoked paprika: 1 teaspoon smoked paprika; ½ teaspoon smoked paprika; 1 1/2 teaspoons smoked paprika
            cumin seeds: 1 teaspoon cumin seeds; 2 teaspoons cumin seeds, lightly crushed
            thyme: 3 sprigs of thyme; 1 teaspoon dried thyme; 4–5 sprigs thyme, leaves picked
            chilli flakes: ½ teaspoon chilli flakes; 1 pinch of chilli flakes, to taste (optional)
            coriander seeds: 1 teaspoon coriander seeds; 2 teaspoons coriander seeds, crushed
            bay leaves: 2 bay leaves; 3 small bay leaves
            turmeric: 1/2 teaspoon ground turmeric; 1 teaspoon turmeric
            mustard: 1 tablespoon grainy mustard; 2 teaspoons Dijon mustard
            black pepper: ½ teaspoon black pepper, freshly ground; 1 teaspoon cracked black pepper
            """
        ),
        herbs: Food.list(
            """
            parsley: 1 small bunch of parsley, chopped; 2 tablespoons chopped parsley; 1 handful of flat parsley leaves
            dill: 3 sprigs of dill, picked; 1 small bunch of dill
            basil: 1 handful of basil leaves, torn; 10 large basil leaves; ½ cup basil leaves
            chives: 2 tablespoons snipped chives; 1 small bunch of chives
            mint: 1 handful of mint leaves; 4 sprigs mint, leaves torn
            coriander: 1 small bunch of coriander, stalks & leaves apart; 3 tablespoons chopped coriander
            toasted seeds: 2 tablespoons pumpkin seeds, toasted; 30 g sunflower seeds, toasted
            """
        ),
        extras: Food.list(
            """
            white beans: 14.5-ounce can of white beans, drained & rinsed; 250 g cooked white beans
            tomatoes: 14.5-ounce can of tomatoes; 400 g ripe tomatoes, roughly chopped; 1 cup tomatoes, halved
            potatoes: 500 g waxy potatoes, diced; 3 medium potatoes, peeled; 1 pound potatoes, cut in half lengthwise
            spinach: 200 g spinach, washed; 4 handfuls of spinach; 5 ounces baby spinach
            peas: 1 cup frozen peas; 150 g peas, fresh or frozen
            walnuts: 50 g walnuts, roughly chopped; ½ cup walnuts, toasted
            Gruyère: 80 g Gruyère, grated; 3 ounces Gruyère, coarsely grated
            Parmesan: 40 g Parmesan, finely grated, plus more to serve; ½ cup grated Parmesan
            olives: 80 g black olives, stoned; 1/3 cup olives, cut in half
            feta: 150 g feta, crumbled; 5 oz feta, crumbled
            kale: 200 g kale, stalks removed – or whatever is in the garden; 1 small bunch of kale, shredded
            crème fraîche: 100 ml crème fraîche; 4 tablespoons crème fraîche; ½ cup crème fraîche, room temperature
            jalapeños: 2 jalapeños, sliced; 1 jalapeño, seeds removed (optional)
            """
        ),
        asides: [
            "sea salt and black pepper, to taste", "1 teaspoon sea salt", "1 lemon, cut into wedges",
            "1 teaspoon cider vinegar (optional)", "½ teaspoon sugar, to taste", "flaky salt, to serve",
        ]
    )

    static let sweet = Pantry(
        fats: Food.list(
            """
            butter: 200 g unsalted butter, room temperature; 1 cup butter, softened; 175 g soft butter, cubed
            melted butter: 120 g butter, melted & cooled; ½ cup unsalted butter, melted
            sunflower oil: 180 ml sunflower oil; ¾ cup sunflower oil
            """
        ),
        aromatics: Food.list(
            """
            caster sugar: 200 g caster sugar; 1 cup caster sugar; 175 g golden caster sugar
            brown sugar: 150 g soft brown sugar; ¾ cup packed brown sugar
            honey: 4 tablespoons honey; 120 ml runny honey; 1/3 cup honey
            """
        ),
        spices: Food.list(
            """
            cinnamon: 1 teaspoon ground cinnamon; 2 teaspoons cinnamon
            vanilla: 1 teaspoon vanilla extract; 1 vanilla pod, seeds scraped
            lemon zest: 1 unwaxed lemon, zest only; 2 teaspoons grated lemon zest
            ground ginger: 1 1/2 teaspoons ground ginger; ½ teaspoon ground ginger
            cardamom: ½ teaspoon ground cardamom; 5 cardamom pods, crushed
            """
        ),
        herbs: Food.list(
            """
            icing sugar: 2 tablespoons icing sugar, to dust; 100 g icing sugar, sifted
            whipped cream: 200 ml double cream, whipped; 1 cup whipping cream, softly whipped
            flaked almonds: 30 g flaked almonds, toasted; ¼ cup flaked almonds
            raspberries: 150 g raspberries; 1 handful of raspberries; 1 cup fresh raspberries
            orange zest: 1 orange, zest only
            """
        ),
        extras: Food.list(
            """
            walnuts: 100 g walnuts, chopped; 1 cup walnuts, toasted & chopped
            ground almonds: 100 g ground almonds; 1 cup ground almonds
            raisins: 80 g raisins (optional); ½ cup raisins, soaked in tea
            dark chocolate: 150 g dark chocolate, chopped; 6 ounces dark chocolate, melted
            yoghurt: 150 ml plain yoghurt, room temperature; ½ cup Greek yoghurt
            milk: 120 ml whole milk; ½ cup milk; 3–4 tablespoons milk
            crème fraîche: 100 ml crème fraîche, plus more to serve; ½ cup crème fraîche
            poppy seeds: 2 tablespoons poppy seeds; 20 g poppy seeds
            """
        ),
        asides: ["1 pinch of sea salt", "½ teaspoon fine salt", "butter and flour, for the tin"]
    )
}
