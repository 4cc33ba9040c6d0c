import KeepAliveRewriting

/// A part of an app that is compiled: some of its files, and stand-ins for what they name of the others.
package struct Slice: Sendable {
    package let list: SliceList
    /// The files of the slice as they are.
    let originals: [SliceFile]
    package var paths: [String] { originals.map(\.path) }
    let project: ProjectDeclarations
    let kept: KeptFiles
    package let standIns: StandIns
    /// The texts of the slice's files without the cuts, in the order of the files.
    package let texts: [String]

    /// - Parameters:
    ///   - files: the files that the slice compiles, by their paths.
    ///   - others: the other files of the app, of which stand-ins are made.
    package init(_ files: [(path: String, text: String)], others: [(path: String, text: String)], list: SliceList) {
        self.list = list
        let cuts = Dictionary(grouping: list.cuts, by: \.file)
        let texts = files.map { SliceCutter.cut($0.text, cuts[$0.path] ?? []) }
        self.texts = texts
        originals = Parallel.map(files.count) { SliceFile(path: files[$0].path, text: files[$0].text) }
        let cut = Parallel.map(files.count) { SliceFile(path: files[$0].path, text: texts[$0]) }
        let rest = Parallel.map(others.count) { SliceFile(path: others[$0].path, text: others[$0].text) }
        // On a thread with a deep stack.
        let (project, kept, standIns) = Parallel.map(1) { _ in
            let project = ProjectDeclarations(rest)
            let kept = KeptFiles(cut)
            var writer = StandInWriter(project, kept: kept, list: list)
            let standIns = writer.write()
            return (project, kept, standIns)
        }[0]
        (self.project, self.kept, self.standIns) = (project, kept, standIns)
    }
}
