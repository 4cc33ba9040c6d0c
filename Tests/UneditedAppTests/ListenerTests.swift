import Foundation
import KeepAlive
import KeepAliveTesting
import TestSupport
import Testing

@testable import UneditedApp

/// What Objective-C finds by its name alone: delegate methods of subclasses, and overrides in extensions.
@MainActor
@Suite(.serialized, .onlyDevice) struct ListenerTests {
    @Test("a delegate method that only a subclass implements is called, with the method above it; in an extension, too")
    func subclasses() throws {
        let device = try VirtualDevice(ios: "13")
        _ = device.launch { UneditedApp.AppDelegate() }
        let (plain, counter, list) = device.perform { (PlaceListener(), PlaceCounter(), PlaceList()) }
        let place = [CLLocation(latitude: 48, longitude: 11)]
        device.perform {
            for listener in [plain, counter, list] {
                listener.manager.delegate?.locationManager(listener.manager, didUpdateLocations: place)
                listener.manager.delegate?.locationManager(
                    listener.manager, didFailWithError: CLError(.denied))
            }
        }
        #expect(counter.seen == 1 && list.seen == 101)
        #expect(list.errors.count == 1)
    }

    @Test("cells, layers and recognizers with initializers of their own are made of their classes")
    func initializers() throws {
        let device = try VirtualDevice(ios: "13")
        let app = device.launch { UneditedApp.AppDelegate() }
        let photos = device.perform {
            let photos = PhotoController(collectionViewLayout: UICollectionViewFlowLayout())
            app.window = UIWindow(frame: .zero)
            app.window?.rootViewController = photos
            app.window?.makeKeyAndVisible()
            let ring = RingView().layer as? RingLayer
            #expect(ring?.lineWidth == 4)
            #expect(Tap(target: nil, action: nil).numberOfTapsRequired == 2)
            return photos
        }
        for name in ["Photo 0", "Photo 1", "Photo 0"] { try device.touch(name) }
        #expect(photos.shown == ["+0 true", "+1 true", "-0 false"])
    }

    @Test("a player's item is observed through the player, in the three ways that code has for it")
    func severalProperties() throws {
        let device = try VirtualDevice(ios: "13")
        _ = device.launch { UneditedApp.AppDelegate() }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).wav")
        try SilentFile.wave(seconds: 1).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let watcher = device.perform {
            let watcher = ItemWatcher()
            watcher.watch()
            watcher.player = AVPlayer()
            watcher.player?.replaceCurrentItem(with: AVPlayerItem(url: file))
            return watcher
        }
        device.advance(by: .seconds(1))
        // No player; one without an item; an item that is not known yet; one that is ready.
        let ready = [-1, -1, 0, 1]
        #expect([watcher.closures, watcher.names, watcher.published] == [ready, ready, ready])
        device.perform { watcher.player = nil }
        #expect([watcher.closures, watcher.names, watcher.published].map(\.last) == [-1, -1, -1])
    }

    @Test("an override in an extension is called, and calls the one above it")
    func overrides() throws {
        let device = try VirtualDevice(ios: "13")
        _ = device.launch { UneditedApp.AppDelegate() }
        let listener: PlaceListener = device.perform { PlaceList() }
        #expect(listener.describe() == "listens and lists" && listener.limit == 2)
        #expect(listener.summary() == "nothing but errors")
        let controller: UITableViewController = device.perform { RowsController(style: .plain) }
        #expect(controller.tableView(controller.tableView, numberOfRowsInSection: 0) == 2)
        let cell = controller.tableView(controller.tableView, cellForRowAt: IndexPath(row: 1, section: 0))
        #expect(cell.textLabel?.text == "b")
    }
}
