/// The bytes that all transfers of a loop may hold; belongs to the fetch thread.
final class MemoryBudget {
    private var left: Int

    init(bytes: Int) { left = bytes }

    /// Whether there was room; what was taken must be given back.
    func take(_ bytes: Int) -> Bool {
        guard bytes <= left else { return false }
        left -= bytes
        return true
    }

    func giveBack(_ bytes: Int) { left += bytes }
}
