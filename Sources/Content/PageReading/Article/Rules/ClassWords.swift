/// What the words of an element's attributes say that it holds; also the reason why it is left out.
struct ClassMarks: OptionSet, Hashable {
    let rawValue: UInt32

    static let hidden = ClassMarks(rawValue: 1)
    static let comment = ClassMarks(rawValue: 1 << 1)
    static let consent = ClassMarks(rawValue: 1 << 2)
    static let advertisement = ClassMarks(rawValue: 1 << 3)
    static let share = ClassMarks(rawValue: 1 << 4)
    static let related = ClassMarks(rawValue: 1 << 5)
    static let navigation = ClassMarks(rawValue: 1 << 6)
    /// A box about the author.
    static let author = ClassMarks(rawValue: 1 << 7)
    /// The line with author and date.
    static let meta = ClassMarks(rawValue: 1 << 8)
    static let caption = ClassMarks(rawValue: 1 << 9)
    static let newsletter = ClassMarks(rawValue: 1 << 10)
    static let sidebar = ClassMarks(rawValue: 1 << 11)
    static let header = ClassMarks(rawValue: 1 << 12)
    static let footer = ClassMarks(rawValue: 1 << 13)
    static let tags = ClassMarks(rawValue: 1 << 14)
    static let tool = ClassMarks(rawValue: 1 << 15)
    /// The article's text, in a word that is used for nothing else.
    static let body = ClassMarks(rawValue: 1 << 16)
    static let title = ClassMarks(rawValue: 1 << 17)
    static let byline = ClassMarks(rawValue: 1 << 18)
    static let date = ClassMarks(rawValue: 1 << 19)
    static let recipe = ClassMarks(rawValue: 1 << 20)
    static let form = ClassMarks(rawValue: 1 << 21)
    /// A box in the text; in words that sites use for boxes of their own too.
    static let callout = ClassMarks(rawValue: 1 << 22)
    /// The main part of the page.
    static let main = ClassMarks(rawValue: 1 << 23)
    /// A box or a list of notes that a generator made of what the author wrote.
    static let note = ClassMarks(rawValue: 1 << 24)

    /// What the class of a box in the text may say besides, as it stands at the side or has a head and a foot.
    static let ofCallouts: ClassMarks = [.sidebar, .tool, .meta, .author, .tags, .caption, .header, .footer]
}

