internal import LarderModel

/// Starts of jobs that are written down as used before they are made.
///
/// A part of a quota is taken at a time. What is left of it at its end is lost, as is what a kill leaves: never are
/// more requests made than were written down.
struct Budget: Sendable {
    /// Starts that are left, until ``until``.
    var left = 0
    var until: Milliseconds = 0
    /// When the present period began, as far as is known.
    var since: Milliseconds = 0
    var emptyUntil: Milliseconds = 0
    /// Whether a reservation is under way.
    var isAsked = false
    var isWanted = false
    var queues: [Int] = []

    func room(at now: Milliseconds) -> Int { now < until ? left : 0 }
}

extension FairQueue {
    mutating func draw(_ queue: Int, from budget: BudgetID) {
        guard queues[queue].budget == nil else { return }
        queues[queue].budget = budget
        budgets[budget, default: Budget()].queues.append(queue)
    }

    func budgetRoom(of queue: Int, at now: Milliseconds) -> Int {
        guard let budget = queues[queue].budget else { return .max }
        return budgets[budget]?.room(at: now) ?? 0
    }

    mutating func spend(_ count: Int, of queue: Int) {
        guard let budget = queues[queue].budget else { return }
        budgets[budget]?.left -= count
    }

    /// Returns a start that made no request, unless it was of an earlier period.
    mutating func refund(_ queue: Int, assignedAt: Milliseconds, at now: Milliseconds) {
        guard let budget = queues[queue].budget, let known = budgets[budget], now < known.until,
            assignedAt >= known.since
        else { return }
        budgets[budget]?.left += 1
        budgets[budget]?.isWanted = false
        for queue in known.queues where queues[queue].priority == nil { enter(queue, at: now) }
    }

    mutating func markWanted(_ queue: Int, at now: Milliseconds) {
        guard let budget = queues[queue].budget, let known = budgets[budget] else { return }
        budgets[budget]?.isWanted = true
        if known.emptyUntil <= now { budgets[budget]?.emptyUntil = 0 }
    }

    /// The budgets that need another reservation now.
    mutating func popReservations() -> [BudgetID] {
        guard !budgets.isEmpty else { return [] }
        let due = budgets.filter { $0.value.isWanted && !$0.value.isAsked && $0.value.emptyUntil == 0 }.keys.sorted()
        for budget in due { budgets[budget]?.isAsked = true }
        return due
    }

    /// Adds what was written down as used; 0: the budget is empty until then.
    mutating func grant(_ budget: BudgetID, _ count: Int, until: Milliseconds, at now: Milliseconds) {
        guard let known = budgets[budget] else { return }
        budgets[budget]?.isAsked = false
        guard count > 0 else {
            budgets[budget]?.emptyUntil = max(until, now + 1)
            return
        }
        budgets[budget]?.left = count + known.room(at: now)
        if known.until <= now { budgets[budget]?.since = now }
        budgets[budget]?.until = until
        budgets[budget]?.isWanted = false
        for queue in known.queues where queues[queue].priority == nil { enter(queue, at: now) }
    }

    /// When the next empty budget is filled that jobs wait for.
    var nextRefill: Milliseconds? {
        budgets.values.filter { $0.isWanted && $0.emptyUntil > 0 }.map(\.emptyUntil).min()
    }

    mutating func wakeBudgets(at now: Milliseconds) {
        for (budget, known) in budgets where known.emptyUntil > 0 && known.emptyUntil <= now {
            budgets[budget]?.emptyUntil = 0
        }
    }

    func usedUpBudgets(at now: Milliseconds) -> [(budget: BudgetID, until: Milliseconds)] {
        budgets.filter { $0.value.isWanted && $0.value.emptyUntil > now }.map { ($0.key, $0.value.emptyUntil) }
            .sorted { $0.0 < $1.0 }
    }
}
