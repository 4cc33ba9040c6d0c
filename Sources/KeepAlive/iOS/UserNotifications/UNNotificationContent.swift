import Foundation
import KeepAliveModel

/// The sound of a notification. Nothing is heard: a line in the timeline says that the sound was played (LN-11).
public final class UNNotificationSound: NSObject, Sendable {
    /// The name of the sound's file; `default` for the system's default sound.
    let name: String

    public init(named name: UNNotificationSoundName) { self.name = name.rawValue }

    public static var `default`: UNNotificationSound { UNNotificationSound(named: UNNotificationSoundName("default")) }

    /// The same as `default`, unlike on iOS.
    public static var defaultCritical: UNNotificationSound { .default }
    /// The same as `default`, unlike on iOS; the volume is ignored.
    public static func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound { .default }
    /// The same as `default`, unlike on iOS.
    public static var defaultRingtone: UNNotificationSound { .default }
    public static func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(named: name)
    }
    /// A sound of the app for a critical alert. The volume is ignored, unlike on iOS.
    public static func criticalSoundNamed(
        _ name: UNNotificationSoundName, withAudioVolume volume: Float
    ) -> UNNotificationSound { UNNotificationSound(named: name) }

    override public func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationSound)?.name == name }
    override public var hash: Int { name.hash }
}

public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

public enum UNNotificationInterruptionLevel: UInt, Sendable {
    case passive, active, timeSensitive, critical
}

/// The title, text, badge and sound of a notification, with the app's own values (LN-18).
public class UNNotificationContent: NSObject, NSCopying, @unchecked Sendable {
    // Only `UNMutableNotificationContent` changes the storage. A `UNNotificationRequest` keeps a copy of its content,
    // so a later change of the content does not change the request.

    fileprivate(set) var storage = Storage()

    struct Storage {
        var title = ""
        var subtitle = ""
        var body = ""
        var badge: NSNumber?
        var sound: UNNotificationSound?
        var categoryIdentifier = ""
        var threadIdentifier = ""
        var summaryArgument = ""
        var summaryArgumentCount = 0
        var userInfo: [AnyHashable: Any] = [:]
        var interruptionLevel = UNNotificationInterruptionLevel.active
        var relevanceScore = 0.0
        var targetContentIdentifier: String?
        var attachments: [UNNotificationAttachment] = []
    }

    override public init() {}

    public var title: String { storage.title }
    public var subtitle: String { storage.subtitle }
    public var body: String { storage.body }
    public var badge: NSNumber? { storage.badge }
    public var sound: UNNotificationSound? { storage.sound }
    public var categoryIdentifier: String { storage.categoryIdentifier }
    public var threadIdentifier: String { storage.threadIdentifier }
    /// Stored only in the app's process; ignored, unlike on iOS.
    public var summaryArgument: String { storage.summaryArgument }
    /// Stored only in the app's process; ignored, unlike on iOS.
    public var summaryArgumentCount: Int { storage.summaryArgumentCount }
    public var userInfo: [AnyHashable: Any] { storage.userInfo }
    /// Stored only in the app's process; ignored, unlike on iOS.
    public var interruptionLevel: UNNotificationInterruptionLevel { storage.interruptionLevel }
    /// Stored only in the app's process; ignored, unlike on iOS.
    public var relevanceScore: Double { storage.relevanceScore }
    /// Stored only in the app's process; ignored, unlike on iOS.
    public var targetContentIdentifier: String? { storage.targetContentIdentifier }

    /// Stored only in the app's process; never shown, unlike on iOS.
    public var attachments: [UNNotificationAttachment] { storage.attachments }

    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = UNNotificationContent()
        copy.storage = storage
        return copy
    }

    override public func mutableCopy() -> Any {
        let copy = UNMutableNotificationContent()
        copy.storage = storage
        return copy
    }

    // MARK: Values of the app protocol

    convenience init(_ content: NotificationContent) {
        self.init()
        storage.title = content.title
        storage.subtitle = content.subtitle
        storage.body = content.body
        storage.badge = content.badge.map { NSNumber(value: $0) }
        storage.sound = content.sound.map { UNNotificationSound(named: UNNotificationSoundName($0)) }
        storage.categoryIdentifier = content.categoryIdentifier
        storage.threadIdentifier = content.threadIdentifier
        storage.userInfo = PropertyList.dictionary(content.userInfo)
    }

    /// This content as a value of the app protocol.
    var forSystem: NotificationContent {
        var content = NotificationContent()
        content.title = title
        content.subtitle = subtitle
        content.body = body
        content.badge = badge.map { max(0, $0.intValue) }
        content.sound = sound?.name
        content.categoryIdentifier = categoryIdentifier
        content.threadIdentifier = threadIdentifier
        content.userInfo = PropertyList.json(userInfo)
        return content
    }
}

public final class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
    override public var title: String {
        get { storage.title }
        set { storage.title = newValue }
    }
    /// Stored only in the app's process; never shown, unlike on iOS.
    override public var attachments: [UNNotificationAttachment] {
        get { storage.attachments }
        set { storage.attachments = newValue }
    }
    override public var subtitle: String {
        get { storage.subtitle }
        set { storage.subtitle = newValue }
    }
    override public var body: String {
        get { storage.body }
        set { storage.body = newValue }
    }
    override public var badge: NSNumber? {
        get { storage.badge }
        set { storage.badge = newValue }
    }
    override public var sound: UNNotificationSound? {
        get { storage.sound }
        set { storage.sound = newValue }
    }
    override public var categoryIdentifier: String {
        get { storage.categoryIdentifier }
        set { storage.categoryIdentifier = newValue }
    }
    override public var threadIdentifier: String {
        get { storage.threadIdentifier }
        set { storage.threadIdentifier = newValue }
    }
    override public var userInfo: [AnyHashable: Any] {
        get { storage.userInfo }
        set { storage.userInfo = newValue }
    }
    /// Stored only in the app's process; ignored, unlike on iOS.
    override public var summaryArgument: String {
        get { storage.summaryArgument }
        set { storage.summaryArgument = newValue }
    }
    /// Stored only in the app's process; ignored, unlike on iOS.
    override public var summaryArgumentCount: Int {
        get { storage.summaryArgumentCount }
        set { storage.summaryArgumentCount = newValue }
    }
    /// Stored only in the app's process; ignored, unlike on iOS.
    override public var interruptionLevel: UNNotificationInterruptionLevel {
        get { storage.interruptionLevel }
        set { storage.interruptionLevel = newValue }
    }
    /// Stored only in the app's process; ignored, unlike on iOS.
    override public var relevanceScore: Double {
        get { storage.relevanceScore }
        set { storage.relevanceScore = newValue }
    }
    /// Stored only in the app's process; ignored, unlike on iOS.
    override public var targetContentIdentifier: String? {
        get { storage.targetContentIdentifier }
        set { storage.targetContentIdentifier = newValue }
    }
}
