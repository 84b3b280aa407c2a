import Testing

@testable import LarderPageReading

@Suite("Bylines") struct BylineTests {
    @Test(arguments: [
        ("By Ada Berg", "Ada Berg"), ("Author: By Ada Berg", "Ada Berg"),
        ("Written by Ada Berg on 2 March", "Ada Berg"), ("von Ada Berg", "Ada Berg"),
        ("Ada Berg | Tramway Post", "Ada Berg"), ("Ada Berg, March 2, 2026", "Ada Berg"), ("  Ada\n Berg ", "Ada Berg"),
        ("Ada &amp; Otto", "Ada & Otto"),
        ("Автор: Анна Берг", "Анна Берг"),
    ])
    func `a name is freed of what stands round it`(text: String, expected: String) {
        #expect(BylineChoice.usable(text) == expected)
    }

    @Test(arguments: ["", "By", "admin", "https://e.example/ada", "ada@e.example", "12", "Posted by"])
    func `other text is no name`(text: String) {
        #expect(BylineChoice.usable(text) == nil)
    }
}
