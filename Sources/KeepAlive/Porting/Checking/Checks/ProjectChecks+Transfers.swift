import KeepAliveModel
import SwiftSyntax

/// Checks of background URL sessions (UR rules).
extension ProjectChecks {
    mutating func checkTransfers() {
        let configurations = index.calls("background", label: "withIdentifier")
        guard !configurations.isEmpty else { return }
        let handles =
            !index.functions("application(_:handleEventsForBackgroundURLSession:completionHandler:)").isEmpty
            || !index.functions("application(_:handleEventsForBackgroundURLSession:)").isEmpty
            || project.objectiveCPlace("handleEventsForBackgroundURLSession") != nil
            || index.calls("backgroundTask").contains { call in
                call.node.arguments.first?.expression.as(FunctionCallExprSyntax.self)?.name == "urlSession"
            }
        for call in configurations where !handles {
            report(
                "UR-04", .warning, at: index.place(of: call),
                "nothing implements application(_:handleEventsForBackgroundURLSession:completionHandler:): a relaunch for finished transfers ends unanswered",
                cure: "keep the completion handler there, and make the session with the same identifier again")
        }
        if handles, index.functions("urlSessionDidFinishEvents(forBackgroundURLSession:)").isEmpty,
            project.objectiveCPlace("URLSessionDidFinishEventsForBackgroundURLSession") == nil,
            let function = index.functions(
                "application(_:handleEventsForBackgroundURLSession:completionHandler:)"
            ).first, !callsHandler(function)
        {
            report(
                "UR-05", .warning, at: index.place(of: function),
                "nothing implements urlSessionDidFinishEvents(forBackgroundURLSession:): the completion handler is not called, and the wake lasts until its time is up",
                cure: "call the completion handler there")
        }
        checkTasks(of: sessions(configurations))
    }

    /// Returns whether a function itself calls its completion handler, the last parameter.
    private func callsHandler(_ function: CodeIndex.Function) -> Bool {
        guard let handler = function.parameters.last?.name, let body = function.body else { return false }
        return CallFinder.calls(in: body).contains { $0.name == handler }
    }

    /// The constants, variables and properties that hold a background session, each with its type: `Type.name`.
    private func sessions(_ configurations: [CodeIndex.Call]) -> Set<String> {
        var found = Set(configurations.flatMap { call in call.node.holders.map { "\(call.node.typeName).\($0)" } })
        // A session is made of a configuration that has a name.
        for call in index.calls("URLSession", label: "configuration") {
            guard let given = call.node.argument("configuration") else { continue }
            let type = call.node.typeName
            if given.referenceName.map({ found.contains("\(type).\($0)") }) == true
                || given.description.contains("background(withIdentifier")
            {
                found.formUnion(call.node.holders.map { "\(type).\($0)" })
            }
        }
        return found
    }

    private mutating func checkTasks(of sessions: Set<String>) {
        for name in ["dataTask", "downloadTask", "uploadTask", "data", "download", "upload"] {
            for call in index.calls(name) {
                guard let base = call.node.base?.referenceName, sessions.contains("\(call.node.typeName).\(base)")
                else {
                    continue
                }
                let labels = call.node.labels
                let isAsync = ["data", "download", "upload"].contains(name)
                guard !isAsync || labels.contains("for") || labels.contains("from") else { continue }
                let problem =
                    if name == "dataTask", UnsupportedTask.data.isRefused(by: ios) {
                        "a background session takes no data task"
                    } else if isAsync || labels.contains("completionHandler") || call.node.trailingClosure != nil {
                        "a background session takes no completion handler"
                    } else if name == "uploadTask", labels.contains("from") {
                        "a background session uploads from a file alone"
                    } else {
                        nil as String?
                    }
                guard let problem else { continue }
                report(
                    "UR-21", .error, at: index.place(of: call), "NSGenericException: \(problem)",
                    cure: "make a download task, or an upload task of a file, and use the session's delegate")
            }
        }
    }
}

extension FunctionCallExprSyntax {
    /// The names of the variables whose value is, or contains, this call.
    fileprivate var holders: [String] {
        if let sequence = parent?.parent?.as(SequenceExprSyntax.self) ?? parent?.as(SequenceExprSyntax.self),
            let first = sequence.elements.first,
            sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
        {
            return first.referenceName.map { [$0] } ?? []
        }
        var found: [String] = []
        var place = parent
        while let current = place {
            if let binding = current.as(PatternBindingSyntax.self) {
                if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text { found.append(name) }
            }
            if current.is(FunctionDeclSyntax.self) || current.is(InitializerDeclSyntax.self) { break }
            place = current.parent
        }
        return found
    }
}
