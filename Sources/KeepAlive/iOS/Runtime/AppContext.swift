import Foundation
import KeepAliveFormats
import KeepAliveModel
import KeepAliveProtocol

/// An app: its connection to the system, and the objects that exist once per app.
///
/// A process has one context. A test has one for each virtual device; `ofTask` says which one applies in the current
/// task.
package final class AppContext: @unchecked Sendable {
    // After the app's start, the stored properties change only on the main thread or under `lock`.

    @TaskLocal package static var ofTask: AppContext?
    /// The context of this process.
    package static let ofProcess = AppContext()
    /// The context to which the calling code belongs.
    ///
    /// With virtual devices, code may also run outside of an app's calls, on a queue or in a timer. If there is just
    /// one virtual device, such code belongs to that device.
    package static var current: AppContext {
        if let ofTask { return ofTask }
        return ofProcess.isConnected ? ofProcess : virtual.onlyOne ?? ofProcess
    }
    /// The apps on this process's virtual devices.
    package static let virtual = VirtualApps()

    // The lock is recursive: an object that is created under the lock may call `only(_:)` for another object.
    private let lock = NSRecursiveLock()
    private var link: (any SystemConnection)?
    /// The objects that exist once per app, by type.
    private var objects: [ObjectIdentifier: AnyObject] = [:]
    private var lastNumber = 0
    private var processCount = 0
    /// The version of iOS, from the reply to `hello`.
    private var systemVersion = IOSVersion(26)
    /// True if the device runs several apps, from the reply to `hello` (SD-05).
    private var multitasks = true

    private var modes: Set<String> = []

    /// The functions that are called with the system's messages, by method. A function returns false once its owner has
    /// been released.
    private var handlers: [String: [@Sendable (JSONValue) -> Bool]] = [:]
    /// The function that answers the system's calls, by method. A function returns false once its owner has been
    /// released.
    private var servers: [String: @Sendable (JSONValue, @escaping @Sendable (JSONValue) -> Void) -> Bool] = [:]

    /// Called with an exception that the app does not catch; `nil` if such an exception ends the process.
    package var exceptionHandler: ((AppleException) -> Void)?

    package init(_ link: (any SystemConnection)? = nil) {
        self.link = link
    }

    /// Sets the connection to the system. Called once.
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

    /// The app's `UIBackgroundModes`, from the reply to `hello`.
    package var backgroundModes: Set<String> {
        get { lock.withLock { modes } }
        set { lock.withLock { modes = newValue } }
    }

    // MARK: Objects that exist once per app

    /// Returns the app's only object of a type. The first call creates the object.
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

    /// The number of the app's process on this device. Code of a process with a lower number must not call the app any
    /// more.
    package var process: Int { lock.withLock { processCount } }

    /// Drops the objects and handlers of a process that has ended, so that the next process gets new ones.
    package func forgetObjects() {
        lock.withLock {
            processCount += 1
            objects.removeAll()
            handlers.removeAll()
            servers.removeAll()
        }
    }

    // MARK: Calls

    /// Calls a method of the system.
    ///
    /// - Parameters:
    ///   - values: the method's parameters.
    ///   - descriptor: a file descriptor to send with the call; `nil` for none.
    /// - Throws: ``JSONRPCError``, if the system replies with an error.
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
        // Code that an earlier test has left behind must not end the process, in which other tests run.
        guard !Self.virtual.haveBeen else { throw .refused("there is no virtual device any more") }
        AppProcess.fail(
            "\(method) was called outside of a system: start this program with keepalive-run -- PROGRAM, or "
                + "test it on a VirtualDevice")
    }

    /// Calls a method of the system, and throws no error. If the system replies with an exception of Apple's framework,
    /// the exception is raised; any other error is written to standard error.
    ///
    /// - Returns: the result; `nil` after an error.
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
                // An object that has outlived its virtual device writes nothing.
                AppProcess.say("\(method.name): \(error.message)")
            }
            return nil
        }
    }

    /// Calls a method of the system, and throws the system's error as an `NSError` of Apple's domains.
    ///
    /// - Returns: the result; `nil` if an exception of Apple's framework was raised and caught.
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

    /// Sends the reply to a call of the system.
    package func answer(_ id: JSONValue, _ result: JSONValue = .null) { lock.withLock { link }?.answer(id, result) }

    // MARK: Threads

    /// Runs code on the main thread, after the current work. Has no effect without a connection.
    package func main(_ body: @escaping @Sendable () -> Void) {
        guard let link = lock.withLock({ link }) else { return }
        link.after(0) { self.inside(body) }
    }

    /// Runs code on the main thread after a delay in seconds: virtual time on a virtual device, otherwise real time.
    /// Has no effect without a connection.
    package func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        guard let link = lock.withLock({ link }) else { return }
        link.after(seconds) { self.inside(body) }
    }

    /// Runs code on the main queue. May be called on any thread, and without a connection.
    package func onMain(_ body: @escaping @Sendable () -> Void) { DispatchQueue.main.async { self.inside(body) } }

    /// Runs code as a part of this app, so that ``current`` returns this context.
    package func inside<Value>(_ body: () throws -> Value) rethrows -> Value {
        guard self !== Self.ofProcess else { return try body() }
        return try Self.$ofTask.withValue(self) { try body() }
    }

    /// Runs code on a queue; `nil` stands for a background queue. On a virtual device, which has one thread, the code
    /// runs before this method returns.
    package func perform(on queue: DispatchQueue?, _ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        if hasThreads { (queue ?? .global()).async { body() } } else { body() }
    }

    /// Runs code on an operation queue. On a virtual device, which has one thread, the code runs before this method
    /// returns.
    package func perform(on queue: OperationQueue, _ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        if hasThreads { queue.addOperation { body() } } else { body() }
    }

    private var hasThreads: Bool { lock.withLock { link } is SocketConnection }

    // MARK: Messages of the system

    /// Calls `handle` with an object for each callback of the system, until the object is released.
    package func listen<Owner: AnyObject & Sendable, Answer: Sendable, each Value: Sendable>(
        to callback: Callback<Answer, repeat each Value>, _ owner: Owner,
        _ handle: @escaping @Sendable (Owner, repeat each Value) -> Void
    ) {
        let reference = WeakReference(owner)
        lock.withLock {
            // The function returns false once its owner has been released, and is then removed.
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

    /// Registers an object that replies to a callback of the system with the result of a function, until the object is
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

    /// Registers an object that replies to a callback of the system later, by calling `done`, until the object is
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

    /// Registers an object that replies to the system's calls of a method.
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

    /// Processes a message of the system on the main thread: passes it to all listeners, and makes sure that it gets a
    /// reply.
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
            // Handlers that were added during the calls are at the end of the list, and are kept.
            let added = handlers[method]?.dropFirst(found.count) ?? []
            handlers[method] = zip(found, isAlive).filter(\.1).map(\.0) + added
        }
    }
}

/// The replies to callbacks for which the app has no object, such as a task without a scheduler or a call without a
/// provider.
private enum Unserved {
    static let replies = Dictionary(
        uniqueKeysWithValues: [
            reply(WakeCallbacks.launchHandler), reply(CallCallbacks.perform),
        ])

    private static func reply<Answer, each Value>(
        _ callback: Callback<Answer, repeat each Value>
    ) -> (String, JSONValue) { (callback.name, callback.reply?.unserved ?? .null) }
}

package struct WeakReference<Object: AnyObject & Sendable>: @unchecked Sendable {
    package weak var object: Object?

    package init(_ object: Object) {
        self.object = object
    }
}

/// The apps on this process's virtual devices.
package final class VirtualApps: @unchecked Sendable {
    private let lock = NSLock()
    private var apps: [WeakReference<AppContext>] = []
    private var hasHadAny = false

    private var living: [AppContext] { lock.withLock { apps.compactMap(\.object) } }

    package var isEmpty: Bool { living.isEmpty }

    /// True if this process has ever had an app on a virtual device.
    package var haveBeen: Bool { lock.withLock { hasHadAny } }

    /// The only app on a virtual device; `nil` if there is none, or more than one.
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