/// The words of `class` and `id`, in lower case.
///
/// Names are split at every byte that is no letter and at the humps of camel case. Pairs of words are neighbours;
/// they count instead of the single words.
enum ClassWords {
    static let rows: [ClassMarks: String] = [
        .hidden: """
        editsection, edit section
        """,
        .comment: """
        comment, comments, commentlist, commentarea, respond, disqus, livefyre, reply, replies, kommentare,
        kommentar, comentarios, commentaires, discussion, feedback, hyvor, talkback
        """,
        .consent: """
        cookie, cookies, consent, gdpr, ccpa, onetrust, didomi, cmp, privacy, disclaimer
        """,
        .advertisement: """
        ad, ads, advert, adverts, advertisement, advertising, advertorial, adsense, adslot, adbox, sponsor,
        sponsored, sponsors, sponsorship, promo, promos, promotion, banner, dfp, googlead, adunit, anzeige,
        werbung, publicidad, publicite, reklama, outbrain, taboola, revcontent, affiliate, adwrap, adcontainer,
        mpu, leaderboard, skyscraper, adspot, commercial
        """,
        .share: """
        share, shares, sharing, social, socials, sharebar, sharedaddy, addthis, addtoany, sharethis,
        shareaholic, twitter share, follow, facebook, whatsapp, pinterest, linkedin, sociallinks, socialshare,
        jp relatedposts, sharebuttons, mashsb, ssba, essb, heateor, likes
        """,
        .related: """
        related, relatedposts, recommended, recommendation, recommendations, recommend, readmore, read more,
        read next, more stories, more news, more from, more on, most read, most viewed, most popular, mostread,
        mostviewed, popular, trending, teaser, teasers, similar, seealso, see also, upnext, up next, also read, yarpp, crosslink,
        zergnet, next article, next post, previous post, prev post, post navigation, nav links, latest,
        siblings, outbrain, moreposts, you may, may also, suggested, suggestions, onward, recirc, recirculation,
        editors picks, further reading, weiterlesen, relacionados, relacionadas, zum thema
        """,
        .navigation: """
        nav, navbar, navigation, navi, menu, menus, breadcrumb, breadcrumbs, bread crumb, crumbs, pagination, pager,
        paging, skip, sitemap, topbar, subnav, mainnav, submenu, dropdown, megamenu, tabs, pagenav, ticker, offcanvas,
        hamburger
        """,
        .author: """
        author box, author bio, author info, about author, about the author, authorbox, authorinfo, bio,
        author card, author description, author profile, author block, vcard, biography, author about,
        author details, authors bio, post author, author content, author wrap, author section, authors, author,
        contributor
        """,
        .meta: """
        meta, byline, bylines, dateline, postmeta, entry meta, timestamp, dates, published, updated, posted,
        posted on, publish date, pubdate, post date, entry date, article date, article info, post info,
        postinfo, entry info, author name, credits, kicker, eyebrow, reading time, readtime, read time,
        datetime, date, writer
        """,
        .byline: """
        byline, author, authors, writer, autor, auteur, byl, contributor, reporter
        """,
        .date: """
        date, timestamp, pubdate, datetime, published, dateline, posted, time, datum, fecha, postdate,
        publishdate
        """,
        .caption: """
        caption, captions, wp caption text, photo credit, image credit, credit, imagecaption, photocredit,
        legend, copyright, img caption, image caption, gallery caption, image subtitle, bildunterschrift
        """,
        .newsletter: """
        newsletter, newsletters, subscribe, subscription, subscriptions, signup, sign up, mailchimp, optin,
        opt in, mailing list, paywall, cta, donate, donation, membership, register, regwall, piano, mc embed,
        login, signin, sign in, inscription, convertkit, hubspot
        """,
        .sidebar: """
        sidebar, sidebars, side bar, side col, side column, side nav, side menu, side panel, right side, left side, rail, right rail, rightrail, aside, widget, widgets, widgetarea, sidecol,
        complementary
        """,
        .header: """
        masthead, site header, page header, global header, siteheader, pageheader, main header, toolbar
        """,
        .footer: """
        footer, site footer, page footer, bottom, footnav, colophon, copyright, legal, imprint, impressum
        """,
        .tags: """
        tags, taglist, tag list, tag links, tagcloud, post tags, entry tags, categories, cat links, keywords,
        topics, topic list, labels, hashtags, article tags, tag
        """,
        .tool: """
        print, printfriendly, tools, toolbox, buttons, button, player, audio player, rating, ratings, vote,
        voting, poll, quiz, popup, modal, overlay, lightbox, dialog, tooltip, search, searchform, loading,
        spinner, notification, toast, backtotop, slideshow, controls, bookmark, screen reader,
        sr only, visually hidden, visuallyhidden, screenreader, assistive, noprint, carousel, countdown
        """,
        .body: """
        article body, articlebody, article content, articlecontent, article text, articletext, entry content,
        post content, postcontent, post body, postbody, story body, storybody, story content, storytext,
        story text, article copy, body copy, bodycopy, news body, news text, news content, blog content,
        blog post, post text, entry body, text body, td post content, single content, article main,
        content text, main content, rich text, richtext, page content, content body, blog body, body text,
        bodytext, body content, markdown body
        """,
        .callout: """
        callout, notice, alert, note, tip, hint, warning, caution, important, danger
        """,
        .note: """
        admonition, footnote, footnotes, endnotes
        """,
        .title: """
        title, headline, heading, article header, entry header, post header, story header, page title
        """,
        .recipe: """
        recipe, recipes, ingredient, ingredients, instructions, directions
        """,
    ]

    /// Words before a layout setting: "has-sidebar" does not name what the element holds.
    static let settings = "has, with, no, without, is, not, hide, show, enable, disable, single".listItems
}

extension String {
    /// The parts between commas, vertical bars and line ends, without the spaces before them.
    var listItems: [String] {
        utf8.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "\n") }
            .map { String(Substring($0.drop { $0 == UInt8(ascii: " ") })) }.filter { !$0.isEmpty }
    }
}
