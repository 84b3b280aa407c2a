/// The words of `class` and `id` that say what an element holds, in lower case.
///
/// Names are split at all that is no letter and at the humps of camel case. Two words with a space between stand for neighbours; they
/// count instead of the single words.
enum ClassWords {
    struct Row {
        let marks: ClassMarks
        /// The page of our own tests that reads otherwise without the row.
        let page: String
        let words: [String]

        /// Makes a row of words and pairs of words that are separated by commas.
        init(_ marks: ClassMarks, on page: String, _ words: String) {
            self.marks = marks
            self.page = page
            self.words = RuleText.items(words)
        }
    }

    static let rows: [Row] = [
        Row(
            .comment,
            on: "comments",
            """
            comment, comments, commentlist, commentarea, respond, disqus, livefyre, reply, replies, kommentare,
            kommentar, comentarios, commentaires, discussion, feedback, hyvor, talkback
            """
        ),
        Row(
            .consent,
            on: "boxes",
            """
            cookie, cookies, consent, gdpr, ccpa, onetrust, didomi, cmp, privacy, disclaimer
            """
        ),
        Row(
            .advertisement,
            on: "boxes",
            """
            ad, ads, advert, adverts, advertisement, advertising, advertorial, adsense, adslot, adbox, sponsor,
            sponsored, sponsors, sponsorship, promo, promos, promotion, banner, dfp, googlead, adunit, anzeige,
            werbung, publicidad, publicite, reklama, outbrain, taboola, revcontent, affiliate, adwrap, adcontainer,
            mpu, leaderboard, skyscraper, adspot, commercial
            """
        ),
        Row(
            .share,
            on: "edges",
            """
            share, shares, sharing, social, socials, sharebar, sharedaddy, addthis, addtoany, sharethis,
            shareaholic, twitter share, follow, facebook, whatsapp, pinterest, linkedin, sociallinks, socialshare,
            jp relatedposts, sharebuttons, mashsb, ssba, essb, heateor, likes
            """
        ),
        Row(
            .related,
            on: "boxes",
            """
            related, relatedposts, recommended, recommendation, recommendations, recommend, readmore, read more,
            read next, more stories, more news, more from, more on, most read, most popular, mostread, popular,
            trending, teaser, teasers, similar, seealso, see also, upnext, up next, also read, yarpp, crosslink,
            zergnet, next article, next post, previous post, prev post, post navigation, nav links, latest,
            siblings, outbrain, moreposts, you may, may also, suggested, suggestions, onward, recirc, recirculation,
            editors picks, further reading, weiterlesen, relacionados, relacionadas, zum thema
            """
        ),
        Row(
            .navigation,
            on: "edges",
            """
            nav, navbar, navigation, navi, menu, menus, breadcrumb, breadcrumbs, crumbs, pagination, pager, paging,
            skip, sitemap, topbar, subnav, mainnav, submenu, dropdown, megamenu, tabs, pagenav, ticker, offcanvas,
            hamburger
            """
        ),
        Row(
            .author,
            on: "edges",
            """
            author box, author bio, author info, about author, about the author, authorbox, authorinfo, bio,
            author card, author description, author profile, author block, vcard, biography, author about,
            author details, authors bio, post author, author content, author wrap, author section, authors, author,
            contributor
            """
        ),
        Row(
            .meta,
            on: "edges",
            """
            meta, byline, bylines, dateline, postmeta, entry meta, timestamp, dates, published, updated, posted,
            posted on, publish date, pubdate, post date, entry date, article date, article info, post info,
            postinfo, entry info, author name, credits, kicker, eyebrow, reading time, readtime, read time,
            datetime, date, writer
            """
        ),
        Row(
            .byline,
            on: "byline-visible",
            """
            byline, author, authors, writer, autor, auteur, byl, contributor, reporter
            """
        ),
        Row(
            .date,
            on: "byline-visible",
            """
            date, timestamp, pubdate, datetime, published, dateline, posted, time, datum, fecha, postdate,
            publishdate
            """
        ),
        Row(
            .caption,
            on: "pictures",
            """
            caption, captions, wp caption text, photo credit, image credit, credit, imagecaption, photocredit,
            legend, copyright, img caption, image caption, gallery caption, bildunterschrift
            """
        ),
        Row(
            .newsletter,
            on: "boxes",
            """
            newsletter, newsletters, subscribe, subscription, subscriptions, signup, sign up, mailchimp, optin,
            opt in, mailing list, paywall, cta, donate, donation, membership, register, regwall, piano, mc embed,
            login, signin, sign in, inscription, convertkit, hubspot
            """
        ),
        Row(
            .sidebar,
            on: "comments",
            """
            sidebar, sidebars, rail, right rail, rightrail, aside, widget, widgets, widgetarea, sidecol,
            complementary
            """
        ),
        Row(
            .header,
            on: "comments",
            """
            masthead, site header, page header, global header, siteheader, pageheader, main header, toolbar
            """
        ),
        Row(
            .footer,
            on: "comments",
            """
            footer, site footer, page footer, bottom, footnav, colophon, copyright, legal, imprint, impressum
            """
        ),
        Row(
            .tags,
            on: "edges",
            """
            tags, taglist, tag list, tag links, tagcloud, post tags, entry tags, categories, cat links, keywords,
            topics, topic list, labels, hashtags, article tags, tag
            """
        ),
        Row(
            .tool,
            on: "boxes",
            """
            print, printfriendly, tools, toolbox, buttons, button, player, audio player, rating, ratings, vote,
            voting, poll, quiz, popup, modal, overlay, lightbox, dialog, tooltip, search, searchform, loading,
            spinner, notification, notice, alert, toast, backtotop, slideshow, controls, bookmark, screen reader,
            sr only, visually hidden, visuallyhidden, screenreader, assistive, noprint, carousel, countdown
            """
        ),
        Row(
            .body,
            on: "short-body",
            """
            article body, articlebody, article content, articlecontent, article text, articletext, entry content,
            post content, postcontent, post body, postbody, story body, storybody, story content, storytext,
            story text, article copy, body copy, bodycopy, news body, news text, news content, blog content,
            blog post, post text, entry body, text body, td post content, single content, article main,
            content text, main content, rich text, richtext, page content, content body, blog body, body text,
            bodytext, body content, markdown body
            """
        ),
        Row(
            .title,
            on: "standfirst",
            """
            title, headline, heading, article header, entry header, post header, story header, page title
            """
        ),
        Row(
            .recipe,
            on: "recipe",
            """
            recipe, recipes, ingredient, ingredients, instructions, directions
            """
        ),
    ]

    /// Words before a layout setting: "has-sidebar" does not name what the element holds.
    static let settings = Set(
        RuleText.items(
            """
            has, with, no, without, is, not, hide, show, enable, disable, single
            """
        )
    )
}
