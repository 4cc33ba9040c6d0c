import Foundation
import KeepAliveFormats
import KeepAliveModel
import KeepAliveProtocol

/// One app: its connection to the system, and the objects that each app has once.
///
/// A process has one context. A test has one for each virtual device, and finds it by the current task.
package final class AppContext: @unchecked Sendable {
    // After the start, fields change only on the main thread or under the lock.

    @TaskLocal package static var ofTask: AppContext?
    /// The app of this process.
    package static let ofProcess = AppContext()
    /// The app that the calling code belongs to.
    ///
    /// A test's app may also run code outside of its calls, on a queue or in a timer. Such code belongs to the only
    /// virtual device, if there is just one.
    package static var current: AppContext {
        if let ofTask { return ofTask }
        return ofProcess.isConnected ? ofProcess : virtual.onlyOne ?? ofProcess
    }
    /// The apps on virtual devices.
    package static let virtual = VirtualApps()

    // Recursive: an object that is made under the lock may ask for another one.
    private let lock = NSRecursiveLock()
    private var link: (any SystemConnection)?
    /// The objects of which an app has one, by their types.
    private var objects: [ObjectIdentifier: AnyObject] = [:]
    private var lastNumber = 0
    private var processCount = 0
    /// The version of iOS, as the system's greeting says.
    private var systemVersion = IOSVersion(26)
    /// The device runs several apps, as the system's greeting says (SD-05).
    private var multitasks = true

    private var modes: Set<String> = []

    /// The handlers of messages that concern a framework, by method. A handler returns false when its owner is gone.
    private var handlers: [String: [@Sendable (JSONValue) -> Bool]] = [:]
    /// What answers calls of the system, by method.
    private var servers: [String: @Sendable (JSONValue, @escaping @Sendable (JSONValue) -> Void) -> Bool] = [:]

    /// Handles an exception that nobody catches; without a handler it ends the process.
    package var exceptionHandler: ((AppleException) -> Void)?

    package init(_ link: (any SystemConnection)? = nil) {
        self.link = link
    }

    /// Sets the connection, once.
    package func connect(_ link: any SystemConnection) { lock.withLock { self.link = link } }

    /// True if there is a system to talk to.
    package var isConnected: Bool { lock.withLock { link } != nil }

    /// Cuts the connection to a device that is gone.
    package func disconnect() {
        lock.withLock { link = nil }
        forgetObjects()
    }

    /// The version of iOS whose rules apply.
    package var version: IOSVersion {
        get { lock.withLock { systemVersion } }
        set { lock.withLock { systemVersion = newValue } }
    }

    /// The device runs several apps (SD-05).
    package var isMultitaskingSupported: Bool {
        get { lock.withLock { multitasks } }
        set { lock.withLock { multitasks = newValue } }
    }

    /// The app's `UIBackgroundModes`, as the system's greeting says.
    package var backgroundModes: Set<String> {
        get { lock.withLock { modes } }
        set { lock.withLock { modes = newValue } }
    }

    // MARK: The objects of which there is one

    /// Returns the app's object of a type; the first call makes it.
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

    /// The number of the app's process on this device. What belongs to an earlier one must not call the app any more.
    package var process: Int { lock.withLock { processCount } }

    /// Drops the objects of a process that has ended: the next one has objects of its own.
    package func forgetObjects() {
        lock.withLock {
            processCount += 1
            objects.removeAll()
            handlers.removeAll()
            servers.removeAll()
        }
    }

    // MARK: Calls

    /// Makes a call of the app.
    ///
    /// - Parameter descriptor: a descriptor that goes along with it.
    /// - Throws: ``JSONRPCError``, as the system answers.
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
        // Work that a test has left behind must not end the other tests.
        guard !Self.virtual.haveBeen else { throw .refused("there is no virtual device any more") }
        AppProcess.fail(
            "\(method) was called outside of a system: start this program with keepalive-run -- PROGRAM, or "
                + "test it on a VirtualDevice")
    }

    /// Makes a call that throws no error. An exception of the framework is raised; any other error becomes a line on
    /// standard error.
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
                // The error of an object that outlives its device is dropped.
                AppProcess.say("\(method.name): \(error.message)")
            }
            return nil
        }
    }

    /// Makes a call whose error is an `NSError` of Apple's domains.
    ///
    /// - Returns: `nil` after an exception of the framework, which is raised.
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

    /// Runs code on the main thread, after the present work.
    package func main(_ body: @escaping @Sendable () -> Void) {
        guard let link = lock.withLock({ link }) else { return }
        link.after(0) { self.inside(body) }
    }

    /// Runs code on the main thread after a time of the device, in seconds; never where there is no system.
    package func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        guard let link = lock.withLock({ link }) else { return }
        link.after(seconds) { self.inside(body) }
    }

    /// Runs code on the main thread from any other one.
    package func onMain(_ body: @escaping @Sendable () -> Void) { DispatchQueue.main.async { self.inside(body) } }

    /// Runs code in the name of the app.
    package func inside<Value>(_ body: () throws -> Value) rethrows -> Value {
        guard self !== Self.ofProcess else { return try body() }
        return try Self.$ofTask.withValue(self) { try body() }
    }

    /// Runs code on a queue, or on a background queue if none is given. A virtual device has only one thread.
    package func perform(on queue: DispatchQueue?, _ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        if hasThreads { (queue ?? .global()).async { body() } } else { body() }
    }

    /// Runs code on an operation queue. A virtual device has only one thread.
    package func perform(on queue: OperationQueue, _ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        if hasThreads { queue.addOperation { body() } } else { body() }
    }

    private var hasThreads: Bool { lock.withLock { link } is SocketConnection }

    // MARK: Messages of the system

    /// Passes a callback of the system to an object, as long as it lives.
    package func listen<Owner: AnyObject & Sendable, Answer: Sendable, each Value: Sendable>(
        to callback: Callback<Answer, repeat each Value>, _ owner: Owner,
        _ handle: @escaping @Sendable (Owner, repeat each Value) -> Void
    ) {
        let reference = WeakReference(owner)
        lock.withLock {
            // The next message removes the handlers of objects that are gone.
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

    /// Has an object answer a callback of the system when it returns, as long as the object lives.
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
                done(.null)
            }
        }
    }

    /// Has an object answer a callback of the system by calling `done`, as long as the object lives.
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
                done(.null)
            }
        }
    }

    /// Has an object answer the calls of a method.
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

    /// Takes a message of the system, on the main thread: tells all who listen, and has it answered.
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
            // Handlers that were added meanwhile stand behind the others.
            let added = handlers[method]?.dropFirst(found.count) ?? []
            handlers[method] = zip(found, isAlive).filter(\.1).map(\.0) + added
        }
    }
}

/// The replies to callbacks for which the process has no object: a task without its scheduler, a call without a provider.
private enum Unserved {
    static let replies = Dictionary(
        uniqueKeysWithValues: [
            reply(WakeCallbacks.launchHandler, false), reply(CallCallbacks.perform, false),
        ])

    private static func reply<each Value>(
        _ callback: Callback<Bool, repeat each Value>, _ answer: Bool
    ) -> (String, JSONValue) { (callback.name, callback.reply?.write(answer) ?? .null) }
}

/// A reference that does not keep its object alive.
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

    /// True if there has ever been one.
    package var haveBeen: Bool { lock.withLock { hasHadAny } }

    /// The app, if there is only one.
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
