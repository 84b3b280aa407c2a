import LarderModel
import LarderTestSupport
import Testing

@testable import LarderPageReading

/// Articles are kept from the first block to the last, whatever the template, and nothing of the rest comes with them.
@Suite("Whole pages") struct WholePagesTests {
    @Test(arguments: Template.all, Construct.all)
    func `an article is kept whole`(template: Template, construct: Construct) {
        let seed = StableHash.Short("\(template.name) \(construct.name)").value
        for place in WholePage.Place.allCases {
            for isShort in [false, true] {
                var random = SeededGenerator(seed: seed)
                let page = WholePage(template, construct, place, isShort: isShort, &random)
                let read = page.misread()
                let name: Comment =
                    "\(template.name), \(construct.name) at the \(place), short: \(isShort), seed \(seed)"
                #expect(read.lost.isEmpty, name)
                #expect(read.foreign.isEmpty, name)
            }
        }
    }
}
