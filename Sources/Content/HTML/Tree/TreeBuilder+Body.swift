extension TreeBuilder {
    @inline(__always)
    mutating func inBody(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text:
            textInBody(token, source)
            return false
        case .startTag:
            return startTagInBody(&token, source)
        case .endTag:
            return endTagInBody(token)
        case .comment:
            insertComment(token)
            return false
        case .doctype:
            return false
        case .endOfFile:
            if !templateModes.isEmpty { return inTemplate(&token, source) }
            isStopped = true
            return false
        }
    }

    @inline(__always)
    mutating func textInBody(_ token: Token, _ source: Span<UInt8>) {
        var text = token.text
        if token.hasNull {
            text = withoutNull(text, replacing: false, source)
            if text.isEmpty { return }
        }
        reconstructFormatting()
        insertText(text)
        if framesetOK, !isWhiteSpace(text, source) { framesetOK = false }
    }

    @inline(__always)
    mutating func closeParagraphInButtonScope() {
        if open.hasInButtonScope(.p) { closeParagraph() }
    }

    mutating func closeParagraph() {
        open.generateImpliedEndTags(except: .p)
        open.pop(through: .p)
    }

    mutating func insertBlock(_ token: Token) {
        closeParagraphInButtonScope()
        insertElement(token)
    }

    private mutating func startTagInBody(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.name {
        case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption,
            .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section, .summary, .ul:
            insertBlock(token)
        case .a:
            startAnchor(token)
        case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u:
            reconstructFormatting()
            insertFormatting(token)
        case .li:
            startListItem(token)
        case .area, .br, .embed, .img, .keygen, .wbr:
            reconstructFormatting()
            insertVoid(token)
            framesetOK = false
        case .h1, .h2, .h3, .h4, .h5, .h6:
            closeParagraphInButtonScope()
            if open.current.traits.contains(.heading) { popCurrent() }
            insertElement(token)
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            _ = startTagInHead(token)
        case .dd, .dt:
            startDefinition(token)
        case .button:
            startButton(token)
        case .table:
            startTable(token)
        case .input:
            startInput(token, source)
        case .form:
            startForm(token)
        case .param, .source, .track:
            insertVoid(token)
        case .hr:
            startRule(token)
        case .select, .option, .optgroup:
            startSelectPart(token)
        case .math, .svg:
            reconstructFormatting()
            insertForeign(&token, token.name == .svg ? .svg : .mathML)
        case .span, .label:
            reconstructFormatting()
            insertElement(token)
        default:
            return startRareTagInBody(&token, source)
        }
        return false
    }

    /// The tags that are seldom, and those that the standard says nothing of.
    private mutating func startRareTagInBody(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.name {
        case .html:
            mergeIntoHTML(token)
        case .body:
            mergeIntoBody(token)
        case .frameset:
            startFrameset(token)
        case .pre, .listing:
            insertBlock(token)
            ignoresLineFeed = true
            framesetOK = false
        case .plaintext:
            insertBlock(token)
            tokenizer.state = .plainText
        case .nobr:
            startNobr(token)
        case .applet, .marquee, .object:
            reconstructFormatting()
            insertElement(token)
            formatting.append(.marker)
            framesetOK = false
        case .image:
            token.name = .img
            return true
        case .textarea:
            insertRaw(token, .rcdata)
            ignoresLineFeed = true
            framesetOK = false
        case .xmp:
            closeParagraphInButtonScope()
            reconstructFormatting()
            framesetOK = false
            insertRaw(token, .rawText)
        case .iframe:
            framesetOK = false
            insertRaw(token, .rawText)
        case .noembed:
            insertRaw(token, .rawText)
        case .rb, .rtc:
            if open.hasInScope(.ruby) { open.generateImpliedEndTags() }
            insertElement(token)
        case .rp, .rt:
            if open.hasInScope(.ruby) { open.generateImpliedEndTags(except: .rtc) }
            insertElement(token)
        case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr:
            break
        case .selectedcontent:
            reconstructFormatting()
            selectedContents.append(insertElement(token))
        case .noscript where scripting:
            insertRaw(token, .rawText)
        default:
            reconstructFormatting()
            insertElement(token)
        }
        return false
    }

    private mutating func endTagInBody(_ token: Token) -> Bool {
        switch token.name {
        case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search, .section,
            .select, .summary, .ul:
            if open.hasInScope(token.name) {
                open.generateImpliedEndTags()
                open.pop(through: token.name)
            }
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
            adopt(token.name)
        case .p:
            if !open.hasInButtonScope(.p) { _ = insertImplied(.p) }
            closeParagraph()
        case .li:
            if open.hasInScope(.li, [.scope, .listScope]) {
                open.generateImpliedEndTags(except: .li)
                open.pop(through: .li)
            }
        case .h1, .h2, .h3, .h4, .h5, .h6:
            if open.hasInScope(anyOf: .heading) {
                open.generateImpliedEndTags()
                open.pop(throughAnyOf: .heading)
            }
        case .body, .html:
            guard open.hasInScope(.body) else { return false }
            mode = .afterBody
            return token.name == .html
        case .dd, .dt:
            if open.hasInScope(token.name) {
                open.generateImpliedEndTags(except: token.name)
                open.pop(through: token.name)
            }
        case .form:
            endForm()
        case .template:
            endTemplate()
        case .applet, .marquee, .object:
            if open.hasInScope(token.name) {
                open.generateImpliedEndTags()
                open.pop(through: token.name)
                clearFormattingToMarker()
            }
        case .br:
            reconstructFormatting()
            insertVoid(Token(name: .br))
            framesetOK = false
        default:
            anyOtherEndTag(token.name)
        }
        return false
    }

    private mutating func endForm() {
        if open.has(.template) {
            guard open.hasInScope(.form) else { return }
            open.generateImpliedEndTags()
            open.pop(through: .form)
            return
        }
        let node = formNode
        formNode = 0
        guard node != 0, open.hasInScope(node: node) else { return }
        open.generateImpliedEndTags()
        if let index = open.index(of: node) { open.remove(at: index) }
    }
}
