import FoundationEssentials

/// Rewrites the files of a target that changed since the last run.
package struct TargetRewriter: Sendable {
    /// An original source file, and the rewritten file that is compiled instead.
    package struct Pair: Equatable, Sendable {
        /// The path of the original file.
        package let source: String
        /// The path of the rewritten file.
        package let result: String

        package init(source: String, result: String) {
            self.source = source
            self.result = result
        }
    }

    /// The numbers of files that a run rewrote and wrote.
    package struct Count: Equatable, Sendable {
        /// The number of files that were rewritten, because they or the facts of other files had changed.
        package var rewritten = 0
        /// The number of rewritten files whose text differed from the file on disk.
        package var written = 0
    }

    /// The saved state of the last run. The state is ignored if another build of the rewriter saved it.
    private struct Memory: Codable, Sendable {
        struct File: Codable, Sendable {
            var digest: String
            var facts: SourceFacts
        }
        var rewriter: String
        var joined = SourceFacts()
        var files: [String: File] = [:]
    }

    private let pairs: [Pair]
    private let state: String
    private let rewriter: String
    private let texts: [String: String]
    private let modules: Set<String>?

    /// Creates a rewriter of a target.
    ///
    /// - Parameters:
    ///   - pairs: the source files and their results.
    ///   - state: the path of the file for the saved state. The file may not exist.
    ///   - rewriter: a text that identifies the build of the rewriter.
    ///   - texts: texts that are rewritten in place of the files' own, by the paths of the source files.
    ///   - modules: the modules on which the target depends; `nil` if they are not known.
    package init(
        _ pairs: [Pair], state: String, rewriter: String, texts: [String: String] = [:], modules: Set<String>? = nil
    ) {
        self.pairs = pairs
        self.state = state
        self.rewriter = modules.map { "\(rewriter) \($0.sorted().joined(separator: " "))" } ?? rewriter
        self.modules = modules
        self.texts = texts
    }

    /// Rewrites the files that changed since the last run. A result file with the same text is not written again.
    ///
    /// - Returns: the numbers of files that were rewritten and written.
    /// - Throws: the first problem that was passed to `report` and is no warning, or an error of the file system.
    package func run(report: (SourceProblem) -> Void) throws -> Count {
        let former = memory()
        let sources = try pairs.map { pair in
            if let text = texts[pair.source] { return text }
            do { return try String(contentsOfFile: pair.source, encoding: .utf8) } catch {
                throw SourceProblem(
                    file: pair.source, line: 1, column: 1,
                    message: FileManager.default.fileExists(atPath: pair.source)
                        ? "the file cannot be read as UTF-8" : "there is no such file")
            }
        }
        var current = Memory(rewriter: rewriter)
        let files: [Memory.File] = Parallel.map(sources.count) { index in
            let digest = Self.digest(of: sources[index])
            if let known = former.files[pairs[index].source], known.digest == digest { return known }
            return Memory.File(digest: digest, facts: SourceRewriter.facts(of: sources[index]))
        }
        current.joined = SourceFacts.joined(files.map(\.facts))
        let sameFacts = current.joined == former.joined
        let changed = pairs.indices.filter { (index: Int) -> Bool in
            let known = former.files[pairs[index].source]?.digest
            return !sameFacts || known != files[index].digest
                || !FileManager.default.fileExists(atPath: pairs[index].result)
        }
        let facts = current.joined
        let results = Parallel.map(changed.count) { place in
            let index = changed[place]
            return SourceRewriter.rewrite(sources[index], path: pairs[index].source, facts: facts, modules: modules)
        }
        var count = Count(rewritten: changed.count)
        var firstProblem: SourceProblem?
        for (index, file) in zip(pairs.indices, files) { current.files[pairs[index].source] = file }
        for (index, result) in zip(changed, results) {
            result.problems.forEach(report)
            if let problem = result.problems.first(where: { !$0.isWarning }) {
                firstProblem = firstProblem ?? problem
                // Without saved state, the next run rewrites the file again and reports the problem until it is
                // fixed.
                current.files[pairs[index].source] = nil
            }
            let path = pairs[index].result
            if FileManager.default.contents(atPath: path) != Data(result.text.utf8) {
                try Data(result.text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
                count.written += 1
            }
        }
        try JSONEncoder().encode(current).write(to: URL(fileURLWithPath: state), options: .atomic)
        if let firstProblem { throw firstProblem }
        return count
    }

    private func memory() -> Memory {
        let empty = Memory(rewriter: rewriter)
        guard let data = FileManager.default.contents(atPath: state),
            let memory = try? JSONDecoder().decode(Memory.self, from: data), memory.rewriter == rewriter
        else { return empty }
        return memory
    }

    /// Returns the 64-bit FNV-1a hash and the length of a text.
    private static func digest(of text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\(String(hash, radix: 16))-\(text.utf8.count)"
    }
}
