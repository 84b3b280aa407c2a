extension TreeBuilder {
    /// Sets up the fragment parsing algorithm (13.4).
    mutating func startFragment(context name: [UInt8], namespace: Namespace) {
        let id = tokenizer.names.intern(name)
        let traits = namespace == .html ? htmlTraits(of: id) : ElementTraits.foreign(id, namespace)
        context = OpenElement(node: 0, name: id, traits: traits)
        if namespace == .html {
            tokenizer.state = initialState(for: id)
            if id == .template { templateModes.append(.inTemplate) }
            if id == .form { formNode = UInt32.max }
        }
        append(insertImplied(.html), to: Self.document)
        resetMode()
    }

    private func initialState(for name: NameID) -> Tokenizer.State {
        switch name {
        case .title, .textarea: .rcdata
        case .style, .xmp, .iframe, .noembed, .noframes: .rawText
        case .script: .scriptData
        case .noscript: scripting ? .rawText : .data
        case .plaintext: .plainText
        default: .data
        }
    }

    /// Makes the children of the `html` element those of the document.
    mutating func unwrapFragment() {
        let html = open[0].node
        detach(html)
        moveChildren(of: html, to: Self.document)
    }
}
