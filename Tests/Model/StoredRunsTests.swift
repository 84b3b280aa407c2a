import LarderModel
import Testing

@Suite("Stored runs") struct StoredRunsTests {
    private func links(_ runs: String) -> [TextAnchor] {
        var text = RenderedText.blank
        text.runs = runs
        return text.links
    }

    @Test(arguments: [
        #"{"v":1,"runs":[1,[2,{"l":0}],[1,{"l":2}]],"links":[["h:/a",1,2],["x:",0,1,1],["h:/b",3,1]]}"#,
        #"{"v":2,"sets":[{},{"l":1},{"l":2}],"runs":[3,7,5],"bases":["","h:/"],"#
            + #""links":[[1,"a"],[0,["x:",0,1,1]],[1,"b"]]}"#,
        #"{"v":2,"sets":[{},{"l":1},{"l":0}],"runs":[3,4,5],"bases":["h:"],"links":[[0,"/a",["/b",3,1]]]}"#,
    ])
    func `the links of both versions are found, without those that run code`(runs: String) {
        #expect(
            links(runs) == [
                TextAnchor(url: "h:/a", start: 1, length: 2), TextAnchor(url: "h:/b", start: 3, length: 1),
            ]
        )
    }

    @Test(arguments: [
        "", "[]", "7", #"{"v":0}"#, #"{"v":3,"links":[["a",0,1]]}"#, #"{"v":2,"links":[[0,"a"]]}"#,
        #"{"v":2,"sets":[{"l":1}],"runs":[-1],"bases":[""],"links":[[0,"a"]]}"#,
        #"{"v":2,"sets":[],"runs":[1],"bases":[""],"links":[[0,"a"]]}"#,
        #"{"v":2,"sets":[{"l":1}],"runs":[1],"bases":[""],"links":[[9223372036854775807,"a"]]}"#,
    ])
    func `what is no form of runs has no links`(runs: String) {
        #expect(links(runs) == [])
    }

    @Test func `numbers of any size are read`() {
        let most = Int.max
        let runs = #"{"v":2,"sets":[{"l":\#(most)}],"runs":[\#(most),\#(most)],"bases":[""],"links":[[0,"a"]]}"#
        #expect(links(runs) == [])
    }
}
