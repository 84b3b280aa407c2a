/// The commands besides `sync`.
///
/// Those that only look never wait for a coordinator that is at work; `retry`, `prune`, `remove` and `clear` take the larder's lock
/// and are refused while one is, and `keygen` writes files of keys.
package enum LarderCommands {}
