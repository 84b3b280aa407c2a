/// The words of headings in recipes, in lower case, by what stands under them.
enum HeadingWords {
    /// Headings of lists of ingredients.
    static let ingredients = """
        ingredients|ingredient list|ingredients list|recipe ingredients|you will need|you'll need|what you need|what you'll need|
        what you will need|shopping list|for the recipe you will need|zutaten|zutatenliste|zutat|das brauchst du|
        das brauchen sie|du brauchst|sie brauchen|man nehme|ingrédients|ingredients nécessaires|les ingrédients|
        liste des ingrédients|il vous faut|ingredienti|gli ingredienti|ingredientes|los ingredientes|lista de ingredientes|
        ingredients per|ingrediënten|benodigdheden|dit heb je nodig|wat heb je nodig|boodschappenlijst|boodschappen|
        ingredienser|ingredienserna|det skal du bruge|du skal bruge|dette trenger du|det behöver du|ainekset|raaka-aineet|
        tarvitset|składniki|lista składników|suroviny|ingredience|přísady|prísady|potrebujeme|hozzávalók|alapanyagok|
        ingrediente|malzemeler|malzeme listesi|malzeme|ингредиенты|состав|продукты|что нужно|інгредієнти|складники|съставки|
        продукти|необходими продукти|υλικά|τα υλικά|συστατικά|מצרכים|רכיבים|المقادير|المكونات|مقادیر|مواد لازم|材料|用料|
        食材|原料|재료|주재료|सामग्री|bahan|bahan-bahan|bahan bahan|nguyên liệu|วัตถุดิบ|ส่วนผสม|sastojci|sestavine|састојци|namirnice|
        koostisosad|koostisained|sastāvdaļas|ingredientai|produktai|ingridientai|hráefni|innihald|perbërësit|osagaiak
        """.listItems

    /// Headings of instructions.
    static let steps = """
        instructions|directions|method|methods|preparation|steps|procedure|preparation method|preparation steps|cooking method|
        cooking instructions|cooking directions|recipe instructions|recipe directions|recipe steps|recipe method|how to make|
        how to make it|how to cook|how to prepare|how to|let's cook|make it|here's how|what to do|step by step|
        step-by-step instructions|step by step instructions|step-by-step|zubereitung|zubereitungsschritte|anleitung|
        arbeitsschritte|schritte|so geht's|so geht’s|so wird's gemacht|so wird’s gemacht|und so geht's|vorbereitung|préparation|
        la préparation|étapes|les étapes|étapes de préparation|instruction|réalisation|recette|la recette|progression|déroulé|
        préparation de la recette|les étapes de la recette|preparazione|procedimento|come preparare|come si prepara|
        come fare|istruzioni|svolgimento|preparación|preparacion|elaboración|elaboracion|instrucciones|pasos|paso a paso|
        modo de preparación|procedimiento|cómo hacer|cómo se hace|preparació|elaboració|preparação|modo de preparo|
        modo de preparação|modo de fazer|como fazer|passo a passo|instruções|bereiding|bereidingswijze|werkwijze|zo maak je het|
        zo maak je|aan de slag|instructies|stappen|fremgangsmåde|sådan gør du|tilberedning|fremgangsmåte|slik gjør du|
        gjør slik|tillagning|gör så här|gör så hä r|så här gör du|instruktioner|valmistus|valmistusohje|ohje|ohjeet|tee näin|
        sposób przygotowania|przygotowanie|wykonanie|sposób wykonania|postup|postup přípravy|příprava|postup prípravy|príprava|
        elkészítés|elkészítése|mod de preparare|preparare|mod de prep|yapılışı|hazırlanışı|nasıl yapılır|tarifi|приготовление|
        способ приготовления|рецепт приготовления|как приготовить|приготування|спосіб приготування|приготвяне|
        начин на приготвяне|εκτέλεση|διαδικασία|οδηγίες|παρασκευή|אופן ההכנה|אופן הכנה|הוראות הכנה|הכנה|طريقة التحضير|
        طريقة العمل|الخطوات|طرز تهیه|作り方|手順|步骤|做法|製作步驟|制作步骤|作法|조리법|조리순서|만드는 법|만드는법|विधि|
        cara membuat|cara memasak|langkah|cách làm|cách nấu|hướng dẫn thực hiện|วิธีทำ|priprema|postopek|priprava|припрема|
        valmistamine|pagatavošana|gaminimas|paruošimas|aðferð|përgatitja|prestaketa
        """.listItems

    /// Headings of what is neither.
    static let others = """
        nutrition|nutrition facts|nutrition information|nutritional information|nutritional info|nutritional value|
        nutritional values|nutrition info|nutrients|notes|note|recipe notes|chef's notes|cook's notes|tips|tip|tips & tricks|
        pro tips|recipe tips|top tips|storage|serving suggestions|serving suggestion|variations|substitutions|faq|faqs|
        frequently asked questions|equipment|tools|special equipment|utensils|cookware|kitchen tools|kitchen equipment|comments|comment|leave a comment|leave a reply|reviews|
        related|related recipes|related posts|more recipes|you may also like|you might also like|you may like|
        similar recipes|did you make this recipe|did you make this recipe?|video|share|share this|share this recipe|print|
        rate this recipe|about the author|about|tags|categories|category|keywords|newsletter|subscribe|source|sources|allergens|
        why this recipe works|wine pairing|ingredient notes|recent recipes|recent posts|popular recipes|featured recipes|
        nährwerte|nährwertangaben|nährwerte pro portion|tipp|tipps|notizen|hinweis|hinweise|kommentare|weitere rezepte|
        ähnliche rezepte|das könnte dir auch gefallen|das könnte ihnen auch gefallen|küchengeräte|zubehör|utensilien|
        valeurs nutritionnelles|astuces|astuce|conseils|conseil|commentaires|ustensiles|matériel|recettes similaires|
        valori nutrizionali|consigli|consiglio|conservazione|commenti|ricette correlate|note e consigli|valores nutricionales|
        información nutricional|consejos|consejo|trucos|comentarios|recetas relacionadas|notas|utensilios|dicas|
        informação nutricional|comentários|voedingswaarden|voedingswaarde|reacties|keukengerei|gerelateerde recepten|
        näringsvärde|näringsinnehåll|kommentarer|wartości odżywcze|komentarze|wskazówki|diskuze|komentáře|tápérték|
        megjegyzések|комментарии|советы|примечания|пищевая ценность|коментарі|栄養成分|ポイント|コメント|小贴士|hasznos tippek
        """.listItems
}
