package import LarderModel
private import Mustache

/// A Mustache template that lays out what the page of an item says of it.
///
///     let template = try ItemTemplate("<h1>{{title}}</h1><ul>{{#ingredients}}<li>{{text}}</li>{{/ingredients}}</ul>")
///
/// It has variables, sections, inverted sections and comments. Values are always escaped: markup in a field shows as
/// its characters. Only `{{{body}}}`, the HTML of the page's main part, is put in as it is.
package struct ItemTemplate: Sendable {
    package static let maxBytes = 16_384

    private let template: MustacheTemplate

    /// Reads a template.
    ///
    /// - Throws: ``TemplateError``, which names line and tag; for unknown fields too, which would show as nothing.
    package init(_ text: String) throws(TemplateError) {
        guard text.utf8.count <= Self.maxBytes else {
            throw TemplateError(
                line: 1,
                tag: "",
                message: "The template has \(text.utf8.count) bytes; at most \(Self.maxBytes) are allowed."
            )
        }
        try TemplateCheck.check(text)
        do {
            template = try MustacheTemplate(string: text)
        } catch let error as MustacheTemplate.ParserError {
            let line = PlainText.line(error.context.line, maxBytes: 60)
            throw TemplateError(
                line: error.context.lineNumber,
                tag: line,
                message: "It cannot be read (\(error.error))."
            )
        } catch {
            throw TemplateError(line: 1, tag: "", message: "It cannot be read (\(error)).")
        }
    }

    /// The HTML of a recipe or an article with `body`, the HTML of the main part of its page.
    package func html(of record: some FieldedRecord, body: String) -> String {
        template.render(TemplateFields.values(record, body: body))
    }
}
