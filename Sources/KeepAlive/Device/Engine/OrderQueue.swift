/// A queue of orders. An order that is caused while another order is carried out is appended, and carried out later.
package struct OrderQueue<Order> {
    private var orders: [Order] = []
    private var first = 0
    private var afterwards: [() -> Void] = []
    /// True while a caller further up the stack is carrying out orders or calling the app's code.
    package fileprivate(set) var isBusy = false

    fileprivate enum Step {
        case order(Order)
        case afterwards(() -> Void)
    }

    package init() {}

    /// Appends an order to the end of the queue.
    package mutating func append(_ order: Order) { orders.append(order) }

    /// Removes and returns the next step: an order, or, if no order is left, a closure of `afterAll`. The queue is busy
    /// until this function returns `nil`.
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

/// An object that carries out the orders of a policy one after the other.
package protocol OrderPerformer: AnyObject {
    associatedtype Order

    /// The orders that have not been carried out yet.
    var queue: OrderQueue<Order> { get set }

    /// Carries out one order, which may append further orders to the queue.
    func perform(_ order: Order)

    /// Called when the queue is empty and no order is being carried out.
    func finishedOrders()
}

extension OrderPerformer {
    package func finishedOrders() {}

    /// Carries out all orders in the queue; does nothing if a caller further up the stack is doing so already.
    package func carryOut() { if !queue.isBusy { drain() } }

    /// Calls the app's code, or other code that causes orders, from outside of an order. The orders are carried out
    /// after the call.
    package func callOut<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard !queue.isBusy else { return try body() }
        queue.isBusy = true
        defer { drain() }
        return try body()
    }

    /// Calls `body` once all orders and their consequences are carried out. Call this function only within
    /// ``callOut(_:)`` or an order.
    package func afterAll(_ body: @escaping () -> Void) { queue.appendAfterwards(body) }

    // The policy bounds this loop: every order leads to finitely many calls of the app's code.
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
