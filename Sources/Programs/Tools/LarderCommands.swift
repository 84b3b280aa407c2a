/// The commands besides `sync`.
///
/// Commands that only look never wait for a running coordinator. `retry`, `prune`, `remove` and `clear` need the
/// larder's lock and are refused during a sync. `keygen` writes key files.
package enum LarderCommands {}
