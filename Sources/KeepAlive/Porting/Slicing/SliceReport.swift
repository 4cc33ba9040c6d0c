import SwiftSyntax

/// What a slice consists of, for the user.
package struct SliceReport {
    private let slice: Slice

    package init(_ slice: Slice) {
        self.slice = slice
    }

    /// The numbers, and a line for each part of a file that is left out.
    package var text: String {
        let list = slice.list
        let (all, compiled) = calls
        var lines = [
            "files as they are: \(slice.paths.count), of which stand-ins are made: \(list.files.count)",
            "stand-ins: \(slice.standIns.count), of them for names that the app does not declare: \(list.unknown.count + list.members.count)",
            "calls that concern the background: \(all), of them compiled: \(compiled)",
        ]
        if !list.cuts.isEmpty {
            lines.append("left out of these files, because the compiler does not accept it here: \(list.cuts.count)")
            lines += list.cuts.map {
                "  \($0.file): \($0.declaration.isEmpty ? "" : "\($0.declaration): ")\($0.kind.rawValue), \($0.reason)"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The numbers of calls in the files, and of those that the cuts leave.
    private var calls: (all: Int, compiled: Int) {
        func count(_ files: [SliceFile]) -> Int {
            files.reduce(0) { sum, file in
                sum + file.tree.tokens(viewMode: .sourceAccurate).count { SliceSelection.names.contains($0.text) }
            }
        }
        return (count(slice.originals), count(slice.kept.files))
    }
}
