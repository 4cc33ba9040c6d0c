import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// `mutate DIRECTORY LIST all|NUMBER,… [NAME…]`: puts the switches of these mutants into the Swift files below a directory, but
/// not into those named, and writes the list of all mutants.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 3, let directory = arguments.first else {
            FileHandle.standardError.write(Data("usage: mutate DIRECTORY LIST all|NUMBER,… [NAME…]\n".utf8))
            exit(64)
        }
        let list = arguments[arguments.startIndex + 1]
        let numbers = arguments[arguments.startIndex + 2]
        let chosen = numbers == "all" ? nil : Set(numbers.split(separator: ",").compactMap { Int($0) })
        let spared = Set(arguments.dropFirst(3))
        var mutants: [Mutant] = []
        // The rule book holds no decision.
        let files = try FileManager.default.subpathsOfDirectory(atPath: directory).filter { $0.hasSuffix(".swift") }
            .map { (path: "\(directory)/\($0)", name: $0.split(separator: "/").last.map(String.init) ?? $0) }
            .filter { !$0.name.hasPrefix("RuleBook") }.sorted { $0.name < $1.name }
        for (path, name) in files where !spared.contains(name) {
            let parsed = Parser.parse(source: try String(contentsOfFile: path, encoding: .utf8))
            let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
            guard let tree = folded.as(SourceFileSyntax.self) else { continue }
            let mutator = Mutator(file: name, tree: tree, after: mutants.last?.number ?? 0, chosen: chosen)
            let result = mutator.rewrite(tree)
            mutants += mutator.mutants
            try result.description.write(toFile: path, atomically: true, encoding: .utf8)
        }
        try support.write(toFile: "\(directory)/Mutation.swift", atomically: true, encoding: .utf8)
        try (mutants.map(\.row).joined(separator: "\n") + "\n").write(toFile: list, atomically: true, encoding: .utf8)
    }

    /// What the switches call. Which one is on is said by `KEEPALIVE_MUTANT`; with `KEEPALIVE_MUTANT_TRACE`, a file says
    /// which were reached: a byte each.
    private static let support = """
        import Glibc

        package enum Mutation {
            private static let active = getenv("KEEPALIVE_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
            nonisolated(unsafe) private static let reached: UnsafeMutablePointer<UInt8>? = {
                guard let path = getenv("KEEPALIVE_MUTANT_TRACE") else { return nil }
                let size = 1 << 16
                let file = open(path, O_RDWR | O_CREAT, 0o600)
                guard file >= 0, ftruncate(file, size) == 0 else { return nil }
                let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                return memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt8.self)
            }()

            package static func on(_ number: Int) -> Bool {
                if let reached { reached[number] = 1 }
                return number == active
            }

            package static func not(_ number: Int, _ value: @autoclosure () -> Bool) -> Bool {
                on(number) ? !value() : value()
            }

            package static func and(
                _ number: Int, _ left: @autoclosure () -> Bool, _ right: @autoclosure () -> Bool
            ) -> Bool {
                on(number) ? left() || right() : left() && right()
            }

            package static func or(
                _ number: Int, _ left: @autoclosure () -> Bool, _ right: @autoclosure () -> Bool
            ) -> Bool {
                on(number) ? left() && right() : left() || right()
            }
        }

        """
}
