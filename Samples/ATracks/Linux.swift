import Foundation
import KeepAlive
import KeepAliveOS

// What the location manager needs of its app: the tracks, in memory.
final class Track {
    let id = UUID()
    let name: String
    var points: [CLLocation] = []

    init(name: String) { self.name = name }
}

final class TrackManager {
    nonisolated(unsafe) static let shared = TrackManager()

    func createTrack(name: String) -> Track { Track(name: name) }
    func createTrackPoint(from location: CLLocation, in track: Track) {
        track.points.append(location)
        print("point \(track.points.count)")
    }
    func updateSummaryDataAndSteps(for track: Track) { print("summary of \(track.points.count) points") }
    func stopTracking() {}
}

enum Func {
    static func logger(for category: String) -> Logger { Logger(subsystem: "org.example.atracks", category: category) }
    static func memoryMB() -> Int? { nil }
    static func sourceFileNameFromFullPath(_ file: String) -> String {
        URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    }
}

/// An app around the location manager: it tracks from when it is in front.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    func applicationDidBecomeActive(_ application: UIApplication) {
        LocationManager.shared.sceneDidBecomeActive()
        if LocationManager.shared.track == nil { LocationManager.shared.startTracking(name: "walk") }
    }

    func applicationDidEnterBackground(_ application: UIApplication) { LocationManager.shared.sceneDidBecomeInactive() }
}
