package import LarderModel
package import LarderProtocol

/// Answers workers that do not share the cache's folder.
///
/// Its methods are called on the broker's thread and must return at once.
package protocol FileService: Sendable {
    /// Takes a request of a session; `answer` may be called on any thread.
    ///
    /// - Returns: Whether it was taken; false: the session has too many that are not answered.
    func take(_ request: FileRequest, of session: SessionID, answer: @escaping @Sendable (FileAnswer) -> Void) -> Bool
    /// The session is over: what it was writing is given up.
    func forget(_ session: SessionID)
}
