import LarderModel
import LarderTemplates
import Testing

@testable import LarderSourceDefinitions

@Suite("Item template") struct ItemTemplateTests {
    private static let recipe: Recipe = {
        var recipe = Recipe(
            urn: "recipe:x:1",
            recordID: "1",
            title: "Salt & <b>Pepper</b>",
            ingredients: [
                .init(text: "1 cup \"milk\""), .init(text: "2 eggs", section: "Top"),
            ],
            servings: 4
        )
        recipe.authors = ["Ann", "Bo's"]
        recipe.steps = [.init(text: "Stir."), .init(text: "Eat.", name: "Last")]
        return recipe
    }()

    @Test(arguments: [
        ("<h1>{{title}}</h1>", "<h1>Salt &amp; &lt;b&gt;Pepper&lt;/b&gt;</h1>"),
        (
            "{{#ingredients}}<li>{{text}}{{#section}} ({{section}}){{/section}}</li>{{/ingredients}}",
            "<li>1 cup &quot;milk&quot;</li><li>2 eggs (Top)</li>"
        ),
        ("{{#authors}}{{.}};{{/authors}} {{author}}", "Ann;Bo&#39;s; Ann, Bo&#39;s"),
        ("{{#steps}}{{number}}. {{text}} {{/steps}}", "1. Stir. 2. Eat. "),
        ("{{^summary}}none{{/summary}}{{#summary}}{{summary}}{{/summary}}{{! nothing }}", "none"),
        ("{{servings}}|{{rating}}|{{{body}}}|{{body}}", "4||<p>main</p>|&lt;p&gt;main&lt;/p&gt;"), ("", ""),
    ])
    func `a recipe's fields are put in and escaped`(text: String, html: String) throws {
        #expect(try ItemTemplate(text).html(of: Self.recipe, body: "<p>main</p>") == html)
    }

    @Test func `an article's fields are put in and escaped`() throws {
        let article = Article(urn: "article:x:1", author: "Ann", title: "A < B")
        let template = try ItemTemplate(
            "<h1>{{title}}</h1>{{#author}}<p>{{author}}</p>{{/author}}{{#servings}}x{{/servings}}{{{body}}}"
        )
        #expect(template.html(of: article, body: "<p>b</p>") == "<h1>A &lt; B</h1><p>Ann</p><p>b</p>")
    }

    @Test(arguments: [
        ("\n\n{{titel}}", 3, "{{titel}}", "no such field"),
        ("{{#steps}}\n{{/ingredients}}", 2, "{{/ingredients}}", "close it first"),
        ("a\n{{#steps}}", 2, "{{#steps}}", "never closed"), ("{{/steps}}", 1, "{{/steps}}", "No section is open"),
        ("a\n{{title", 2, "{{title", "missing"), ("{{{title}}}", 1, "{{{title}}}", "always escaped"),
        ("{{&title}}", 1, "{{&title}}", "always escaped"),
        ("{{> head}}", 1, "{{> head}}", "variables, sections and comments"),
        ("{{=<% %>=}}", 1, "{{=<% %>=}}", "variables, sections and comments"),
        ("{{% CONTENT_TYPE:TEXT}}", 1, "{{% CONTENT_TYPE:TEXT}}", ""),
        ("{{#steps}}{{#ingredients}}{{/ingredients}}{{/steps}}", 1, "{{#ingredients}}", "cannot stand in another"),
        ("{{text}}", 1, "{{text}}", "within a list"), ("{{.}}", 1, "{{.}}", "within a list"),
        ("{{}}", 1, "{{}}", "no such field"),
        ("{{title.first}}", 1, "{{title.first}}", "no such field"),
        (String(repeating: "{{#title}}", count: 9), 1, "{{#title}}", "More than 8"),
        (String(repeating: "x", count: 16_385), 1, "", "16384"),
    ])
    func `what is wrong is said with its line and its tag`(text: String, line: Int, tag: String, part: String) {
        let error = #expect(throws: TemplateError.self) { try ItemTemplate(text) }
        #expect(error?.line == line && error?.tag == tag)
        #expect(error?.message.contains(part) == true || part.isEmpty, "\(error?.description ?? "")")
    }

    private func definition(_ more: String) throws -> SourceDefinition {
        try .parse(yaml: "name: a\nkind: food2fork\nbase: http://x.test\nqueries: [q]\n" + more, file: "a.yaml")
    }

    @Test func `a definition keeps its template, and another one makes other texts`() throws {
        let plain = try definition("")
        let one = try definition("text:\n  template: |\n    <h1>{{title}}</h1>\n    {{{body}}}\n")
        let other = try definition("text: {template: '{{title}}'}\n")
        #expect(one.text.template == "<h1>{{title}}</h1>\n{{{body}}}\n")
        #expect(try SourceDefinition.parse(yaml: one.yaml, file: "b.yaml") == one)
        #expect(Set([plain, one, other].map(\.text.optionsHash)).count == 3 && plain.text.optionsHash == nil)
        #expect(one.warnings.isEmpty)
        #expect(try definition("pages: false\ntext: {template: '{{title}}'}\n").warnings.count == 1)
    }

    @Test func `a definition with a wrong template is refused with the template's line and tag`() {
        let error = #expect(throws: SourceError.self) {
            try definition("text:\n  template: |\n    <h1>{{title}}</h1>\n    {{titel}}\n")
        }
        #expect(error?.description.contains("text.template") == true)
        #expect(
            error?.description.contains("line 2, {{titel}}: There is no such field.") == true,
            "\(error?.description ?? "")"
        )
    }
}
