/// The commands besides `sync`.
///
/// Read-only commands work beside a coordinator; `retry`, `prune`, `remove` and `clear` lock the larder.
package enum LarderCommands {}
