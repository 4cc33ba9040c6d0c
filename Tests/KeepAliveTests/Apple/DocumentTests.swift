import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAliveFormats
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// Files that the user opens with an app, by Apple's names (SD-48, SD-70, SD-71).
@MainActor
@Suite(.serialized, .onlyDevice) struct DocumentTests {
    private final class Delegate: UIResponder, UIApplicationDelegate {
        nonisolated(unsafe) static var opened: [String] = []

        func application(
            _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
        ) -> Bool {
            Self.opened.append("\(url.lastPathComponent), in place \(options[.openInPlace] as? Bool ?? false)")
            return true
        }
    }

    /// An app for texts.
    private func device(rank: String, inPlace: Bool) throws -> VirtualDevice {
        Delegate.opened = []
        let plist = FileManager.default.temporaryDirectory.appending(path: "documents-\(UUID().uuidString).plist")
        defer { try? FileManager.default.removeItem(at: plist) }
        try Data(
            """
            <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.reader</string>
            <key>LSSupportsOpeningDocumentsInPlace</key><\(inPlace)/>
            <key>CFBundleDocumentTypes</key><array><dict><key>LSHandlerRank</key><string>\(rank)</string>
            <key>LSItemContentTypes</key><array><string>public.text</string></array></dict></array></dict></plist>
            """.utf8
        ).write(to: plist)
        let device = try VirtualDevice(infoPlist: plist.path)
        device.launch { Delegate() }
        device.pressHome()
        device.advance(by: .seconds(1))
        try device.expect(.suspended)
        return device
    }

    @Test("SD-71, SD-48: a file of the app's kind brings it to the front: a copy, or the file in place")
    func opened() throws {
        for inPlace in [false, true] {
            let device = try device(rank: "Owner", inPlace: inPlace)
            device.happen(.documentOpened(OpenedDocument(name: "a.md", contentType: "net.daringfireball.markdown")))
            try device.expect(.foregroundActive)
            #expect(Delegate.opened == ["a.md, in place \(inPlace)"])
        }
    }

    @Test(
        "SD-70: an app is not offered what it does not declare, nor what it declares with rank None",
        arguments: [("Owner", "public.image"), ("None", "public.plain-text")])
    func notOffered(rank: String, type: String) throws {
        let device = try device(rank: rank, inPlace: true)
        device.happen(.documentOpened(OpenedDocument(name: "a", contentType: type)))
        try device.expect(.suspended)
        #expect(Delegate.opened == [])
    }
}
