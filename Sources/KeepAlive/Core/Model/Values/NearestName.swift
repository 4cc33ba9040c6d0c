/// Finds the valid name that a misspelled name was most likely meant to be.
public enum NearestName {
    /// Returns the candidate with the smallest edit distance, if the distance is small enough for a misspelling.
    ///
    /// - Parameters:
    ///   - name: the name that was given.
    ///   - candidates: the valid names.
    /// - Returns: the nearest candidate; `nil` if none is near enough, or if the name is longer than 100 bytes. The
    ///   maximum distance is 1 for candidates of up to four letters, and otherwise a third of the candidate's length
    ///   but at least 2.
    public static func find(for name: String, among candidates: [String]) -> String? {
        // A longer name is not a misspelling, and the time of the search grows with its length.
        guard name.utf8.count <= 100 else { return nil }
        let given = Array(name.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
        let ranked = candidates.map { (candidate: $0, distance: distance(given, Array($0.lowercased()))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        // For a short candidate the limit is 1, because changing two letters gives an unrelated word.
        let limit = best.candidate.count < 5 ? 1 : max(2, best.candidate.count / 3)
        return best.distance <= limit ? best.candidate : nil
    }

    /// Returns Levenshtein's edit distance, where swapping two neighbours counts as one edit (optimal string
    /// alignment).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var (before, row) = ([Int](), Array(0...right.count))
        for (i, character) in left.enumerated() {
            var next = [i + 1]
            for (j, other) in right.enumerated() {
                var best = min(row[j] + (character == other ? 0 : 1), next[j] + 1, row[j + 1] + 1)
                if i > 0, j > 0, character == right[j - 1], left[i - 1] == other { best = min(best, before[j - 1] + 1) }
                next.append(best)
            }
            (before, row) = (row, next)
        }
        return row[right.count]
    }
}
