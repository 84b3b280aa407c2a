/// How long a disturbance lasts whose length is what is tried out, such as a silence longer than a lease.
///
/// Not to wait for something to happen: ``eventually(in:within:_:)`` does that.
package func hold(_ time: Duration) async throws { try await Task.sleep(for: time) }
