import Foundation

/// A picture of a quick action.
open class UIApplicationShortcutIcon: NSObject, @unchecked Sendable {
    /// A picture that the system has.
    public enum IconType: Int, Sendable {
        /// What it stands for.
        case compose = 0, play, pause, add, location, search, share, prohibit, contact, home, markLocation, favorite
        /// What it stands for.
        case love, cloud, invitation, confirmation, mail, message, date, time, capturePhoto, captureVideo, task
        /// What it stands for.
        case taskCompleted, alarm, bookmark, shuffle, audio, update
    }

    /// Creates a picture that the system has.
    public convenience init(type: IconType) { self.init() }
    /// Creates a picture of the app.
    public convenience init(templateImageName: String) { self.init() }
    /// Creates the picture of a symbol.
    public convenience init(systemImageName: String) { self.init() }
}

/// A quick action at the app's icon. None is offered here.
open class UIApplicationShortcutItem: NSObject, @unchecked Sendable {
    /// What it does, as the app names it.
    public let type: String
    /// The words.
    public let localizedTitle: String
    /// The words under them.
    public let localizedSubtitle: String?
    /// The picture.
    public let icon: UIApplicationShortcutIcon?
    /// What the app needs for it.
    public let userInfo: [String: any NSSecureCoding]?

    /// Creates a quick action.
    public init(
        type: String, localizedTitle: String, localizedSubtitle: String? = nil, icon: UIApplicationShortcutIcon? = nil,
        userInfo: [String: any NSSecureCoding]? = nil
    ) {
        self.type = type
        self.localizedTitle = localizedTitle
        self.localizedSubtitle = localizedSubtitle
        self.icon = icon
        self.userInfo = userInfo
    }
}
