/// One value for each class of jobs.
package struct PerClass<Value> {
    /// The value for jobs that wait for a network.
    package var fetch: Value
    /// The value for jobs that burn a core.
    package var render: Value

    @inlinable package init(fetch: Value, render: Value) {
        self.fetch = fetch
        self.render = render
    }

    @inlinable package init(_ both: Value) { self.init(fetch: both, render: both) }

    @inlinable package subscript(jobClass: JobClass) -> Value {
        get {
            switch jobClass {
            case .fetch: fetch
            case .render: render
            }
        }
        _modify {
            switch jobClass {
            case .fetch: yield &fetch
            case .render: yield &render
            }
        }
    }

    @inlinable package func map<Result>(_ change: (Value) throws -> Result) rethrows -> PerClass<Result> {
        PerClass<Result>(fetch: try change(fetch), render: try change(render))
    }
}

extension PerClass: Sendable where Value: Sendable {}
extension PerClass: Equatable where Value: Equatable {}
extension PerClass: Hashable where Value: Hashable {}
