/// Why a message of a peer was refused.
package struct ProtocolError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        /// Not a message of this protocol.
        case notOurs = "not-ours"
        /// Another major version.
        case wrongMajor = "wrong-major"
        /// A type this program does not know, marked critical.
        case unknownType = "unknown-type"
        /// Cut, or with columns of unequal length.
        case malformed
        /// Above a limit of ``ProtocolLimits``.
        case tooLarge = "too-large"
    }

    package let code: Code
    package let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
