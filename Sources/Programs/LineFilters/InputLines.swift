internal import Glibc

/// The lines of standard input as bytes, which may be no UTF-8; it keeps a buffer as long as the longest line.
@safe final class InputLines {
    private let file = unsafe fdopen(STDIN_FILENO, "r")
    private var buffer: UnsafeMutablePointer<CChar>?
    private var capacity = 0

    /// Standard input cannot be read.
    struct Failure: Error, CustomStringConvertible {
        let description = "Standard input cannot be read: \(unsafe String(cString: strerror(errno)))."
    }

    deinit { unsafe free(buffer) }

    /// Waits for the next line; without its line end, nil at the end of the input.
    ///
    /// - Throws: ``Failure`` for a folder, a broken file, or a line for which there is no memory.
    func next() throws(Failure) -> [UInt8]? {
        guard let file = unsafe file else { throw Failure() }
        errno = 0
        let count = unsafe getline(&buffer, &capacity, file)
        guard count > 0 else {
            if errno != 0 { throw Failure() }
            return nil
        }
        let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: count)
        return unsafe Array(bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...])
    }
}
