/// What each declaration makes of a style.
extension StyleResolver {
    func apply(
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
        case .monospace(let value): Self.setMonospace(value, &style)
        case .color(let value): style.color = value ?? parent.color
        case .background(let value): style.background = value
        case .decoration(let underline, let strike):
            style.isUnderlined = underline
            style.isStruck = strike
        case .verticalAlign(let value): style.verticalAlign = value
        case .listStyle(let value): style.listStyle = value
        case .float(let value), .position(let value): style.isOutOfFlow = style.isOutOfFlow || value
        case .alignment(let value): style.alignment = value
        case .wide(let property, let keyword): set(property, keyword, base, parent, &style)
        case .all(let keyword):
            for property in StyleProperty.allCases { set(property, keyword, base, parent, &style) }
        case .custom: break
        case .pending(let index):
            let unread = declarations.unread[Int(index)]
            guard let name = StylePropertyName(rawValue: unread.name) else { break }
            let properties = style.properties
            let parsed = resolvedValues.declarations(of: index, in: properties) {
                let tokens = customProperties.resolved(unread.value, in: properties)
                return tokens.map { DeclarationParser.parse(name, $0.filter { $0 != .whiteSpace }) } ?? []
            }
            for declaration in parsed { apply(declaration, base, parent, &style) }
            // A value found wrong only now leaves nothing of the ones before it.
            if parsed.isEmpty {
                for property in name.properties { set(property, .unset, base, parent, &style) }
            }
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
        _ property: StyleProperty,
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
        switch property {
        case .display: style.display = source.display
        case .whiteSpace: style.whiteSpace = source.whiteSpace
        case .visibility: style.isVisible = source.isVisible
        case .transform: style.transform = source.transform
        case .weight: style.weight = source.weight
        case .italic: style.isItalic = source.isItalic
        case .size: style.size = source.size
        case .family: style.isMonospace = source.isMonospace
        case .color: style.color = source.color
        case .background: style.background = source.background
        case .decoration:
            style.isUnderlined = source.isUnderlined
            style.isStruck = source.isStruck
        case .verticalAlign: style.verticalAlign = source.verticalAlign
        case .listStyle: style.listStyle = source.listStyle
        case .float, .position: style.isOutOfFlow = source.isOutOfFlow
        case .alignment: style.alignment = source.alignment
        }
    }
}
