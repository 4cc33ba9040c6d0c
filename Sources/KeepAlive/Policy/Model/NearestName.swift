/// Finds the name that a misspelled one was most likely meant to be.
public enum NearestName {
    /// The candidate with the smallest edit distance, if it is close enough to be a likely misspelling.
    ///
    /// - Parameters:
    ///   - name: what was given.
    ///   - candidates: the valid names.
    /// - Returns: the nearest candidate whose distance is at most a third of its length, and at least 2 but for names of
    ///   up to four letters, or `nil`;
    ///   `nil` for a name of more than 100 bytes.
    public static func find(for name: String, among candidates: [String]) -> String? {
        // Nobody misspells so long a name, and the search would take its time.
        guard name.utf8.count <= 100 else { return nil }
        let given = Array(name.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
        let ranked = candidates.map { (candidate: $0, distance: distance(given, Array($0.lowercased()))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        // Of a short word, two other letters make another word.
        let limit = best.candidate.count < 5 ? 1 : max(2, best.candidate.count / 3)
        return best.distance <= limit ? best.candidate : nil
    }

    /// Levenshtein's edit distance, where two neighbours that have changed places are one mistake (optimal string
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
