/// The steps of the dishes in their order, with choices and gaps: see ``Kitchen`` and ``TextPattern``.
enum Methods {
    static let soup = simmering(later: "Blend half of it until smooth, if you like, & stir it back in.")
    static let curry = simmering(later: "Rinse the {c}, cover it with water and cook it for [12|15|18] minutes.")
    static let stew = simmering(sooner: "Pour in the {c} & let it bubble until half of it has gone, [3–4|5] minutes.")

    private static func simmering(sooner: String = "", later: String = "") -> [TextPattern] {
        TextPattern.lines(
            """
            !Heat the {f} in a [heavy pan|stockpot|cast-iron casserole] over a [low|medium|gentle] heat.
            Add the {a} and cook for [6|8|10|12] minutes, [until soft but not coloured|stirring now and then].
            Stir in the {s} and cook for [1 minute|2 minutes|30 seconds], until fragrant.
            !Add the {m}, turn up the heat & brown on all sides, [5–6|6–8|about 10] minutes.
            Tip in the {a} and soften for [4|5|6] minutes with the lid on.
            \(sooner)
            !Pour in the {b}, scraping up what sticks to the pan, and bring to a simmer.
            !Simmer for {t} with the lid ajar, until all of it is tender.
            Stir in the {e} and cook for [5|8|10] minutes more.
            \(later)
            Crush a few spoonfuls against the side of the pan, so that the liquid thickens.
            Fold in the {e} and warm through, [2–3|3–4] minutes.
            Take the pan off the heat & let it rest for [½ hour|10 minutes|15 minutes]; the flavours settle.
            !Taste, season with salt, scatter over the {h} and serve [at once|in warm bowls|with bread].
            """
        )
    }

    static let pasta = TextPattern.lines(
        """
        Bring a large pan of salted water to the boil.
        Warm the {f} in a [wide skillet|heavy pan|non-stick pan] over a [low|medium] heat.
        Add the {a} and cook for [6|8|10] minutes, [until soft but not coloured|until golden at the edges].
        Stir in the {s} and cook for [1 minute|2 minutes], until fragrant.
        !Add the {m} and cook over a medium-high heat for [5|6|8] minutes, stirring now and then.
        Tip in the {e} with a ladle of the water & let it bubble for [3|4–5] minutes.
        Leave the sauce over a gentle heat for {t}, until it coats a spoon.
        !Boil the {b} for [9|10|11] minutes, 1 minute less than the packet says. Keep a cup of the water.
        !Drain the {b} and turn in the sauce for 2 minutes, until it shines.
        Fold in the {e} off the heat, with a splash of the water if it seems dry.
        Tear half of the {h} and stir it in.
        Make it up to ½ hour ahead, if you like, and loosen it with hot water.
        !Taste, add pepper, scatter over the {h} and serve [at once|from the pan|in warm bowls].
        """
    )

    static let salad = TextPattern.lines(
        """
        Wash the {b} in cold water, dry it well & put it in a wide bowl.
        !Heat the oven to [200 °C (400 °F)|180 °C (350 °F)|220 °C (425 °F)].
        Turn the {m} in the {f} and season well.
        !Roast the {m} for {t}, until golden at the edges.
        Soak the {a} in cold water for [10|15] minutes to take off the bite, then drain.
        Warm the {s} with a spoonful of the {f} in a small pan for 1 minute, until fragrant.
        !Whisk the {c} with the rest of the {f} and a pinch of salt.
        Let the {m} cool for [10|15] minutes; warm is right, hot is not.
        Add the {e} and turn everything over with your hands.
        Stir the {s} into the dressing and leave it for ½ hour, if there is time.
        Fold in the {m} and the {e}.
        !Pour over the dressing just before you eat.
        !Scatter over the {h} and serve [at once|at room temperature|with bread].
        """
    )

    static let pie = TextPattern.lines(
        """
        !Heat the oven to [190 °C (375 °F)|200 °C (400 °F)|180 °C (350 °F)] and grease a [23 cm|9-inch|24 cm] tin.
        !Line the tin with the {b}, prick the base & chill it for ½ hour.
        Bake the empty case for [12–15|15|15–18] minutes, until it looks dry.
        Melt the {f} in a [wide skillet|heavy pan] over a [low|medium] heat.
        Add the {a} and cook for [8|10] minutes, [until soft but not coloured|until golden at the edges].
        !Cook the {m} with the {s} in the {f} for [8|10|12] minutes, until most of the liquid has gone.
        Leave the filling to cool for [15|20] minutes.
        Beat the {c} and keep a spoonful to brush the top.
        Fold the {e} into the filling and spoon it into the case.
        Scatter over the {e} and fold the edges in.
        Brush the top and cut two slits for the steam.
        !Bake at [180 °C (350 °F)|190 °C (375 °F)|170 °C (325 °F)] for {t}, until golden and crisp.
        !Let it stand for [10|15] minutes, scatter over the {h} and serve [warm|cold|with a green side dish].
        """
    )

    static let cake = TextPattern.lines(
        """
        Heat the oven to [180 °C (350 °F)|170 °C (325 °F)|160 °C (320 °F)] and line a [20 cm|23 cm|9-inch] tin.
        !Beat the {f} with the {a} for [4|5] minutes, until thick and pale.
        !Sift the {b} and the {d} with the {s} into another bowl.
        Beat in the {c} one at a time.
        Add the {b} in two goes, stirring until no lumps are left.
        !Fold in the {m}, then the {e}, [with a metal spoon|in three goes|& stop as soon as it is even].
        Stir the {e} through the batter.
        Spoon the batter into the tin and level the top.
        !Bake for {t}, until a skewer comes out clean. Cover the top when it browns too soon.
        Leave it in the tin for [10|15] minutes, then turn it out onto a rack & let it cool for ½ hour.
        Warm the rest of the {a} with 2 tablespoons of water and brush it over the top.
        Let the icing set for [20|25] minutes in a cool place.
        !Finish with the {h} and cut with a [hot|serrated] knife.
        """
    )

    static let pizza = TextPattern.lines(
        """
        Heat the oven to [250 °C (480 °F)|240 °C (475 °F)], with a baking stone or a heavy tray in it.
        Divide the {b} in two, cover it & let it rest for ½ hour.
        Soften the {a} in the {f} over a [low|gentle] heat, [8|10] minutes.
        Stir in the {s} and cook for 1 minute.
        !Cook the {m} in a [wide skillet|non-stick pan] for [5|6–8] minutes, until golden at the edges.
        !Stretch each half to a round of [28 cm|30 cm|12 inches], thinner in the middle.
        Brush the edges with the {f}.
        Spread the {a} over the dough, then the {m}.
        !Lay on the {c} in pieces, well apart.
        Add the {e}, but not too much of it.
        Scatter over the {e} for the last [2|3] minutes.
        !Bake on the hot stone for {t}, until the edges are blistered and brown.
        !Finish with the {h}, cut each round in six and serve at once.
        """
    )
}
