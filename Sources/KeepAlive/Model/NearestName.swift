/// Finds the name that a misspelled one was most likely meant to be.
public enum NearestName {
    /// The candidate with the smallest edit distance, if it is close enough to be a likely misspelling.
    ///
    /// - Parameters:
    ///   - name: what was given.
    ///   - candidates: the valid names.
    /// - Returns: the nearest candidate whose distance is at most a third of its length, and at least 2 but for names of
    ///   up to three letters, or `nil`;
    ///   `nil` for a name of more than 100 bytes.
    public static func find(for name: String, among candidates: [String]) -> String? {
        // Nobody misspells so long a name, and the search would take its time.
        guard name.utf8.count <= 100 else { return nil }
        let given = Array(name.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
        let ranked = candidates.map { (candidate: $0, distance: distance(given, Array($0.lowercased()))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        // Of three letters, two others are another word.
        let limit = best.candidate.count < 4 ? 1 : max(2, best.candidate.count / 3)
        return best.distance <= limit ? best.candidate : nil
    }

    /// Levenshtein's edit distance, with one row of memory.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let substitution = diagonal + (character == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substitution, diagonal + 1, row[j] + 1)
            }
        }
        return row[right.count]
    }
}
