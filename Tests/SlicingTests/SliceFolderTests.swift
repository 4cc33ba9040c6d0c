import Foundation
import KeepAliveRewriting
import Testing

@testable import KeepAliveSlicing

@Suite final class SliceFolderTests {
    private let place = FileManager.default.temporaryDirectory.appending(path: "slice-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: place) }

    private func write(_ text: String, _ path: String) throws {
        let file = place.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test("a file that the user leaves out is stood in for; folders and comments are read as the plug-in reads them")
    func excluded() throws {
        try write("@main struct My { static func main() { Helper().run(); Worker().work() } }", "App/Main.swift")
        try write("class Helper { func run() { UIApplication.shared.beginBackgroundTask() } }", "App/Helper.swift")
        try write("class Worker { func work() {} }", "App/Worker.swift")
        try write("App  # all of it\n!App/Helper.swift\n", "KeepAlive/My/Sources.txt")
        let folder = SliceFolder(package: place.path, folder: "\(place.path)/KeepAlive/My")
        try folder.begin()
        let slice = try folder.read()
        #expect(slice.paths == ["App/Main.swift"])
        #expect(slice.standIns.text.contains("class Helper:") && slice.standIns.text.contains("class Worker:"))
        try write("App/Main.swift\nApp/Worker.swift\n", "KeepAlive/My/Sources.txt")
        #expect(try !folder.read().standIns.text.contains("class Worker:"))
        try write("App\n", "KeepAlive/My/Sources.txt")
        try folder.begin(keeping: ["App/Worker.swift", "App/Gone.swift"])
        #expect(try folder.read().paths == ["App/Helper.swift", "App/Main.swift", "App/Worker.swift"])
        try write("App/Worker.swift\n", "KeepAlive/My/Sources.txt")
        #expect(throws: SourceProblem.self) { try folder.begin() }
    }

    @Test("modules of packages are imported, until stand-ins take their place")
    func modules() throws {
        try write("import Bed\nimport Hose\n@main struct My { static func main() { Bed().dig() } }", "App/Main.swift")
        try write("public class Bed { public init() {}\n public func dig() {} }", "Bed/Bed.swift")
        try write("App\n", "KeepAlive/My/Sources.txt")
        let folder = SliceFolder(package: place.path, folder: "\(place.path)/KeepAlive/My")
        try folder.begin(modules: ["Bed"])
        let first = try folder.read()
        #expect(first.texts[0].contains("import Bed\n") && !first.texts[0].contains("import Hose"))
        #expect(first.standIns.text.contains("import Bed\n") && !first.standIns.text.contains("class Bed"))
        try folder.leaveModules("module\tBed\nfrom\tBed/Bed.swift\n")
        let second = try folder.read()
        #expect(!second.texts[0].contains("import Bed"))
        #expect(second.standIns.text.contains("class Bed") && second.standIns.text.contains("func dig()"))
    }
}
