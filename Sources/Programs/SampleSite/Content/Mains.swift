/// The main foods, in the order of ``Words/mains`` and ``Words/sweetMains``.
enum Mains {
    static let savoury = Food.list(
        """
        chicken: 600 g chicken thighs, boned; 1½ pounds chicken breast, cut into strips; 4 chicken legs, skin removed
        mushrooms: 400 g mushrooms, sliced; 14 ounces brown mushrooms, cut in half lengthwise
        pumpkin: 1 small pumpkin, about 1.2 kg, peeled & diced; 750 g pumpkin, cut into chunks
        squid: 500 g squid, cleaned & cut into rings; 1 pound small squid, cleaned
        jalapeños: 6 jalapeños, seeds removed; about 6 jalapeños, sliced
        lentils: 250 g green lentils; 1 1/2 cups brown lentils, rinsed; 1 (14.5-ounce) can of lentils, drained & rinsed
        leeks: 4 large leeks, washed & sliced; 800 g leeks, trimmed
        salmon: 500 g salmon fillet, skin removed; 4 salmon fillets, 5 ounces each
        beetroot: 600 g beetroot, peeled & diced; 5 medium beetroots, cooked
        sausages: 6 pork sausages, sliced; 400 g spicy sausages; 1 pound sausages, skins removed
        spinach and ricotta: 400 g spinach & 250 g ricotta; 10 ounces spinach, washed, and 1 cup ricotta
        chickpeas: 2 (14.5-ounce) cans of chickpeas, drained & rinsed; 350 g cooked chickpeas
        barley: 200 g pearl barley, rinsed; 1 cup pearl barley
        cauliflower: 1 cauliflower, cut into florets; 700 g cauliflower florets, leaves kept
        tomatoes: 800 g ripe tomatoes; 2 pounds tomatoes, cut in half; 6 large tomatoes, quartered
        lamb: 700 g lamb shoulder, diced; 1½ pounds leg of lamb, cut into chunks; 0.8 kg neck of lamb
        courgettes: 3 courgettes, sliced; 600 g courgettes, coarsely grated
        apples: 3 tart apples, cored & sliced; 500 g apples, peeled & diced
        walnuts: 200 g walnuts, roughly chopped; 2 cups walnuts
        prawns: 400 g raw prawns, peeled; 1 pound large prawns, tails on
        sweet potatoes: 2 large sweet potatoes, diced; 800 g sweet potatoes, peeled
        broad beans: 400 g broad beans, podded; 3 cups broad beans, fresh or frozen
        duck: 2 duck breasts, skin scored; 4 duck legs; 500 g roast duck, shredded
        Gruyère: 250 g Gruyère, grated; 9 ounces Gruyère, coarsely grated
        fennel: 3 bulbs fennel, sliced; 2 large bulbs of fennel, fronds kept
        plums: 600 g plums, stoned & quartered; 8 ripe plums, stoned
        carrots: 750 g carrots, peeled & sliced; 8 medium carrots, cut into batons
        aubergine: 2 large aubergines, diced; 700 g aubergines, sliced
        turkey: 600 g turkey breast, diced; 1 pound turkey mince
        blackberries: 350 g blackberries; 2½ cups blackberries
        red cabbage: 1 small red cabbage, shredded; ½ head of red cabbage, finely sliced
        trout: 4 trout fillets; 2 smoked trout, skin and bones removed; 450 g trout fillet
        """
    )

    static let sweet = Food.list(
        """
        apples: 3 tart apples, peeled & diced; 400 g apples, coarsely grated
        walnuts: 150 g walnuts, finely chopped; 1 1/2 cups walnuts, toasted
        plums: 400 g plums, stoned & sliced; 6 ripe plums, cut in half lengthwise
        carrots: 300 g carrots, finely grated; 3 medium carrots, grated
        blackberries: 250 g blackberries; 2 cups blackberries
        pumpkin: 300 g pumpkin purée; 1 (14.5-ounce) can of pumpkin purée
        beetroot: 250 g cooked beetroot, grated; 2 medium beetroots, cooked & grated
        courgettes: 2 courgettes, finely grated; 300 g courgettes, grated & squeezed dry
        hazelnuts: 150 g hazelnuts, toasted & ground; 1 1/4 cups hazelnuts
        pears: 3 ripe pears, peeled & sliced; 500 g pears, diced
        """
    )
}
