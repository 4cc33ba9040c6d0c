import Foundation
import KeepAliveFormats
import KeepAliveModel
import KeepAliveProtocol

/// One app: its connection to the system, and the objects that exist once per app.
///
/// A process has one context. A test has one for each virtual device; the current task says which one applies.
package final class AppContext: @unchecked Sendable {
    // After the start, fields change only on the main thread or under the lock.

    @TaskLocal package static var ofTask: AppContext?
    /// The app of this process.
    package static let ofProcess = AppContext()
    /// The app to which the calling code belongs.
    ///
    /// On a virtual device, code may also run outside of the app's calls, on a queue or in a timer. Such code belongs
    /// to the only virtual device, if there is just one.
    package static var current: AppContext {
        if let ofTask { return ofTask }
        return ofProcess.isConnected ? ofProcess : virtual.onlyOne ?? ofProcess
    }
    /// The apps on virtual devices.
    package static let virtual = VirtualApps()

    // The lock is recursive, as code that makes an object under the lock may ask for another object.
    private let lock = NSRecursiveLock()
    private var link: (any SystemConnection)?
    /// The objects that exist once per app, by their types.
    private var objects: [ObjectIdentifier: AnyObject] = [:]
    private var lastNumber = 0
    private var processCount = 0
    /// The version of iOS from the system's greeting.
    private var systemVersion = IOSVersion(26)
    /// True if the device runs several apps, from the system's greeting (SD-05).
    private var multitasks = true

    private var modes: Set<String> = []

    /// The handlers of the system's messages, by method. A handler returns false once its owner has been released.
    private var handlers: [String: [@Sendable (JSONValue) -> Bool]] = [:]
    /// The functions that answer calls of the system, by method. A function returns false once its owner has been
    /// released.
    private var servers: [String: @Sendable (JSONValue, @escaping @Sendable (JSONValue) -> Void) -> Bool] = [:]

    /// Called with an exception that is not caught. If it is `nil`, such an exception ends the process.
    package var exceptionHandler: ((AppleException) -> Void)?

    package init(_ link: (any SystemConnection)? = nil) {
        self.link = link
    }

    /// Sets the connection. Called once.
    package func connect(_ link: any SystemConnection) { lock.withLock { self.link = link } }

    /// True if the app is connected to a system: a runner or a virtual device.
    package var isConnected: Bool { lock.withLock { link } != nil }

    /// Ends the connection to a device that no longer exists.
    package func disconnect() {
        lock.withLock { link = nil }
        forgetObjects()
    }

    /// The version of iOS whose rules apply.
    package var version: IOSVersion {
        get { lock.withLock { systemVersion } }
        set { lock.withLock { systemVersion = newValue } }
    }

    /// True if the device runs several apps (SD-05).
    package var isMultitaskingSupported: Bool {
        get { lock.withLock { multitasks } }
        set { lock.withLock { multitasks = newValue } }
    }

    /// The app's `UIBackgroundModes` from the system's greeting.
    package var backgroundModes: Set<String> {
        get { lock.withLock { modes } }
        set { lock.withLock { modes = newValue } }
    }

    // MARK: Objects that exist once per app

    /// Returns the app's object of a type. The first call makes the object.
    package func only<Object: AnyObject>(_ make: () -> Object) -> Object {
        lock.withLock {
            if let found = objects[ObjectIdentifier(Object.self)] as? Object { return found }
            let made = make()
            objects[ObjectIdentifier(Object.self)] = made
            return made
        }
    }

    /// Returns a number that is unique in this app.
    package func nextNumber() -> Int {
        lock.withLock {
            lastNumber += 1
            return lastNumber
        }
    }

    /// The number of the app's process on this device. Code of an earlier process must not call the app any more.
    package var process: Int { lock.withLock { processCount } }

    /// Drops the objects of a process that has ended, so that the next process gets new objects.
    package func forgetObjects() {
        lock.withLock {
            processCount += 1
            objects.removeAll()
            handlers.removeAll()
            servers.removeAll()
        }
    }

    // MARK: Calls

    /// Makes a call to the system.
    ///
    /// - Parameters:
    ///   - values: the method's parameters.
    ///   - descriptor: a file descriptor to send with the call; `nil` for none.
    /// - Throws: ``JSONRPCError``, the error with which the system answers.
    @discardableResult
    package func call<Result: Sendable, each Value: Sendable>(
        _ method: Method<Result, repeat each Value>, _ values: repeat each Value, passing descriptor: CInt? = nil
    ) throws(JSONRPCError) -> Result {
        let members = method.members(repeat each values)
        let answer = try connected(for: method.name)
            .call(method.name, members.isEmpty ? .null : .object(members), passing: descriptor)
        do {
            return try method.result.read(answer)
        } catch {
            throw error as? JSONRPCError ?? .refused("\(method.name): \(error)")
        }
    }

    private func connected(for method: String) throws(JSONRPCError) -> any SystemConnection {
        if let link = lock.withLock({ link }) { return link }
        guard self === Self.ofProcess else {
            throw .refused("the virtual device of this object is gone")
        }
        guard Self.virtual.isEmpty else {
            throw .refused(
                "it was called outside of device.perform, and there are several virtual devices: which one is "
                    + "meant cannot be known")
        }
        // Work that one test has left behind must not end the process, in which other tests run.
        guard !Self.virtual.haveBeen else { throw .refused("there is no virtual device any more") }
        AppProcess.fail(
            "\(method) was called outside of a system: start this program with keepalive-run -- PROGRAM, or "
                + "test it on a VirtualDevice")
    }

    /// Makes a call to the system, and throws no error. If the system answers with an exception of Apple's framework,
    /// the exception is raised; any other error is written on standard error.
    ///
    /// - Returns: `nil` after an error.
    @discardableResult
    package func send<Result: Sendable, each Value: Sendable>(
        _ method: Method<Result, repeat each Value>, _ values: repeat each Value, passing descriptor: CInt? = nil
    ) -> Result? {
        do throws(JSONRPCError) {
            return try call(method, repeat each values, passing: descriptor)
        } catch {
            if let exception = error.exception {
                exception.raise(in: self)
            } else if self === Self.ofProcess || isConnected {
                // Nothing is written for an object that has outlived its virtual device.
                AppProcess.say("\(method.name): \(error.message)")
            }
            return nil
        }
    }

    /// Makes a call to the system, and throws its error as an `NSError` of Apple's domains.
    ///
    /// - Returns: `nil` if an exception of the framework was raised and caught.
    /// - Throws: `NSError`.
    @discardableResult
    package func request<Result: Sendable, each Value: Sendable>(
        _ method: Method<Result, repeat each Value>, _ values: repeat each Value
    ) throws -> Result? {
        do throws(JSONRPCError) {
            return try call(method, repeat each values)
        } catch {
            if let exception = error.exception {
                exception.raise(in: self)
                return nil
            }
            throw NSError(
                domain: error.data?["domain"]?.string ?? "KeepAliveErrorDomain",
                code: error.data?["code"]?.int ?? error.code, userInfo: [NSLocalizedDescriptionKey: error.message])
        }
    }

    /// Answers a call of the system.
    package func answer(_ id: JSONValue, _ result: JSONValue = .null) { lock.withLock { link }?.answer(id, result) }

    // MARK: Threads

    /// Runs code on the main thread, after the present work. Has no effect without a connection.
    package func main(_ body: @escaping @Sendable () -> Void) {
        guard let link = lock.withLock({ link }) else { return }
        link.after(0) { self.inside(body) }
    }

    /// Runs code on the main thread after a delay in seconds of the device's clock. Has no effect without a connection.
    package func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        guard let link = lock.withLock({ link }) else { return }
        link.after(seconds) { self.inside(body) }
    }

    /// Runs code on the main queue. It may be called on any thread, and without a connection.
    package func onMain(_ body: @escaping @Sendable () -> Void) { DispatchQueue.main.async { self.inside(body) } }

    /// Runs code as code of this app, so that ``current`` returns this app.
    package func inside<Value>(_ body: () throws -> Value) rethrows -> Value {
        guard self !== Self.ofProcess else { return try body() }
        return try Self.$ofTask.withValue(self) { try body() }
    }

    /// Runs code on a queue; `nil` stands for a background queue. On a virtual device, which has one thread, the code
    /// runs at once.
    package func perform(on queue: DispatchQueue?, _ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        if hasThreads { (queue ?? .global()).async { body() } } else { body() }
    }

    /// Runs code on an operation queue. On a virtual device, which has one thread, the code runs at once.
    package func perform(on queue: OperationQueue, _ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        if hasThreads { queue.addOperation { body() } } else { body() }
    }

    private var hasThreads: Bool { lock.withLock { link } is SocketConnection }

    // MARK: Messages of the system

    /// Calls a handler with an object for each callback of the system, until the object is released.
    package func listen<Owner: AnyObject & Sendable, Answer: Sendable, each Value: Sendable>(
        to callback: Callback<Answer, repeat each Value>, _ owner: Owner,
        _ handle: @escaping @Sendable (Owner, repeat each Value) -> Void
    ) {
        let reference = WeakReference(owner)
        lock.withLock {
            // A handler returns false once its owner has been released; it is then removed.
            handlers[callback.name, default: []].append { parameters in
                guard let owner = reference.object else { return false }
                do {
                    let values = try callback.read(parameters)
                    handle(owner, repeat each values)
                } catch {
                    Self.misread(callback.name, error)
                }
                return true
            }
        }
    }

    /// Registers an object that answers a callback of the system with the result of a function, until the object is
    /// released.
    package func serve<Owner: AnyObject & Sendable, Answer: Sendable, each Value: Sendable>(
        _ callback: Callback<Answer, repeat each Value>, _ owner: Owner,
        _ answer: @escaping @MainActor @Sendable (Owner, repeat each Value) -> Answer
    ) {
        serve(method: callback.name, owner) { owner, parameters, done in
            do {
                let values = try callback.read(parameters)
                let answer = answer(owner, repeat each values)
                done(callback.reply?.write(answer) ?? .null)
            } catch {
                Self.misread(callback.name, error)
                done(callback.reply?.unserved ?? .null)
            }
        }
    }

    /// Registers an object that answers a callback of the system later, by calling `done`, until the object is
    /// released.
    package func serveLater<Owner: AnyObject & Sendable, Answer: Sendable, each Value: Sendable>(
        _ callback: Callback<Answer, repeat each Value>, _ owner: Owner,
        _ answer:
            @escaping @MainActor @Sendable (
                Owner, _ done: @escaping @Sendable (Answer) -> Void, repeat each Value
            ) -> Void
    ) {
        serve(method: callback.name, owner) { owner, parameters, done in
            do {
                let values = try callback.read(parameters)
                answer(owner, { done(callback.reply?.write($0) ?? .null) }, repeat each values)
            } catch {
                Self.misread(callback.name, error)
                done(callback.reply?.unserved ?? .null)
            }
        }
    }

    /// Registers an object that answers the system's calls of a method.
    private func serve<Owner: AnyObject & Sendable>(
        method: String, _ owner: Owner,
        _ answer:
            @escaping @MainActor @Sendable (Owner, JSONValue, _ done: @escaping @Sendable (JSONValue) -> Void) -> Void
    ) {
        let reference = WeakReference(owner)
        lock.withLock {
            servers[method] = { parameters, done in
                guard let owner = reference.object else { return false }
                MainActor.assumeIsolated { answer(owner, parameters, done) }
                return true
            }
        }
    }

    private static func misread(_ callback: String, _ error: any Error) { AppProcess.say("\(callback): \(error)") }

    /// Processes a message of the system, on the main thread: passes it to all listeners, and makes sure that it is
    /// answered.
    package func take(_ message: JSONRPCMessage) {
        guard case .request(let method, let parameters, let id) = message else { return }
        tellListeners(method, parameters)
        @Sendable func done(_ result: JSONValue) { if let id { answer(id, result) } }
        let server = lock.withLock { servers[method] }
        if server?(parameters, done) != true { done(Unserved.replies[method] ?? .null) }
    }

    private func tellListeners(_ method: String, _ parameters: JSONValue) {
        let found = lock.withLock { handlers[method] ?? [] }
        let isAlive = found.map { $0(parameters) }
        guard isAlive.contains(false) else { return }
        lock.withLock {
            // Handlers that were added meanwhile are at the end of the list, and are kept.
            let added = handlers[method]?.dropFirst(found.count) ?? []
            handlers[method] = zip(found, isAlive).filter(\.1).map(\.0) + added
        }
    }
}

