/// A page that says why there is nothing to show.
package struct StateView: Sendable {
    package enum Kind: Sendable { case empty, notFound, unreadable, refused }
    package var frame: FrameView
    package var kind: Kind
    package var title: String
    /// One or two sentences.
    package var text: String
    /// A command to be typed, with the real folder; nil: none.
    package var command: String?
    package var actions: [Choice]

    package init(frame: FrameView, kind: Kind, title: String, text: String, command: String?, actions: [Choice]) {
        (self.frame, self.kind, self.title, self.text) = (frame, kind, title, text)
        (self.command, self.actions) = (command, actions)
    }
}
