import KeepAliveModel
import SwiftSyntax

/// Checks of `beginBackgroundTask` and `endBackgroundTask` (BT rules).
extension ProjectChecks {
    private static let begin = "beginBackgroundTask"
    private static let end = "endBackgroundTask"
    private static let consequence =
        "the app is killed when the time is up (0x8badf00d up to iOS 12, 0x2182bad2 from iOS 13)"

    mutating func checkBackgroundTasks() {
        checkObjectiveC()
        let calls = index.calls(Self.begin).filter(isApples)
        guard !calls.isEmpty else { return }
        let isEnded = !index.calls(Self.end).isEmpty || project.objectiveCPlace(Self.end) != nil
        for call in calls {
            let place = index.place(of: call)
            guard isEnded else {
                report(
                    "BT-19", .error, at: place, "the project never calls endBackgroundTask(_:): \(Self.consequence)",
                    cure: "call endBackgroundTask(_:) when the work is done, and in the expiration handler")
                continue
            }
            checkIdentifier(of: call, place)
            checkExpirationHandler(of: call, place)
        }
    }

    /// Checks tasks that Objective-C begins, whose names alone are known.
    private mutating func checkObjectiveC() {
        let place = project.objectiveCPlace("beginBackgroundTaskWithExpirationHandler", "beginBackgroundTaskWithName")
        guard let place, index.calls(Self.end).isEmpty, project.objectiveCPlace(Self.end) == nil else { return }
        report(
            "BT-19", .error, at: place, "the project never calls endBackgroundTask: \(Self.consequence)",
            cure: "call endBackgroundTask: when the work is done, and in the expiration handler")
    }

    private static func onlyLogs(_ call: FunctionCallExprSyntax) -> Bool {
        let base = call.base?.trimmedDescription.lowercased() ?? ""
        return ["print", "NSLog", "os_log", "debugPrint"].contains(call.name) || base.contains("log")
    }

    /// Returns whether a call is Apple's: a function of the project with the same name is its wrapper, or its stand-in
    /// in tests.
    private func isApples(_ call: CodeIndex.Call) -> Bool {
        let base = call.node.base?.trimmedDescription ?? ""
        if base.contains("UIApplication") || base.contains("shared") { return true }
        return index.targets(of: call.node).isEmpty
    }

    /// Checks that the task can be ended: its identifier is kept, and every path from here ends it.
    private mutating func checkIdentifier(of call: CodeIndex.Call, _ place: Finding.Place) {
        guard let statement = call.node.statement else { return }
        switch statement.keeping(call.node) {
        case .discarded:
            report(
                "BT-19", .error, at: place,
                "the identifier of the task is dropped, so that nothing can end it: \(Self.consequence)",
                cure: "keep what beginBackgroundTask returns, and call endBackgroundTask(_:) with it")
        case .local(let name):
            guard let list = statement.list, let own = list.firstIndex(of: statement.item) else { return }
            let goal = PathCheck.Goal(callee: Self.end, token: name)
            let end =
                list.parent?.as(CodeBlockSyntax.self)?.rightBrace ?? list.parent?.as(ClosureExprSyntax.self)?.rightBrace
            guard let end else { return }
            let leaks = PathCheck.leaks(
                of: list[list.index(after: own)...], end: end.positionAfterSkippingLeadingTrivia, goal: goal,
                in: call.file, index)
            let handler = call.node.closure("expirationHandler")
            let isEndedAtLast =
                handler.map { CallFinder.calls(in: $0) }?.contains { inner in
                    inner.name == Self.end && inner.arguments.first?.expression.referenceName == name
                } ?? false
            report(
                leaks, "BT-19", isEndedAtLast ? .warning : .error, without: "endBackgroundTask(_:)",
                isEndedAtLast ? "the task lasts until its expiration handler ends it" : Self.consequence)
        case .elsewhere: break
        }
    }

    private mutating func checkExpirationHandler(of call: CodeIndex.Call, _ place: Finding.Place) {
        let given = call.node.argument("expirationHandler")
        guard let closure = call.node.closure("expirationHandler") else {
            if given == nil || given?.is(NilLiteralExprSyntax.self) == true {
                report(
                    "BT-35", .warning, at: place,
                    "the task has no expiration handler: work that takes longer than the time allows gets the app killed",
                    cure: "pass an expirationHandler that stops the work and calls endBackgroundTask(_:)")
            } else if let name = given?.referenceName, let target = index.functionsByName[name]?.first,
                let body = index.functions[target].body, !reaches(Self.end, from: body)
            {
                report(
                    "BT-19", .error, at: place,
                    "the expiration handler \(name) does not call endBackgroundTask(_:): \(Self.consequence)")
            }
            return
        }
        let handler = index.files[call.file].place(of: closure)
        guard reaches(Self.end, from: closure) else {
            // Work that is cancelled, or a closure that the project holds, may end the task.
            let mayEnd = CallFinder.calls(in: closure).contains { inner in
                index.targets(of: inner).isEmpty && !Self.onlyLogs(inner)
            }
            report(
                "BT-19", mayEnd ? .note : .error, at: handler,
                mayEnd
                    ? "whether the expiration handler ends the task before it returns cannot be told"
                    : "the expiration handler does not call endBackgroundTask(_:): \(Self.consequence)",
                cure: "end the task in the handler, before it returns")
            return
        }
        if ios >= IOSVersion(13), reaches(Self.begin, from: closure) {
            report(
                "BT-12", .warning, at: handler,
                "the expiration handler begins another task: from iOS 13 on it gains no time, and is expired at once",
                cure: "end the task, and let the app be suspended")
        }
        let leaks = leaks(of: closure, in: call.file, .init(callee: Self.end, token: nil))
        report(leaks, "BT-19", .warning, without: "endBackgroundTask(_:)", Self.consequence)
    }
}

extension SyntaxProtocol {
    /// The statement around the node, with the list that holds it; `nil` for a node outside of code.
    fileprivate var statement: Statement? {
        var place = Syntax(self)
        while let parent = place.parent {
            if let item = place.as(CodeBlockItemSyntax.self) { return Statement(item: item) }
            if parent.is(MemberBlockItemSyntax.self) { return nil }
            place = parent
        }
        return nil
    }
}

private struct Statement {
    /// What a statement does with the result of a call.
    enum Keeping {
        case discarded
        /// The result is a local constant or variable that is assigned once.
        case local(String)
        case elsewhere
    }

    let item: CodeBlockItemSyntax

    var list: CodeBlockItemListSyntax? { item.parent?.as(CodeBlockItemListSyntax.self) }

    func keeping(_ call: FunctionCallExprSyntax) -> Keeping {
        if let variable = item.item.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        {
            return binding.initializer?.value.bare.id == ExprSyntax(call).id ? .local(name) : .elsewhere
        }
        if item.item.id == call.id {
            // The only expression of a closure or a function may be its result.
            return list?.count == 1 ? .elsewhere : .discarded
        }
        if let sequence = item.item.as(SequenceExprSyntax.self), sequence.elements.count == 3,
            sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) == true,
            sequence.elements.last?.bare.id == ExprSyntax(call).id
        {
            return .discarded
        }
        return .elsewhere
    }
}
