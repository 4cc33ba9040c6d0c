import Foundation
import KeepAliveTesting
import TestSupport
import Testing

@testable import SlicedApp

/// An app of which one file is compiled, with stand-ins for the others and for its packages, on a virtual device.
@MainActor
@Suite(.serialized, .onlyDevice) struct SlicedAppTests {
    @Test("the files of a slice run as they are; each stand-in says once that it was used, and has an empty value")
    func life() throws {
        let device = try VirtualDevice()
        let app = device.launch { SlicedApp.AppDelegate() }
        #expect(app.steps == [""])
        #expect(app.paint(.zero) == .clear)
        // Objects of a protocol that a stand-in stands for, and of a class of the slice.
        #expect(app.names() == ["", "home"])
        device.pressHome()
        try device.expect(grants: .finishTask)
        #expect(app.steps == ["", "0 of 2"])
        device.advance(by: .seconds(40))
        try device.expect(.suspended)
        let notes = device.timeline
        for name in [
            "Analytics.shared.start(key:options:)", "Analytics.level", "FlowController.show(_:animated:)",
            "Settings.isFirstLaunch", "Uploader.upload(_:done:)",
        ] {
            #expect(notes.filter { $0.contains("stand-in: \(name) was used, and does nothing") }.count == 1, "\(notes)")
        }
    }

    @Test("stand-ins have the signatures of what they stand for")
    func signatures() {
        let item = Item(title: "a")
        #expect(item == Item(title: "a") && item != Item(title: "b"))
        #expect(app(Uploader(limit: 1)).isEmpty)
    }

    private func app(_ uploader: Uploader) -> [Item] { uploader.pending }
}
