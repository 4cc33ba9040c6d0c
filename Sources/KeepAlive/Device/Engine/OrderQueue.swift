/// Orders that wait for their turn. The consequences of an order wait until it has been carried out.
package struct OrderQueue<Order> {
    private var orders: [Order] = []
    private var first = 0
    private var afterwards: [() -> Void] = []
    /// True while a caller further up the stack carries out orders, or calls the app's code.
    package fileprivate(set) var isBusy = false

    fileprivate enum Step {
        case order(Order)
        case afterwards(() -> Void)
    }

    package init() {}

    /// Puts an order behind those that wait.
    package mutating func append(_ order: Order) { orders.append(order) }

    /// Takes what is to be done next; the queue is busy until there is nothing.
    fileprivate mutating func next() -> Step? {
        if first < orders.count {
            isBusy = true
            defer { first += 1 }
            return .order(orders[first])
        }
        if first > 0 {
            orders.removeAll(keepingCapacity: true)
            first = 0
        }
        isBusy = !afterwards.isEmpty
        return isBusy ? .afterwards(afterwards.removeFirst()) : nil
    }

    fileprivate mutating func appendAfterwards(_ body: @escaping () -> Void) { afterwards.append(body) }
}

/// An object that carries out the orders of a policy, one after the other.
package protocol OrderPerformer: AnyObject {
    associatedtype Order

    /// The orders that wait.
    var queue: OrderQueue<Order> { get set }

    /// Carries out one order, which may put more orders into the queue.
    func perform(_ order: Order)

    /// Called when no order is left, and none is being carried out.
    func finishedOrders()
}

extension OrderPerformer {
    package func finishedOrders() {}

    /// Carries out the orders that wait, unless a caller further up the stack does so.
    package func carryOut() { if !queue.isBusy { drain() } }

    /// Calls the app's code, or other code that causes orders, from outside of an order. The orders are carried out
    /// after it.
    package func callOut<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard !queue.isBusy else { return try body() }
        queue.isBusy = true
        defer { drain() }
        return try body()
    }

    /// Calls `body` when all orders and their consequences are carried out; use it within ``callOut(_:)`` or an order.
    package func afterAll(_ body: @escaping () -> Void) { queue.appendAfterwards(body) }

    // Bounded by the policy: every order leads to finitely many calls of the app's code.
    private func drain() {
        while let step = queue.next() {
            switch step {
            case .order(let order): perform(order)
            case .afterwards(let body): body()
            }
        }
        finishedOrders()
    }
}
