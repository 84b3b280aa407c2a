/// What is wrong with a template, for the person who wrote it.
package struct TemplateError: Error, Sendable, CustomStringConvertible {
    /// The line of the template, from 1.
    package let line: Int
    /// The tag as it stands there, at most 60 bytes of it; empty where no tag is to blame.
    package let tag: String
    /// One or two sentences with the way out.
    package let message: String

    package var description: String { "line \(line)\(tag.isEmpty ? "" : ", \(tag)"): \(message)" }
}
