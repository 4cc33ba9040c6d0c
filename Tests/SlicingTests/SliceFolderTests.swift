import Foundation
import KeepAliveRewriting
import Testing

@testable import KeepAliveSlicing

@Suite struct SliceFolderTests {
    @Test("a file that the user leaves out is stood in for; folders and comments are read as the plug-in reads them")
    func excluded() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "slice-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        func write(_ text: String, _ path: String) throws {
            let file = place.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
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
        try write("App/Worker.swift\n", "KeepAlive/My/Sources.txt")
        #expect(throws: SourceProblem.self) { try folder.begin() }
    }
}
