/// What a page is, which its style sheet asks for.
package enum PageClass: String, Sendable { case list, search, recipe, cook, article, status, state }

extension FrameView {
    /// A whole document.
    ///
    /// - Parameter language: The language of the page's content, a BCP 47 tag; nil: English, as Larder speaks it.
    package func page(_ kind: PageClass, title: String, main: HTML, language: String? = nil) -> HTML {
        let language = language ?? "en"
        return """
            <!doctype html>
            <html lang="\(language)" dir="\(Self.direction(of: language))">
            <head>
            <meta charset="utf-8">
            \(isFolder ? Self.policy : .empty)\
            <title>\(title.isEmpty ? "Larder" : "\(title) – Larder")</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="theme-color" content="#f6f7f4" media="(prefers-color-scheme: light)">
            <meta name="theme-color" content="#121513" media="(prefers-color-scheme: dark)">
            <meta name="referrer" content="no-referrer">
            <link rel="stylesheet" href="\(root)viewer.css">
            <link rel="icon" href="\(root)icon.svg">
            \(isFolder ? folderScript : served)\
            <script src="\(root)viewer.js" defer blocking="render"></script>
            \(hasNews ? "<script src=\"\(root)data/news.js\" defer blocking=\"render\"></script>\n" as HTML : .empty)\
            \(kind == .status ? "<script src=\"\(root)status.js\" defer></script>\n" as HTML : .empty)\
            </head>
            <body class="\(kind.rawValue)"\(keyAddresses)>
            <a class="skip" href="#main">Skip to the content</a>
            \(kind == .cook ? .empty : bar)\
            <main id="main" tabindex="-1">
            \(main)
            </main>
            \(kind == .cook ? .empty : foot)\
            <p id="said" class="vh" role="status"></p>
            </body>
            </html>

            """
    }

    /// Whether the page is a file of a folder.
    package var isFolder: Bool { status == nil && search == nil }

    /// What a server says in a header field (Content Security Policy Level 3, section 3.3).
    ///
    /// Some browsers take a page that is opened as a file for an origin of its own, so files are named beside it.
    private static let policy: HTML = """
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' file:; \
        style-src 'self' file:; img-src 'self' file: data: blob:; connect-src 'self'; worker-src 'self'; \
        manifest-src 'self'; base-uri 'none'; form-action 'none'">

        """

    /// It runs before the other script, which asks it for lists.
    private var folderScript: HTML { "<script src=\"\(root)folder.js\" defer blocking=\"render\"></script>\n" }

    /// What asks whether the larder should be kept on this device; hidden until the script knows that it can be.
    var keep: HTML {
        """
        <section id="keep" data-offline="\(root)offline.json" data-worker="\(root)service-worker.js" \
        data-items="\(itemCount)" hidden><h2>Keep on this device</h2><p role="status"></p>\
        <button class="button" type="button">Keep on this device</button> \
        <button class="button" type="button" hidden>Remove from this device</button></section>
        """
    }

    private var served: HTML {
        """
        <link rel="manifest" href="\(root)manifest.webmanifest" crossorigin="use-credentials">
        <link rel="alternate" type="application/atom+xml" title="Larder" href="\(root)feeds/all.atom">

        """
    }

    /// Where the keys that follow `g` lead.
    private var keyAddresses: HTML {
        let status: HTML = status.html { " data-s=\"\($0)\"" }
        return " data-h=\"\(home)\" data-r=\"\(recipes)\" data-a=\"\(articles)\"\(status)"
    }

    private var bar: HTML {
        """
        <header class="bar" lang="en">
        <a class="name" href="\(home)">\(icon(.jar))Larder</a>
        \(searchForm)
        <div class="end">\(age)<button type="button" id="colors" class="round scripted" \
        aria-label="Colours: system, light, dark">\
        \(icon(.colors))</button></div>
        </header>

        """
    }