/// The answers to callbacks for which the process has no object, such as a task without its scheduler or a call without
/// a provider.
private enum Unserved {
    static let replies = Dictionary(
        uniqueKeysWithValues: [
            reply(WakeCallbacks.launchHandler), reply(CallCallbacks.perform),
        ])

    private static func reply<Answer, each Value>(
        _ callback: Callback<Answer, repeat each Value>
    ) -> (String, JSONValue) { (callback.name, callback.reply?.unserved ?? .null) }
}

/// A weak reference to an object.
package struct WeakReference<Object: AnyObject & Sendable>: @unchecked Sendable {
    package weak var object: Object?

    package init(_ object: Object) {
        self.object = object
    }
}

/// The apps on the virtual devices of this process.
package final class VirtualApps: @unchecked Sendable {
    private let lock = NSLock()
    private var apps: [WeakReference<AppContext>] = []
    private var hasHadAny = false

    private var living: [AppContext] { lock.withLock { apps.compactMap(\.object) } }

    package var isEmpty: Bool { living.isEmpty }

    /// True if this process has ever had an app on a virtual device.
    package var haveBeen: Bool { lock.withLock { hasHadAny } }

    /// The app, if there is exactly one; otherwise `nil`.
    package var onlyOne: AppContext? {
        let living = living
        return living.count == 1 ? living[0] : nil
    }

    package func add(_ app: AppContext) {
        lock.withLock {
            hasHadAny = true
            apps.removeAll { $0.object == nil }
            apps.append(WeakReference(app))
        }
    }

    package func remove(_ app: AppContext) { lock.withLock { apps.removeAll { $0.object === app } } }
}
