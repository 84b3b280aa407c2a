/// Runs `body` ahead of the tests that wait for a processor, on threads that those do not hold.
///
/// For tests that start a process of their own with `#expect(processExitsWith:)`. From the end of such a process until
/// its test takes notice, the testing library asks the kernel for ended processes without a pause, and a test that
/// stands behind hundreds of others takes notice a minute later.
///
/// - Throws: What `body` throws.
package func aheadOfOthers(_ body: @escaping @Sendable () async throws -> Void) async throws {
    try await Task(priority: .high) { try await body() }.value
}
