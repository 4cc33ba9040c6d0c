import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// `UIDocument`: a file is read, changed and saved, also when the app is left.
@MainActor @Suite(.serialized, .onlyDevice) struct AppDocumentTests {
    private final class Note: UIDocument {
        var text = ""
        var failures: [String] = []
        var isRefused = false

        override func contents(forType typeName: String) throws -> Any {
            if isRefused { throw CocoaError(.fileWriteUnknown) }
            return Data(text.utf8)
        }
        override func load(fromContents contents: Any, ofType typeName: String?) throws {
            guard let data = contents as? Data else { throw CocoaError(.fileReadCorruptFile) }
            text = String(decoding: data, as: UTF8.self)
        }
        override func handleError(_ error: any Error, userInteractionPermitted: Bool) {
            failures.append("\(error)")
            super.handleError(error, userInteractionPermitted: userInteractionPermitted)
        }
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "documents-\(UUID().uuidString)")

    private func file(_ text: String?) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appending(path: "note.txt")
        if let text { try Data(text.utf8).write(to: url) }
        return url
    }

    private func saved(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

    @Test("a document is created, closed with what has changed, and opened again; it tells of its state")
    func life() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = try file(nil)
        let device = try TestApp.device()
        device.launch { TestApp.plain() }
        let note = device.perform { Note(fileURL: url) }
        #expect(note.localizedName == "note" && note.fileType == "public.plain-text" && note.documentState == .closed)
        nonisolated(unsafe) var answers: [Bool] = []
        device.perform {
            note.open { answers.append($0) }
        }
        device.advance(by: .seconds(1))
        #expect(answers == [false] && note.failures.count == 1 && note.documentState == .closed)
        device.perform {
            note.text = "one"
            note.save(to: url, for: .forCreating) { answers.append($0) }
        }
        device.advance(by: .seconds(1))
        #expect(answers == [false, true] && note.documentState == .normal)
        #expect(try saved(url) == "one")
        device.perform {
            note.text = "two"
            note.updateChangeCount(.done)
            note.close { answers.append($0) }
        }
        device.advance(by: .seconds(1))
        #expect(try saved(url) == "two")
        #expect(note.documentState == .closed && !note.hasUnsavedChanges && answers == [false, true, true])
        let other = device.perform { Note(fileURL: url) }
        device.perform { other.open { answers.append($0) } }
        device.advance(by: .seconds(1))
        #expect(other.text == "two" && answers.last == true && other.fileModificationDate != nil)
    }

    @Test("what is undone is no change; what follows an undoing is one, also where as much was undone as done")
    func undoing() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = try file("one")
        let device = try TestApp.device()
        device.launch { TestApp.plain() }
        let note = device.perform { Note(fileURL: url) }
        device.perform {
            note.open()
            note.updateChangeCount(.done)
        }
        device.advance(by: .seconds(1))
        #expect(!note.hasUnsavedChanges)
        device.perform {
            note.updateChangeCount(.done)
            #expect(note.hasUnsavedChanges)
            note.updateChangeCount(.undone)
            #expect(!note.hasUnsavedChanges)
            note.updateChangeCount(.undone)
            #expect(note.hasUnsavedChanges)
            note.updateChangeCount(.redone)
            #expect(!note.hasUnsavedChanges)
            note.updateChangeCount(.undone)
            note.updateChangeCount(.done)
            #expect(note.hasUnsavedChanges)
            // Two that overlap: what comes between them is of the second.
            note.text = "two"
            note.save(to: url, for: .forOverwriting)
            note.text = "three"
            note.updateChangeCount(.done)
            note.save(to: url, for: .forOverwriting)
        }
        device.advance(by: .seconds(1))
        #expect(!note.hasUnsavedChanges)
        #expect(try saved(url) == "three")
    }

    @Test("BT-01: what has changed is saved when the app is left, in a task that ends then; what fails is told")
    func background() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = try file("one")
        let device = try TestApp.device()
        device.launch { TestApp.plain() }
        let note = device.perform { Note(fileURL: url) }
        device.perform { note.open() }
        device.advance(by: .seconds(1))
        device.perform {
            note.text = "two"
            note.updateChangeCount(.done)
        }
        device.pressHome()
        device.advance(by: .seconds(1))
        #expect(try saved(url) == "two")
        #expect(!note.hasUnsavedChanges)
        #expect(
            device.timeline.contains { $0.contains("task 1 \"saves note.txt\" ended [MD-06]") }, "\(device.timeline)")
        try device.expect(.suspended)

        device.returnToApp()
        device.perform {
            note.isRefused = true
            note.updateChangeCount(.done)
        }
        device.pressHome()
        device.advance(by: .seconds(1))
        #expect(note.hasUnsavedChanges && note.documentState == .savingError && note.failures.count == 1)
        #expect(try saved(url) == "two")
        try device.expect(.suspended)
        // One that is not open is not saved.
        let closed = device.perform { Note(fileURL: folder.appending(path: "other.txt")) }
        device.returnToApp()
        device.perform { closed.updateChangeCount(.done) }
        device.pressHome()
        device.advance(by: .seconds(1))
        #expect(!FileManager.default.fileExists(atPath: closed.fileURL.path))
    }
}
