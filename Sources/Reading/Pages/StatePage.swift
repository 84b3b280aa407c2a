extension StateView {
    /// The whole page.
    ///
    /// What may pass by itself is sent with the header `Refresh`, so that it is tried again without a script.
    package func html() -> HTML {
        let command: HTML = command.html { "<pre tabindex=\"0\"><code>\($0)</code></pre>" }
        let buttons: HTML = actions.isEmpty ? .empty : "<p class=\"buttons\">\(actions.html(Self.button))</p>"
        let main: HTML = """
            <section class="say">\(icon(kind == .empty ? .jar : .warning))<h1>\(title)</h1>
            <p dir="auto">\(text)</p>\(command)\(buttons)</section>
            """
        return frame.page(.state, title: title, main: main)
    }

    private static func button(_ action: Choice) -> HTML {
        guard let address = action.address else { return .empty }
        let isOutside = address.hasPrefix("http:") || address.hasPrefix("https:")
        let outside: HTML = isOutside ? " target=\"_blank\" rel=\"noreferrer\"" : .empty
        return """
            <a class="button\(action.isSelected ? " main" : "")" href="\(address)"\(outside)>\(action.label)\
            \(isOutside ? icon(.outside) : .empty)</a>
            """
    }
}
