/// One value for each class of jobs.
@frozen public struct PerClass<Value> {
    /// The value for jobs that wait for a network.
    public var fetch: Value
    /// The value for jobs that burn a core.
    public var render: Value

    /// A value for each class.
    @inlinable public init(fetch: Value, render: Value) {
        self.fetch = fetch
        self.render = render
    }

    /// The same value for both classes.
    @inlinable public init(_ both: Value) { self.init(fetch: both, render: both) }

    /// The value for a class; changed in place.
    @inlinable public subscript(jobClass: JobClass) -> Value {
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

    /// What `change` makes of each value.
    @inlinable public func map<Result>(_ change: (Value) throws -> Result) rethrows -> PerClass<Result> {
        PerClass<Result>(fetch: try change(fetch), render: try change(render))
    }
}

extension PerClass: Sendable where Value: Sendable {}
extension PerClass: Equatable where Value: Equatable {}
extension PerClass: Hashable where Value: Hashable {}
