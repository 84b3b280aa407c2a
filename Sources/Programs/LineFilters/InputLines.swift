internal import Glibc

/// The lines of standard input as bytes; nothing has checked whether they are UTF-8.
@safe final class InputLines {
    private let file = unsafe fdopen(STDIN_FILENO, "r")
    private var buffer: UnsafeMutablePointer<CChar>?
    private var capacity = 0

    deinit { unsafe free(buffer) }

    /// Waits for the next line; without its line end, nil at the end of the input.
    func next() -> [UInt8]? {
        guard let file = unsafe file else { return nil }
        let count = unsafe getline(&buffer, &capacity, file)
        guard count > 0 else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: count)
        return unsafe Array(bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...])
    }
}
