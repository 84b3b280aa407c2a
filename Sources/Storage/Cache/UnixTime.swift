internal import Foundation

/// Times as larders hold them.
package enum UnixTime {
    /// Milliseconds since 1970, by the system's clock.
    package static var nowMs: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
