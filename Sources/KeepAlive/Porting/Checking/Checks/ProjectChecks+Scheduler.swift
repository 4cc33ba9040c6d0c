import KeepAliveModel
import SwiftSyntax

/// Checks of `BGTaskScheduler` (BG rules).
extension ProjectChecks {
    /// A registration of a launch handler.
    private struct Registration {
        let identifiers: [CodeIndex.Text]?
        /// The expression of the identifier.
        var expression: ExprSyntax?
        let place: Finding.Place
        let call: CodeIndex.Call?
    }

    /// A request for a task.
    private struct Request {
        let identifiers: [CodeIndex.Text]?
        /// The expression of the identifier.
        let expression: ExprSyntax?
        let place: Finding.Place
        /// The mode that the request needs, by its class; `nil` for a continued task.
        let mode: BackgroundMode?

        var isContinued: Bool { mode == nil }
    }

    private static let requestModes: [(type: String, mode: BackgroundMode?)] = [
        ("BGAppRefreshTaskRequest", .fetch), ("BGProcessingTaskRequest", .processing),
        ("BGHealthResearchTaskRequest", .processing), ("BGContinuedProcessingTaskRequest", nil),
    ]

    mutating func checkScheduler() {
        let registrations = registrations()
        let requests = requests()
        guard !registrations.isEmpty || !requests.isEmpty || !permitted.isEmpty else { return }
        let registered = Set(registrations.flatMap { $0.identifiers ?? [] }.map(\.value))
        let knowsRegistrations = registrations.allSatisfy { $0.identifiers != nil }
        checkIdentifiers(registrations)
        checkRequests(requests, registrations, isComplete: knowsRegistrations)
        for registration in registrations {
            guard let call = registration.call else { continue }
            checkMoment(of: call, registration)
            checkHandler(of: call, registration)
        }
        let isObjectiveC = project.objectiveCPlace("BGTaskScheduler") != nil
        for identifier in permitted where !identifier.hasSuffix("*") {
            guard knowsRegistrations, !registered.contains(identifier), !isObjectiveC else { continue }
            let isUntold = project.hasForeignModules || isGivenAway(identifier)
            report(
                "BG-01", isUntold ? .note : .warning,
                at: project.manifestPlace(of: identifier, in: "BGTaskSchedulerPermittedIdentifiers"),
                "BGTaskSchedulerPermittedIdentifiers permits '\(identifier)', and "
                    + (isUntold
                        ? "no source of the project is seen to register it: whether a package does cannot be told"
                        : "nothing registers it"),
                cure: isUntold ? nil : "register a launch handler for it, or take it out of the Info.plist")
        }
        let requested = Set(requests.flatMap { $0.identifiers ?? [] }.map(\.value))
        guard requests.allSatisfy({ $0.identifiers != nil }), !isObjectiveC else { return }
        for registration in registrations {
            for text in registration.identifiers ?? [] where !requested.contains(text.value) {
                report(
                    "BG-10", .warning, at: registration.place,
                    "'\(text.value)' is registered, and nothing submits a request for it: the task never runs",
                    cure: "submit a request when the app enters the background")
            }
        }
    }

    /// Returns whether a text is given to a function that is no part of the project, which may register it.
    private func isGivenAway(_ text: String) -> Bool {
        let known = Set(Self.requestModes.map(\.type)).union(["register", "cancel", "submit"])
        return index.calls.values.joined().contains { call in
            !known.contains(call.name)
                && call.node.arguments.contains {
                    $0.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue == text
                } && index.targets(of: call.node).isEmpty
        }
    }

    /// Returns whether two expressions are the same property: of the same type, or in the same file.
    private func isSame(_ one: ExprSyntax?, _ other: ExprSyntax?) -> Bool {
        guard let one = one?.bare, let other = other?.bare else { return false }
        let words = one.trimmedDescription
        guard words == other.trimmedDescription else { return false }
        if one.is(MemberAccessExprSyntax.self), words.first?.isUppercase == true, !words.hasPrefix("Self.") {
            return true
        }
        guard one.root.id == other.root.id else { return false }
        // A parameter or a local variable of two functions may have two values.
        let isLocal = [one, other].contains { place in
            index.function(around: place).map { number in
                index.functions[number].parameters.contains { $0.name == words }
                    || index.functions[number].body?.declares(words) == true
            } ?? false
        }
        return !isLocal
    }

    private var permitted: [String] { project.manifest?.permittedTaskIdentifiers ?? [] }

