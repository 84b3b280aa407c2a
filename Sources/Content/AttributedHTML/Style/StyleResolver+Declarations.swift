extension StyleResolver {
    mutating func apply(
        _ declaration: StyleDeclaration,
        _ base: ComputedStyle,
        _ parent: ComputedStyle,
        _ style: inout ComputedStyle
    ) {
        switch declaration {
        case .display(let value): style.display = value
        case .whiteSpace(let value): style.whiteSpace = value
        case .visibility(let value): style.isVisible = value
        case .transform(let value): style.transform = value
        case .weight(.number(let value)): style.weight = value
        case .weight(.bolder): style.weight = ComputedStyle.bolder(than: parent.weight)
        case .weight(.lighter): style.weight = ComputedStyle.lighter(than: parent.weight)
        case .italic(let value): style.isItalic = value
        case .size(let value): style.size = ComputedStyle.clamped(size(value, parent, style))
        case .monospace(let value): style.setMonospace(value)
        case .color(let value): style.color = value ?? parent.color
        case .background(let value): style.background = value
        case .decoration(let underline, let strike):
            style.isUnderlined = underline
            style.isStruck = strike
        case .verticalAlign(let value): style.verticalAlign = value
        case .listStyle(let value): style.listStyle = value
        case .outOfFlow(let value): style.isOutOfFlow = style.isOutOfFlow || value
        case .alignment(let value): style.alignment = value
        case .wide(let name, let keyword): set(name, keyword, base, parent, &style)
        case .custom: break
        case .pending(let index):
            let unread = declarations.unread[Int(index)]
            guard let name = StylePropertyName(rawValue: unread.name) else { break }
            let parsed = customProperties.declarations(index, name, unread.value, in: style.properties)
            for declaration in parsed { apply(declaration, base, parent, &style) }
            // A value found wrong only now voids the earlier values too.
            if parsed.isEmpty { set(name, .unset, base, parent, &style) }
        }
    }

    private func size(_ value: FontSize, _ parent: ComputedStyle, _ style: ComputedStyle) -> Double {
        let factor = style.isMonospace && !parent.isMonospace ? 13.0 / 16 : 1
        switch value {
        case .pixels(let pixels): return pixels
        case .relative(let times): return parent.size * times * factor
        case .rootRelative(let times): return rootSize * times
        case .keyword(let pixels): return style.isMonospace ? pixels * 13 / 16 : pixels
        }
    }

    private func set(
        _ name: StylePropertyName,
        _ keyword: WideKeyword,
        _ base: ComputedStyle,
        _ parent: ComputedStyle,
        _ style: inout ComputedStyle
    ) {
        let source: ComputedStyle
        switch keyword {
        case .inherit: source = parent
        case .initial: source = ComputedStyle()
        case .unset: source = parent.inherited
        case .revert: source = base
        }
        switch name {
        case .all:
            let (properties, isTurkish) = (style.properties, style.isTurkish)
            style = source
            (style.properties, style.isTurkish) = (properties, isTurkish)
        case .display: style.display = source.display
        case .whiteSpace: style.whiteSpace = source.whiteSpace
        case .visibility: style.isVisible = source.isVisible
        case .textTransform: style.transform = source.transform
        case .font:
            style.isItalic = source.isItalic
            style.weight = source.weight
            style.size = source.size
            style.isMonospace = source.isMonospace
        case .fontWeight: style.weight = source.weight
        case .fontStyle: style.isItalic = source.isItalic
        case .fontSize: style.size = source.size
        case .fontFamily: style.isMonospace = source.isMonospace
        case .color: style.color = source.color
        case .background, .backgroundColor: style.background = source.background
        case .textDecoration, .textDecorationLine:
            style.isUnderlined = source.isUnderlined
            style.isStruck = source.isStruck
        case .verticalAlign: style.verticalAlign = source.verticalAlign
        case .listStyle, .listStyleType: style.listStyle = source.listStyle
        case .float, .position: style.isOutOfFlow = source.isOutOfFlow
        case .textAlign: style.alignment = source.alignment
        }
    }
}
