/// Orders that wait for their turn: what one of them leads to waits until it has been carried out.
package struct OrderQueue<Order> {
    private var orders: [Order] = []
    private var first = 0
    private var afterwards: [() -> Void] = []
    /// Somebody carries out orders, or calls the app's code, further up the stack.
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

/// Who carries out the orders of a policy, one after the other.
package protocol OrderPerformer: AnyObject {
    associatedtype Order

    /// What waits.
    var queue: OrderQueue<Order> { get set }

    /// Carries out one order. What it causes may be put into the queue.
    func perform(_ order: Order)

    /// No order is left, and none is being carried out.
    func hasCarriedOutAll()
}

extension OrderPerformer {
    package func hasCarriedOutAll() {}

    /// Carries out what waits, unless that is being done further up the stack.
    package func carryOut() { if !queue.isBusy { drain() } }

    /// Calls the app's code, or whatever else causes orders, from outside of an order: they are carried out after it.
    package func callOut<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard !queue.isBusy else { return try body() }
        queue.isBusy = true
        defer { drain() }
        return try body()
    }

    /// Calls when all orders are carried out, with what they lead to; within ``callOut(_:)`` or an order.
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
        hasCarriedOutAll()
    }
}
