import Foundation

/// Finds the classes of frameworks that a storyboard may name.
enum FrameworkClasses {
    /// UIKit's module, and the modules that build on UIKit. A program contains only the modules that it links.
    private static let modules = [
        "UIKit", "AVKit", "MapKit", "MediaPlayer", "MessageUI", "QuickLook", "SafariServices",
    ].map {
        "KeepAlive\($0)"
    }

    static func named(_ name: String) -> AnyClass? {
        modules.lazy.compactMap { NSClassFromString("\($0).\(name)") }.first
    }

    static func contain(_ type: AnyClass) -> Bool {
        modules.contains { String(reflecting: type).hasPrefix("\($0).") }
    }
}
