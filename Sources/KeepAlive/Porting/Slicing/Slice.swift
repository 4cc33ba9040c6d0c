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
    ///   - own: the text of Linux.swift, whose declarations take the place of stand-ins.
    package init(
        _ files: [(path: String, text: String)], others: [(path: String, text: String)], list: SliceList,
        own linux: String = ""
    ) {
        self.list = list
        let cuts = Dictionary(grouping: list.cuts, by: \.file)
        let originals = Parallel.map(files.count) { SliceFile(path: files[$0].path, text: files[$0].text) }
        self.originals = originals
        let rest = Parallel.map(others.count) { SliceFile(path: others[$0].path, text: others[$0].text) }
        // Modules of the app, and of packages: in a slice, their declarations are all in one module.
        let modules = Set((originals + rest).flatMap(\.imports)).filter {
            SliceCutter.leavesOut($0, besides: list.modules)
        }
        let types = Set((originals + rest).flatMap { $0.declarations.compactMap(\.typeName) })
        let own = modules.subtracting(types)
        let attributes = Set(list.unknown.filter { $0.value == .attribute }.keys)
        let texts = Parallel.map(files.count) {
            SliceCutter.cut(
                files[$0].text, cuts[files[$0].path] ?? [], ownModules: own, ownTypes: types, attributes: attributes,
                modules: list.modules)
        }
        self.texts = texts
        let cut = Parallel.map(files.count) { SliceFile(path: files[$0].path, text: texts[$0]) }
        // On a thread with a deep stack.
        let (project, kept, standIns) = Parallel.map(1) { _ in
            let project = ProjectDeclarations(rest)
            let kept = KeptFiles(cut, own: SliceFile(path: "Linux.swift", text: linux))
            var writer = StandInWriter(project, kept: kept, list: list, ownModules: own)
            let standIns = writer.write()
            return (project, kept, standIns)
        }[0]
        (self.project, self.kept, self.standIns) = (project, kept, standIns)
    }
}
