/// The commands that look at a larder.
///
/// They never wait for a coordinator that is at work on it.
package enum LarderCommands {}