    /// A folder cannot answer a form, so there the script shows it if it can search.
    private var searchForm: HTML {
        """
        <form id="search" class="seek" role="search" action="\(search ?? home)"\
        \(search == nil ? " hidden" as HTML : .empty)>\(icon(.search))\
        <input id="q" name="q" type="search" value="\(query)" placeholder="Search \(itemCount)" \
        aria-label="Search \(itemCount)" aria-keyshortcuts="/" autocomplete="off" autocapitalize="off" \
        spellcheck="false" enterkeyhint="search" dir="auto"><kbd aria-hidden="true">/</kbd>\
        <a class="clear" href="\(home)" aria-label="Clear the search">\(icon(.close))</a></form>
        """
    }

    private var age: HTML {
        guard isDated else { return .empty }
        let dates: HTML =
            copyDate.map { long, short in
                """
                <span class="long" dir="ltr">Offline copy, \(long)</span><span class="short" dir="ltr">\(short)</span>
                """
            } ?? "<span>Not synced yet</span>"
        let old: HTML = isOld ? "<span class=\"vh\"> A source was last synced more than 30 days ago.</span>" : .empty
        let kind: HTML = isOld ? "age old" : "age"
        return status.map { "<a class=\"\(kind)\" href=\"\($0)\">\(dates)\(old)</a>" }
            ?? "<p class=\"\(kind)\">\(dates)\(old)</p>"
    }

    private var foot: HTML {
        """
        <footer class="foot scripted" lang="en">\
        <button type="button" class="plain" popovertarget="keys">Keyboard</button></footer>
        <section id="keys" class="keys" popover role="dialog" aria-labelledby="keys-title" lang="en">
        <h2 id="keys-title">Keyboard shortcuts</h2>
        <dl>\(Self.keys.filter { $0.keys != "g s" || status != nil }.html(Self.keyEntry))</dl>
        <label><input type="checkbox" checked> Single-key shortcuts</label>
        <button type="button" class="button" popovertarget="keys" autofocus>Close</button>
        </section>

        """
    }

    private static func keyEntry(_ entry: (keys: String, does: String)) -> HTML {
        "<dt>\(entry.keys)</dt><dd>\(entry.does)</dd>"
    }

    private static let keys: [(keys: String, does: String)] = [
        ("/", "search"), ("↑ ↓", "in the search: choose a hit"), ("j k", "next, previous item"), ("Enter", "open"),
        ("Esc", "clear the search, leave"), ("g h", "everything"), ("g r", "recipes"), ("g a", "articles"),
        ("g s", "status"), ("+ -", "servings of a recipe"), ("← → Space", "cook mode: step back, on"),
        ("t", "cook mode: timer"), ("?", "these keys"),
    ]

    /// "rtl" for languages that are written from right to left.
    static func direction(of language: String) -> String {
        let subtags = language.lowercased().split(separator: "-")
        if subtags.contains("latn") { return "ltr" }
        let isRightToLeft = ["ar", "he", "fa", "ur", "ps", "sd", "ug", "yi", "dv", "ckb"].contains(subtags.first)
        return isRightToLeft || subtags.contains("arab") || subtags.contains("hebr") ? "rtl" : "ltr"
    }
}

extension PictureView {
    /// The picture in a box of its own size and colour.
    ///
    /// - Parameters:
    ///   - sizes: How wide it is shown, as in the attribute of that name.
    ///   - isLazy: Whether it is loaded only when the reader comes near.
    ///   - class: Further classes.
    package func html(sizes: String, isLazy: Bool, class more: String = "") -> HTML {
        let candidates: HTML = candidates.html { " srcset=\"\($0)\" sizes=\"\(sizes)\"" }
        return """
            <img class="\(colorClass)\(more.isEmpty ? "" : " " + more)" src="\(address)"\(candidates) width="\(width)" \
            height="\(height)" alt="\(alternative)"\(isLazy ? " loading=\"lazy\"" as HTML : .empty) decoding="async">
            """
    }
}

extension ForeignText {
    /// The attributes `lang`, where the language is known, and `dir`, after a space.
    package var attributes: HTML { "\(language.html { " lang=\"\($0)\"" }) dir=\"auto\"" }
}

extension MarkedView {
    /// The text with the marked parts in `mark`.
    package var html: HTML { parts.html { $0.isMarked ? "<mark>\($0.text)</mark>" : "\($0.text)" } }
}
