/// Finds the name that a misspelled one was most likely meant to be.
public enum NearestName {
    /// The candidate with the smallest edit distance, if it is close enough to be a likely misspelling.
    ///
    /// - Parameters:
    ///   - name: the given name.
    ///   - candidates: the valid names.
    /// - Returns: the nearest candidate that is close enough, or `nil`; `nil` for a name of more than 100 bytes. The
    ///   distance may be a third of the candidate's length, and always 2, but only 1 for candidates of up to four
    ///   letters.
    public static func find(for name: String, among candidates: [String]) -> String? {
        // So long a name is no misspelling, and the search would take its time.
        guard name.utf8.count <= 100 else { return nil }
        let given = Array(name.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
        let ranked = candidates.map { (candidate: $0, distance: distance(given, Array($0.lowercased()))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        // Two other letters make another word of a short one.
        let limit = best.candidate.count < 5 ? 1 : max(2, best.candidate.count / 3)
        return best.distance <= limit ? best.candidate : nil
    }

    /// Levenshtein's edit distance, where two swapped neighbours are one mistake (optimal string alignment).
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
