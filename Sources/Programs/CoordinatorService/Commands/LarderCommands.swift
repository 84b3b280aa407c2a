/// The commands besides `sync`.
///
/// Those that only look never wait for a coordinator that is at work; `retry` takes the larder's lock and is refused while one is,
/// and `keygen` writes files of keys.
package enum LarderCommands {}
