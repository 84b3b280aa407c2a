extension TreeBuilder {
    @inline(__always)
    mutating func inBody(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text: textInBody(token, source)
        case .startTag: return startTagInBody(&token, source)
        case .endTag: return endTagInBody(token)
        case .comment, .doctype: break
        case .endOfFile:
            if !templateModes.isEmpty { return inTemplate(&token, source) }
            isStopped = true
        }
        return false
    }

    @inline(__always)
    mutating func textInBody(_ token: Token, _ source: Span<UInt8>) {
        var text = token.text
        if token.hasNull {
            text = withoutNull(text, source)
            if text.isEmpty { return }
        }
        reconstructFormatting()
        insertText(text)
        if framesetOK, !isWhiteSpace(text, source) { framesetOK = false }
    }

    @inline(__always)
    @discardableResult
    mutating func closeParagraph() -> Bool { open.close(.p, [.scope, .buttonScope]) }

    mutating func insertBlock(_ token: Token) {
        closeParagraph()
        insertElement(token)
    }

    private mutating func startTagInBody(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.name {
        case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section, .summary,
            .ul:
            insertBlock(token)
        case .a:
            startAnchor(token)
        case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u:
            reconstructFormatting()
            insertFormatting(token)
        case .li, .dd, .dt:
            startItem(token)
        case .area, .br, .embed, .img, .keygen, .wbr:
            reconstructFormatting()
            insertVoid(token)
            framesetOK = false
        case .h1, .h2, .h3, .h4, .h5, .h6:
            closeParagraph()
            if open.current.traits.contains(.heading) { popCurrent() }
            insertElement(token)
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            _ = startTagInHead(token)
        case .button:
            open.close(.button)
            reconstructFormatting()
            insertElement(token)
            framesetOK = false
        case .table:
            startTable(token)
        case .input:
            startInput(token)
        case .form:
            startForm(token)
        case .param, .source, .track:
            insertVoid(token)
        case .hr:
            closeParagraph()
            if open.hasInScope(.select) { open.generateImpliedEndTags() }
            insertVoid(token)
            framesetOK = false
        case .select:
            startSelect(token)
        case .option, .optgroup:
            startOption(token)
        case .math, .svg:
            reconstructFormatting()
            insertForeign(token, token.name == .svg ? .svg : .mathML)
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
            if !open.has(.template) { merge(token, into: open[0].node) }
        case .body:
            guard open.count > 1, open[1].isHTML(.body), !open.has(.template) else { return false }
            framesetOK = false
            merge(token, into: open[1].node)
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
            reconstructFormatting()
            if open.hasInScope(.nobr) {
                adopt(.nobr)
                reconstructFormatting()
            }
            insertFormatting(token)
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
            closeParagraph()
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
            .select, .summary, .ul, .dd, .dt:
            open.close(token.name)
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
            adopt(token.name)
        case .p:
            if !closeParagraph() {
                _ = insertImplied(.p)
                popCurrent()
            }
        case .li:
            open.close(.li, [.scope, .listScope])
        case .h1, .h2, .h3, .h4, .h5, .h6:
            if open.hasInScope(anyOf: .heading) { open.pop(throughAnyOf: .heading) }
        case .body, .html:
            guard open.hasInScope(.body) else { return false }
            mode = .afterBody
            hasBodyEnd = true
            return token.name == .html
        case .form:
            endForm()
        case .template:
            _ = endsTemplate(token)
        case .applet, .marquee, .object:
            if open.close(token.name) { clearFormattingToMarker() }
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
            open.close(.form)
            return
        }
        let node = formNode
        formNode = 0
        guard node != 0, open.hasInScope(node: node) else { return }
        open.generateImpliedEndTags()
        if let index = open.index(of: node) { open.remove(at: index) }
    }
}
