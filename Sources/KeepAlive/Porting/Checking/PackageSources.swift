import KeepAliveRewriting
import KeepAliveXcode
import SwiftParser
import SwiftSyntax

/// The targets of a local package, as the text of its manifest tells them. The manifest is not run.
struct PackageSources {
    private struct Target {
        var folder: String
        var dependencies: [String] = []
    }

    private let place: String
    private var products: [String: [String]] = [:]
    private var targets: [String: Target] = [:]
    /// False if the manifest computes a part of what is asked for.
    private var isPlain = true

    /// The modules of the package.
    var modules: Set<String> { Set(targets.keys.map(\.moduleName)) }

    /// Reads the manifest of the package in a folder.
    init(_ place: String) {
        self.place = place
        guard let text = ProjectFile.text("\(place)/Package.swift") else {
            isPlain = false
            return
        }
        for call in CallFinder.calls(in: Parser.parse(source: text)) {
            let kind = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
            switch kind {
            case "library", "executable":
                guard let name = call.argument("name")?.plainText, let names = call.argument("targets")?.plainTexts
                else {
                    isPlain = false
                    continue
                }
                products[name] = names
            case "target", "executableTarget":
                // A dependency is written as a call of the same name, with a name alone.
                guard !call.isDependency else { continue }
                guard let name = call.argument("name")?.plainText else {
                    isPlain = false
                    continue
                }
                var target = Target(folder: call.argument("path")?.plainText ?? "Sources/\(name)")
                if let list = call.argument("dependencies") {
                    guard let elements = list.as(ArrayExprSyntax.self)?.elements else {
                        isPlain = false
                        continue
                    }
                    target.dependencies = elements.compactMap { element in
                        element.expression.plainText
                            ?? element.expression.as(FunctionCallExprSyntax.self)?.argument("name")?.plainText
                    }
                    if target.dependencies.count < elements.count { isPlain = false }
                }
                targets[name] = target
            default: continue
            }
        }
    }

    /// Returns the paths of the files of the targets that products need; of all targets, if the manifest computes a part.
    ///
    /// - Parameter asked: the names of products, also of other packages.
    func files(of asked: Set<String>) -> [String] {
        let known = asked.filter { products[$0] != nil }
        guard isPlain, !products.isEmpty else { return FolderFiles.below("\(place)/Sources") }
        var waiting = known.flatMap { products[$0] ?? [] }
        var seen: Set<String> = []
        var found: [String] = []
        while let name = waiting.popLast() {
            guard seen.insert(name).inserted, let target = targets[name] else { continue }
            found += FolderFiles.below("\(place)/\(target.folder)")
            waiting += target.dependencies
        }
        return found
    }

    /// The names on which the package's targets depend, which may be products of other packages.
    var dependencies: Set<String> { Set(targets.values.flatMap(\.dependencies)) }
}

extension FunctionCallExprSyntax {
    /// True for a call in a list of dependencies.
    fileprivate var isDependency: Bool {
        enclosing(LabeledExprSyntax.self)?.label?.text == "dependencies"
    }
}

extension ExprSyntax {
    /// The text of a literal without interpolations; `nil` for any other expression.
    fileprivate var plainText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

    /// The texts of an array of such literals; `nil` for any other expression.
    fileprivate var plainTexts: [String]? {
        guard let elements = self.as(ArrayExprSyntax.self)?.elements else { return nil }
        let texts = elements.compactMap(\.expression.plainText)
        return texts.count == elements.count ? texts : nil
    }
}
