/// Orders that wait for their turn. The consequences of an order wait until it has been carried out.
package struct OrderQueue<Order> {
    private var orders: [Order] = []
    private var first = 0
    private var afterwards: [() -> Void] = []
    /// True while a caller further up the stack carries out orders, or calls the app's code.
    fileprivate var isBusy = false

    package init() {}

    /// Puts an order behind those that wait.
    package mutating func append(_ order: Order) { orders.append(order) }

    fileprivate mutating func takeOrder() -> Order? {
        guard first < orders.count else {
            orders.removeAll(keepingCapacity: true)
            first = 0
            return nil
        }
        defer { first += 1 }
        return orders[first]
    }

    fileprivate mutating func appendAfterwards(_ body: @escaping () -> Void) { afterwards.append(body) }
    fileprivate mutating func takeAfterwards() -> (() -> Void)? { afterwards.isEmpty ? nil : afterwards.removeFirst() }
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
        queue.isBusy = true
        while true {
            if let order = queue.takeOrder() {
                perform(order)
            } else if let body = queue.takeAfterwards() {
                body()
            } else {
                break
            }
        }
        queue.isBusy = false
        finishedOrders()
    }
}