    private func isPermitted(_ identifier: String) -> Bool {
        permitted.contains { $0 == identifier || ($0.hasSuffix("*") && identifier.hasPrefix($0.dropLast())) }
    }

    private func registrations() -> [Registration] {
        let calls = index.calls("register", label: "forTaskWithIdentifier").map {
            Registration(
                identifiers: texts(of: $0.node.argument("forTaskWithIdentifier"), in: $0),
                expression: $0.node.argument("forTaskWithIdentifier"), place: index.place(of: $0), call: $0)
        }
        // SwiftUI registers by itself: .backgroundTask(.appRefresh("identifier")).
        let scenes = index.calls("backgroundTask").compactMap { call -> Registration? in
            guard let action = call.node.arguments.first?.expression.as(FunctionCallExprSyntax.self),
                action.name == "appRefresh"
            else { return nil }
            return Registration(
                identifiers: texts(of: action.arguments.first?.expression, in: call), place: index.place(of: call),
                call: nil)
        }
        let objectiveC = project.objectiveC.flatMap { file in
            file.literals.filter { $0.after == "registerForTaskWithIdentifier" }.map {
                Registration(
                    identifiers: [
                        CodeIndex.Text(value: $0.text, origin: Finding.Place(file: file.path, line: $0.line, column: 1))
                    ],
                    place: Finding.Place(file: file.path, line: $0.line, column: 1), call: nil)
            }
        }
        return calls + scenes + objectiveC
    }

    private func requests() -> [Request] {
        Self.requestModes.flatMap { type, mode in
            index.calls(type, label: "identifier").map {
                Request(
                    identifiers: texts(of: $0.node.argument("identifier"), in: $0),
                    expression: $0.node.argument("identifier"), place: index.place(of: $0), mode: mode)
            }
        }
    }

    private mutating func checkIdentifiers(_ registrations: [Registration]) {
        guard project.manifest != nil else { return }
        var first: [String: Registration] = [:]
        for registration in registrations {
            guard let identifiers = registration.identifiers else {
                report(
                    "BG-01", .note, at: registration.place,
                    "the sources do not tell which identifier is registered: whether it is permitted cannot be told")
                continue
            }
            for text in identifiers {
                if !isPermitted(text.value) {
                    report(
                        "BG-01", .error, at: text.origin,
                        "register returns false, and the handler of '\(text.value)' is never called: BGTaskSchedulerPermittedIdentifiers lacks it",
                        cure: "add '\(text.value)' to BGTaskSchedulerPermittedIdentifiers in the Info.plist")
                }
                if let other = first[text.value], other.place != registration.place,
                    !Self.areExclusive(other, registration)
                {
                    report(
                        "BG-03", .error, at: registration.place,
                        "NSInternalInconsistencyException: Launch handler for task with identifier \(text.value) has already been registered (\(project.reachable(other.place.file)):\(other.place.line))",
                        cure: "register each identifier once")
                }
                first[text.value] = first[text.value] ?? registration
            }
        }
    }

    /// Returns whether two registrations stand in different branches of one `if`, so that one of them runs.
    private static func areExclusive(_ one: Registration, _ other: Registration) -> Bool {
        guard let first = one.call?.node, let second = other.call?.node, first.root.id == second.root.id else {
            return false
        }
        var place = first.enclosing(IfExprSyntax.self)
        while let choice = place {
            let isFirstInBody = choice.body.contains(first)
            if choice.contains(second), choice.body.contains(second) != isFirstInBody { return true }
            place = choice.enclosing(IfExprSyntax.self)
        }
        return false
    }

    private mutating func checkRequests(
        _ requests: [Request], _ registrations: [Registration], isComplete: Bool
    ) {
        let registered = Set(registrations.flatMap { $0.identifiers ?? [] }.map(\.value))
        for request in requests {
            if let mode = request.mode, project.manifest != nil, !modes.contains(mode) {
                report(
                    "BG-06", .error, at: request.place,
                    "submit fails with BGTaskSchedulerErrorDomain 3, notPermitted: UIBackgroundModes lacks '\(mode.rawValue)'",
                    cure: "add '\(mode.rawValue)' to UIBackgroundModes")
            }
            guard let identifiers = request.identifiers else {
                // What is registered by the same words needs no text.
                if registrations.contains(where: { isSame($0.expression, request.expression) }) { continue }
                report(
                    "BG-05", .note, at: request.place,
                    "the sources do not tell the identifier of this request: whether it is registered cannot be told")
                continue
            }
            for text in identifiers {
                checkContinued(request, text)
                if project.manifest != nil, !isPermitted(text.value) {
                    report(
                        "BG-06", .error, at: request.place,
                        "submit fails with BGTaskSchedulerErrorDomain 3, notPermitted: '\(text.value)' is not in BGTaskSchedulerPermittedIdentifiers",
                        cure: "add it to the Info.plist")
                }
                guard !registered.contains(text.value) else { continue }
                guard isComplete, project.objectiveCPlace("BGTaskScheduler") == nil else {
                    report(
                        "BG-05", .note, at: request.place,
                        "whether '\(text.value)' is registered cannot be told: the sources do not tell the identifier of each registration"
                    )
                    continue
                }
                report(
                    "BG-05", .error, at: request.place,
                    "NSInternalInconsistencyException: No launch handler registered for task with identifier \(text.value)",
                    cure: "register it before the launch has finished")
            }
        }
    }

