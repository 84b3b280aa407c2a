/// How short blocks begin that are no part of an article, in lower case.
///
/// The words are compared with the beginning of a block, at the end of a word; blocks longer than the row's limit are let through.
enum BlockOpenings {
    struct Row {
        let reason: DropReason
        /// The page of our own tests that reads otherwise without the row.
        let page: String
        /// In scalars.
        let maxLength: Int32
        /// Whether it holds between the first and the last long paragraph too, and not only before and behind them.
        let isInside: Bool
        let phrases: [String]
    }

    static let rows: [Row] = [
        Row(reason: .related, page: "boxes", maxLength: 220, isInside: true, phrases: [
            "read more", "read also", "read next", "also read", "related:", "related stories", "related articles", "related posts", "related news", "related content",
            "see also", "you may also like", "you might also like", "more on this", "more from", "more stories", "more great", "more:", "recommended for you", "recommended reading",
            "don't miss", "don’t miss", "must read", "watch:", "watch now", "read:", "see more:", "click here to", "elsewhere on", "most popular", "most read", "trending now", "up next",
            "continue reading", "keep reading", "story continues", "article continues", "next article", "previous article", "what others are reading", "explore more",
            "lesen sie auch", "lesen sie mehr", "mehr zum thema", "weiterlesen", "auch interessant", "lesetipp", "siehe auch", "das könnte sie auch", "mehr dazu", "zum thema",
            "lire aussi", "a lire aussi", "à lire aussi", "lire la suite", "voir aussi", "sur le même sujet", "lisez aussi", "pour aller plus loin",
            "lea también", "lee también", "leer más", "te puede interesar", "le puede interesar", "ver también", "más información", "noticias relacionadas",
            "leia também", "leia mais", "veja também", "saiba mais", "leggi anche", "leggi tutto", "potrebbe interessarti", "lees ook", "lees verder", "meer over",
            "czytaj też", "czytaj także", "zobacz też", "zobacz także", "przeczytaj też", "čtěte také", "přečtěte si", "читайте также", "читать далее", "смотрите также", "ilgili haberler",
            "läs också", "læs også", "les også", "lue myös", "διαβάστε ακόμη", "διαβάστε επίσης", "baca juga", "xem thêm",
        ]),
        Row(reason: .newsletter, page: "boxes", maxLength: 260, isInside: true, phrases: [
            "sign up", "subscribe", "join our newsletter", "join our mailing", "get the latest", "get our", "follow us", "like us on", "find us on", "join us on", "download our app", "download the app",
            "already a subscriber", "support our", "become a member", "become a subscriber", "enter your email", "log in to", "register to", "newsletter", "abonniere", "abonnieren", "jetzt abonnieren",
            "folgen sie uns", "inscrivez-vous", "abonnez-vous", "suscríbete", "síguenos", "siga-nos", "assine", "iscriviti", "seguici", "zapisz się", "meld je aan", "подписывайтесь", "подпишитесь",
            "to continue reading", "this article is for subscribers", "stay up to date", "want more", "never miss", "thanks for subscribing", "thank you for subscribing",
        ]),
        Row(reason: .advertisement, page: "boxes", maxLength: 160, isInside: true, phrases: [
            "advertisement", "advertising", "sponsored", "ad feedback", "anzeige", "werbung", "publicité", "publicidad", "publicidade", "pubblicità", "advertentie", "reklama", "реклама", "annons",
            "this post may contain affiliate", "this post contains affiliate", "this article contains affiliate", "this post is sponsored", "disclosure:", "affiliate disclosure",
            "when you buy through links", "we may earn", "as an amazon associate", "scroll to continue", "scroll for", "promoted", "paid content",
        ]),
        Row(reason: .consent, page: "boxes", maxLength: 400, isInside: true, phrases: [
            "this website uses cookies", "this site uses cookies", "we use cookies", "by using this site", "by continuing to", "the cookie settings", "our website uses cookies", "cookie settings", "we value your privacy",
            "diese website verwendet cookies", "diese webseite verwendet cookies", "wir verwenden cookies", "wir nutzen cookies", "was sind cookies", "externer inhalt", "empfohlener externer inhalt", "ce site utilise", "nous utilisons des cookies",
            "este sitio utiliza cookies", "utilizamos cookies", "questo sito utilizza", "deze website maakt gebruik", "ta strona używa", "ta strona korzysta",
        ]),
        Row(reason: .share, page: "edges", maxLength: 90, isInside: true, phrases: [
            "share this", "share on", "share via", "share:", "share the", "tweet this", "tweet", "email this", "print this", "click to share", "teilen", "partager", "compartir", "compartilhe", "condividi", "udostępnij", "delen",
            "поделиться", "copy link", "facebook", "twitter", "whatsapp", "pin it", "like this:", "like loading", "save", "print",
        ]),
        Row(reason: .caption, page: "pictures", maxLength: 200, isInside: true, phrases: [
            "©", "photo:", "photos:", "photo by", "photo credit", "photograph:", "photo courtesy", "image:", "image credit", "image credits", "images:", "image courtesy", "image source", "picture:", "pictured:", "credit:", "getty images",
            "foto:", "fotos:", "bild:", "bildquelle", "crédit photo", "crédits photo", "foto ©", "fot.", "фото:", "zdjęcie:", "file photo", "screenshot:", "(photo", "(foto", "[photo", "enlarge", "caption",
        ]),
        Row(reason: .comment, page: "edges", maxLength: 160, isInside: false, phrases: [
            "leave a comment", "leave a reply", "comments", "no comments", "post a comment", "add a comment", "add comment", "what do you think", "have your say", "join the conversation", "join the discussion", "let us know", "tell us",
            "kommentare", "kommentieren", "commentaires", "comentarios", "comentários", "atenção: comentários", "commenti", "reacties", "komentarze", "комментарии", "comments are closed", "was this helpful", "was this article", "rate this",
        ]),
        Row(reason: .meta, page: "edges", maxLength: 140, isInside: false, phrases: [
            "published", "updated", "posted", "last updated", "last modified", "first published", "originally published", "this article was originally", "this story was originally", "this post was originally", "this article originally",
            "by ", "written by", "reporting by", "editing by", "author:", "date:", "filed under", "tagged", "tags:", "tags", "categories:", "category:", "topics:", "keywords:", "posted in", "tagged with", "veröffentlicht", "aktualisiert", "stand:", "von ", "quelle:",
            "publié", "mis à jour", "par ", "publicado", "actualizado", "por ", "pubblicato", "aggiornato", "opublikowano", "autor:", "źródło", "source:", "sources:", "via:", "min read", "reading time", "estimated reading", "lesezeit", "artikel von",
            "schlagwörter", "schlagworte", "etiquetas", "mots-clés", "tagi:", "теги", "источник", "with files from", "contact:", "this material may not be",
        ]),
        Row(reason: .footer, page: "edges", maxLength: 300, isInside: false, phrases: ["copyright", "all rights reserved", "(c) ", "terms of", "privacy policy", "syndigate", "alle rechte", "tous droits"]),
        Row(reason: .author, page: "edges", maxLength: 500, isInside: false, phrases: ["about the author", "about author", "about the writer", "über den autor", "über die autorin", "à propos de l’auteur", "sobre el autor"]),
    ]
}
