internal import Crypto
internal import Foundation
internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceDefinitions
internal import LarderSourceReaders
internal import LarderTransport

/// The commands that look at a larder.
///
/// They never wait for a coordinator that is at work on it.
package enum LarderCommands {}