    /// Checks that the identifier of a continued task begins with the bundle identifier (BG-22).
    private mutating func checkContinued(_ request: Request, _ identifier: CodeIndex.Text) {
        guard request.isContinued, let bundle = project.manifest?.bundleIdentifier,
            !identifier.value.hasPrefix("\(bundle).")
        else { return }
        report(
            "BG-22", .error, at: identifier.origin,
            "the identifier of a continued task has to begin with the bundle identifier: '\(identifier.value)' is not taken",
            cure: "begin it with \(bundle).")
    }

    // MARK: The moment of a registration

    /// The functions that run before the launch has finished.
    private static let launchFunctions: Set<String> = [
        "application(_:didFinishLaunchingWithOptions:)", "application(_:willFinishLaunchingWithOptions:)",
        "applicationDidFinishLaunching(_:)",
    ]

    private mutating func checkMoment(of call: CodeIndex.Call, _ registration: Registration) {
        guard let late = lateness(of: call) else { return }
        let exception =
            "NSInternalInconsistencyException: All launch handlers must be registered before application finishes launching"
        switch late {
        case .later(let where_):
            report(
                "BG-02", .error, at: registration.place, "\(exception): \(where_)",
                cure: "register in application(_:didFinishLaunchingWithOptions:)")
        case .unknown:
            report(
                "BG-02", .note, at: registration.place,
                "whether this is registered before the launch has finished cannot be told")
        }
    }

    private enum Lateness {
        case later(String)
        case unknown
    }

    /// Returns how a call may come too late; `nil` if it runs during the launch.
    private func lateness(of call: CodeIndex.Call) -> Lateness? {
        var waiting = [call]
        var seen: Set<Int> = []
        var first: Lateness?
        // One way that is in time does not make another one right, but a name may mean several functions.
        while let next = waiting.popLast() {
            if let closure = deferringClosure(around: Syntax(next.node), within: next.function) {
                first = first ?? .later("the closure of \(closure) runs after that")
                continue
            }
            guard let function = next.function else { continue }
            if runsAtLaunch(index.functions[function]) { return nil }
            guard seen.insert(function).inserted else { continue }
            let callers = index.callers(of: function)
            if callers.isEmpty, runsLater(index.functions[function]) {
                first = first ?? .later("\(index.functions[function].wholeName) is called after that")
            }
            waiting += callers
        }
        return first ?? .unknown
    }

    private func runsAtLaunch(_ function: CodeIndex.Function) -> Bool {
        if Self.launchFunctions.contains(function.wholeName) { return true }
        return function.name == "init"
            && (index.type(function.type, is: "UIApplicationDelegate") || index.types[function.type]?.isMain == true
                || index.type(function.type, is: "App"))
    }

    private func runsLater(_ function: CodeIndex.Function) -> Bool {
        Self.laterFunctions.contains(function.name) || function.wholeName.hasPrefix("application")
            || function.wholeName.hasPrefix("scene(")
    }

    private static let laterFunctions: Set<String> = [
        "viewDidLoad", "viewWillAppear", "viewDidAppear", "sceneDidBecomeActive", "sceneDidEnterBackground",
        "sceneWillEnterForeground", "applicationDidBecomeActive", "applicationDidEnterBackground",
        "applicationWillEnterForeground", "applicationWillResignActive",
    ]

