import Foundation
import Testing

@testable import KeepAliveSwiftUI

@Suite struct LocalizedStringKeyTests {
    @Test("arguments stand where the translation has their positions, and in order where it has none")
    func positions() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keepalive-\(UUID().uuidString).bundle")
        let strings = folder.appending(path: "en.lproj")
        try FileManager.default.createDirectory(at: strings, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try """
        "%@ of %lld" = "%2$lld: %1$@";
        "in %@, %@" = "%@ / %@ / %@";
        """.write(to: strings.appending(path: "Localizable.strings"), atomically: true, encoding: .utf8)
        let bundle = try #require(Bundle(url: folder))
        let reordered: LocalizedStringKey = "\("bed") of \(3)"
        #expect(reordered.text(bundle: bundle) == "3: bed")
        let ordered: LocalizedStringKey = "in \("a"), \("b")"
        #expect(ordered.text(bundle: bundle) == "a / b / %@")
    }
}
