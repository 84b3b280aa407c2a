/// Phrases that open short blocks which are no part of an article, in lower case; each ends at the end of a word.
enum BlockOpenings {
    struct Row {
        let reason: ClassMarks
        /// In scalars.
        let maxLength: Int32
        let phrases: [String]
    }

    static let rows = phrases.map { Row(reason: $0.0, maxLength: $0.1, phrases: $1.listItems) }

    /// By why the block is left out, and the most scalars of such a block.
    private static let phrases: KeyValuePairs<(ClassMarks, Int32), String> = [
        (.related, 220): """
        read more, read also, related resources, verwandte themen, verwandte themenbereiche, verwandte artikel,
        verwandte beiträge, ähnliche beiträge, ähnliche artikel, explore further, read next, also read, related:,
        related stories, related articles, related posts,
        similar articles, similar posts, similar stories, related news, related content, see also, you may also like, you might also like, more on this,
        more from, more stories, more:, recommended for you, recommended reading, don't miss,
        don’t miss, must read, watch:, watch now, read:, see more:, elsewhere on, most popular,
        most read, trending now, up next, continue reading, keep reading, story continues, article continues,
        next article, previous article, what others are reading, explore more, lesen sie auch, lesen sie mehr,
        mehr zum thema, weiterlesen, auch interessant, lesetipp, siehe auch, das könnte sie auch, mehr dazu,
        zum thema, lire aussi, a lire aussi, à lire aussi, lire la suite, voir aussi, sur le même sujet,
        lisez aussi, pour aller plus loin, lea también, lee también, leer más, te puede interesar,
        le puede interesar, ver también, más información, noticias relacionadas, leia também, leia mais,
        veja também, saiba mais, leggi anche, leggi tutto, potrebbe interessarti, lees ook, lees verder,
        meer over, czytaj też, czytaj także, zobacz też, zobacz także, przeczytaj też, čtěte také, přečtěte si,
        читайте также, читать далее, смотрите также, ilgili haberler, läs också, læs også, les også, lue myös,
        διαβάστε ακόμη, διαβάστε επίσης, baca juga, xem thêm
        """,
        (.related, 40): """
        more great, related reading, weitere artikel
        """,
        (.newsletter, 260): """
        sign up, subscribe, join our newsletter, join our mailing, get the latest, get our, follow us,
        like us on, find us on, join us on, download our app, download the app, already a subscriber,
        support our, become a member, become a subscriber, enter your email, log in to, newsletter,
        abonniere, abonnieren, jetzt abonnieren, folgen sie uns, inscrivez-vous, abonnez-vous, suscríbete,
        síguenos, siga-nos, assine, iscriviti, seguici, zapisz się, meld je aan, подписывайтесь, подпишитесь,
        to continue reading, this article is for subscribers, stay up to date, never miss,
        thanks for subscribing, thank you for subscribing
        """,
        (.advertisement, 30): """
        advertisement, advertising, sponsored, ad feedback, anzeige, werbung, publicité, publicidad, publicidade,
        pubblicità, advertentie, reklama, реклама, annons, promoted, paid content, scroll to continue, scroll for
        """,
        (.advertisement, 300): """
        this post may contain affiliate, this post contains affiliate, this article contains affiliate,
        this post is sponsored, disclosure:, affiliate disclosure, when you buy through links, we may earn,
        as an amazon associate
        """,
        (.consent, 400): """
        this website uses cookies, this site uses cookies, we use cookies, by using this site, by continuing to use,
        by continuing to browse,
        the cookie settings, our website uses cookies, cookie settings, we value your privacy,
        diese website verwendet cookies, diese webseite verwendet cookies, wir verwenden cookies,
        wir nutzen cookies, was sind cookies, externer inhalt, empfohlener externer inhalt, ce site utilise,
        nous utilisons des cookies, este sitio utiliza cookies, utilizamos cookies, questo sito utilizza,
        deze website maakt gebruik, ta strona używa, ta strona korzysta
        """,
        (.share, 90): """
        share this, share on, share via, share:, tweet this, email this, print this, click to share,
        copy link, like this:
        """,
        (.share, 24): """
        tweet, facebook, twitter, whatsapp, pin it, save, print, teilen, partager, compartir, compartilhe,
        condividi, udostępnij, delen, поделиться
        """,
        (.caption, 200): """
        ©, photo:, photos:, photo by, photo credit, photograph:, photo courtesy, image:, image credit,
        image credits, images:, image courtesy, image source, picture:, pictured:, credit:, getty images, foto:,
        fotos:, bild:, bildquelle, crédit photo, crédits photo, crédits photos, foto ©, fot., фото:, zdjęcie:,
        file photo, screenshot:, (photo, (foto, [photo
        """,
        (.comment, 160): """
        leave a comment, leave a reply, comments, no comments, post a comment, add a comment, add comment,
        what do you think, have your say, join the conversation, join the discussion, let us know, tell us,
        kommentare, kommentieren, commentaires, comentarios, comentários, commenti,
        reacties, komentarze, комментарии, comments are closed, was this helpful, was this article, rate this
        """,
        (.meta, 140): """
        published, updated, posted, last updated, last modified, first published, originally published,
        this article was originally, this story was originally, this post was originally,
        this article originally, by, written by, reporting by, editing by, author:, date:, veröffentlicht,
        aktualisiert, stand:, von, publié, mis à jour, par, publicado, actualizado, por, pubblicato,
        aggiornato, opublikowano, autor:, via:, min read, reading time,
        estimated reading, lesezeit, artikel von, with files from, contact:, this material may not be
        """,
        (.tags, 140): """
        filed under, tagged, tags:, tags, categories:, category:, topics:, keywords:, posted in, tagged with, schlagwörter,
        schlagworte, etiquetas, mots-clés, tagi:, теги
        """,
        (.footer, 300): """
        copyright, all rights reserved, (c), terms of, privacy policy, alle rechte, tous droits
        """,
        (.author, 500): """
        about the author, about author, about the writer, über den autor, über die autorin,
        à propos de l’auteur, sobre el autor
        """,
    ]

    /// Openings of a byline that may also begin a sentence; a name follows in the byline, in lower case.
    static let prepositions: Set = ["by", "von", "par", "por"]

    /// Marks between the parts of a byline.
    static let bylineMarks: Set<Substring> = ["·", "•", "|", "/", "–", "—"]

    /// Words in small letters that may stand beside the names and the date of a byline.
    static let bylineWords = Set(
        """
        by, on, in, at, and, posted, published, updated, written, last, min, mins, minute, minutes, read, reading, von, am,
        um, und, le, par, por, el, y, de, il, da, door, op, av, den
        """.listItems
    )

    /// What stands in the line with the day of a page's last change, in lower case.
    static let changes = """
        last modified, last updated, last edited, last change, zuletzt geändert, zuletzt bearbeitet,
        dernière modification, última modificación, ultima modifica, последнее изменение, 最終更新, 最后更新
        """.listItems

    /// Openings of headings over a list of links that authors write themselves, in lower case.
    static let ownSections = """
        see also, further reading, related reading, recommended reading, siehe auch, voir aussi, ver también, véase también, veja também, vedi anche, zie ook,
        zobacz też, zobacz także, смотрите также, см. также, ayrıca bakınız
        """.listItems
}