    /// Returns the call whose closure runs later than the function around it; `nil` if there is none.
    private func deferringClosure(around node: Syntax, within function: Int?) -> String? {
        let end = function.map { index.functions[$0].node.id }
        var place = node.parent
        while let current = place, current.id != end {
            if let call = current.as(FunctionCallExprSyntax.self),
                ["async", "asyncAfter", "Task", "onAppear", "task", "onChange", "perform"].contains(call.name),
                !call.calledExpression.contains(node)
            {
                return call.calledExpression.trimmedDescription
            }
            place = current.parent
        }
        return nil
    }

    // MARK: The launch handler

    private mutating func checkHandler(of call: CodeIndex.Call, _ registration: Registration) {
        let place = index.place(of: call)
        guard let closure = call.node.closure("launchHandler") else {
            // A method is passed by its name.
            if let name = call.node.argument("launchHandler")?.referenceName,
                let function = index.functionsByName[name]?.first,
                let token = index.functions[function].parameters.first?.name
            {
                checkTask(
                    token, leaks: leaks(of: index.functions[function], .init(callee: "setTaskCompleted", token: token)),
                    body: index.functions[function].body.map { Syntax($0) }, at: place, registration)
            }
            return
        }
        let token = closure.firstParameter
        let goal = PathCheck.Goal(callee: "setTaskCompleted", token: token == "_" ? nil : token)
        checkTask(token, leaks: leaks(of: closure, in: call.file, goal), body: Syntax(closure), at: place, registration)
    }

    private mutating func checkTask(
        _ token: String, leaks: [PathCheck.Leak], body: Syntax?, at place: Finding.Place, _ registration: Registration
    ) {
        let handlers = body.map { assignments(of: "expirationHandler", from: $0) } ?? []
        let isCompletedAtLast = handlers.contains { reaches("setTaskCompleted", from: $0) }
        report(
            leaks, "BG-19", isCompletedAtLast ? .warning : .error, without: "setTaskCompleted(success:)",
            isCompletedAtLast
                ? "the task takes its whole time, and ends in its expirationHandler"
                : handlers.isEmpty
                    ? "the task takes its whole time, and counts as failed"
                    : "the task takes its whole time, and the app may be killed")
        guard let body else { return }
        if handlers.isEmpty, !handsOn(token, from: body) {
            report(
                "BG-17", .warning, at: place,
                "the launch handler sets no expirationHandler: when the time is up, the task counts as failed, and the app is suspended in the middle of its work",
                cure: "set task.expirationHandler before the work begins, and stop the work there")
        }
        let isRefresh = registration.identifiers.map { texts in
            texts.contains { text in
                index.calls("BGAppRefreshTaskRequest", label: "identifier").contains { call in
                    self.texts(of: call.node.argument("identifier"), in: call)?.contains { $0.value == text.value }
                        == true
                }
            }
        }
        if isRefresh == true, !reaches("BGAppRefreshTaskRequest", from: body), !reaches("submit", from: body) {
            report(
                "BG-10", .note, at: place,
                "the launch handler submits no new request: the task runs once for each request")
        }
    }

    /// Returns whether code gives a task to a closure or a function that the sources do not tell.
    private func handsOn(_ token: String, from node: Syntax) -> Bool {
        CallFinder.calls(in: node).contains { call in
            call.arguments.contains { argument in
                argument.expression.tokens(viewMode: .sourceAccurate).contains { $0.text == token }
            } && index.targets(of: call).allSatisfy { index.functions[$0].body == nil }
        }
    }

    /// Returns the statements that assign to a member, in code and in the functions of the project that it calls.
    private func assignments(of member: String, from node: Syntax) -> [Syntax] {
        let places = index.assignments[member] ?? []
        return code(reachedFrom: node).flatMap { code in
            places.filter { $0.node.root.id == code.root.id && code.contains($0.node) }.map { place in
                var statement = Syntax(place.node)
                while !statement.is(CodeBlockItemSyntax.self), let parent = statement.parent { statement = parent }
                return statement
            }
        }
    }
}

extension ClosureExprSyntax {
    /// The name of the first parameter, `$0` if the closure declares none.
    var firstParameter: String {
        switch signature?.parameterClause {
        case .simpleInput(let list)?: list.first?.name.text ?? "$0"
        case .parameterClause(let clause)?:
            clause.parameters.first.map { ($0.secondName ?? $0.firstName).text } ?? "$0"
        case nil: "$0"
        }
    }
}

extension CodeBlockSyntax {
    /// Returns whether the block declares a variable.
    fileprivate func declares(_ name: String) -> Bool {
        tokens(viewMode: .sourceAccurate).contains {
            $0.text == name && $0.parent?.is(IdentifierPatternSyntax.self) == true
        }
    }
}
