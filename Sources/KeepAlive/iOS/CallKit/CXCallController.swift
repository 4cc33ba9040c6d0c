import Foundation
import KeepAliveModel
import KeepAliveProtocol

public struct CXErrorCodeRequestTransactionError: Error, Hashable, CustomNSError, Sendable {
    public enum Code: Int, Sendable {
        case unknown, unentitled
        case unknownCallProvider = 2
        case emptyTransaction
        /// No call has this UUID (WK-17).
        case unknownCallUUID = 4
        /// A call with this UUID already exists (WK-17).
        case callUUIDAlreadyExists = 5
        case invalidAction, maximumCallGroupsReached
    }

    public let code: Code
    public init(_ code: Code) { self.code = code }
    public static var errorDomain: String { "com.apple.CallKit.error.requesttransaction" }
    public var errorCode: Int { code.rawValue }
}

/// Asks the system to perform actions that the user has chosen in the app's own interface (WK-17).
public final class CXCallController: NSObject, @unchecked Sendable {
    private let context: AppContext

    public let callObserver = CXCallObserver()

    override public init() { context = .current }

    /// Creates a controller.
    ///
    /// - Parameter queue: ignored, unlike on iOS: completion handlers are called on the main thread.
    public convenience init(queue: DispatchQueue) { self.init() }

    /// Requests actions, which the app's provider then performs.
    ///
    /// - Parameter completion: called with `nil`, or with the error of the first refused action, after which no further
    ///   actions are requested.
    public func request(_ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        var failure: (any Error)?
        do { try requestNow(transaction) } catch { failure = error }
        let outcome = failure
        context.main { completion(outcome) }
    }

    /// Requests actions, which the app's provider then performs.
    ///
    /// - Throws: ``CXErrorCodeRequestTransactionError`` of the first refused action, after which no further actions are
    ///   requested.
    public func request(_ transaction: CXTransaction) async throws { try requestNow(transaction) }

    public func requestTransaction(
        with action: CXAction, completion: @escaping @Sendable ((any Error)?) -> Void
    ) { request(CXTransaction(action: action), completion: completion) }

    private func requestNow(_ transaction: CXTransaction) throws {
        typealias Failure = CXErrorCodeRequestTransactionError
        guard !transaction.actions.isEmpty else { throw Failure(.emptyTransaction) }
        guard let provider = Providers.of(context).current else { throw Failure(.unknownCallProvider) }
        for case let action as CXCallAction in transaction.actions {
            guard let kind = action.kind else { throw Failure(.invalidAction) }
            provider.expect(action)
            do {
                try context.request(CallMethods.requestCallAction, kind, action.callUUID.uuidString)
            } catch let error as NSError {
                provider.forget(action)
                throw Failure.Code(rawValue: error.code).map { Failure($0) } ?? error
            }
        }
    }
}
