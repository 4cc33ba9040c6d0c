import Foundation
import KeepAliveModel

/// The sound of a notification. Here the timeline tells that one was played (LN-11).
public final class UNNotificationSound: NSObject, Sendable {
    /// The name of the sound's file; `default` for the system's sound.
    let name: String

    public init(named name: UNNotificationSoundName) { self.name = name.rawValue }

    public static var `default`: UNNotificationSound { UNNotificationSound(named: UNNotificationSoundName("default")) }

    /// The system's sound of what is critical: the system's sound, here.
    public static var defaultCritical: UNNotificationSound { .default }
    /// The system's sound of what is critical, at a volume from 0 to 1: the system's sound, here.
    public static func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound { .default }
    /// The system's sound of a call: the system's sound, here.
    public static var defaultRingtone: UNNotificationSound { .default }
    public static func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(named: name)
    }
    /// A sound of the app of what is critical, at a volume from 0 to 1; the volume has no effect here.
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

/// The text of a notification, and what comes with it (LN-18).
public class UNNotificationContent: NSObject, NSCopying, @unchecked Sendable {
    // Written only by a mutable content's owner; the center takes a copy.

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
    /// What it adds to the summary of its group; kept within the process, and without effect here.
    public var summaryArgument: String { storage.summaryArgument }
    /// How often it counts in that summary; kept within the process, and without effect here.
    public var summaryArgumentCount: Int { storage.summaryArgumentCount }
    public var userInfo: [AnyHashable: Any] { storage.userInfo }
    /// How much it may interrupt; kept within the process, and without effect here.
    public var interruptionLevel: UNNotificationInterruptionLevel { storage.interruptionLevel }
    /// Its place in the summary, 0 to 1; kept within the process, and without effect here.
    public var relevanceScore: Double { storage.relevanceScore }
    /// The scene that it is for; kept within the process, and without effect here.
    public var targetContentIdentifier: String? { storage.targetContentIdentifier }

    /// The files that belong to it; kept within the process, and not shown here.
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

    // MARK: For the system

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

    /// The content as the system takes it.
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
    /// The files that belong to it; kept within the process, and not shown here.
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
    /// What it adds to the summary of its group; kept within the process, and without effect here.
    override public var summaryArgument: String {
        get { storage.summaryArgument }
        set { storage.summaryArgument = newValue }
    }
    /// How often it counts in that summary; kept within the process, and without effect here.
    override public var summaryArgumentCount: Int {
        get { storage.summaryArgumentCount }
        set { storage.summaryArgumentCount = newValue }
    }
    /// How much it may interrupt; kept within the process, and without effect here.
    override public var interruptionLevel: UNNotificationInterruptionLevel {
        get { storage.interruptionLevel }
        set { storage.interruptionLevel = newValue }
    }
    /// Its place in the summary, 0 to 1; kept within the process, and without effect here.
    override public var relevanceScore: Double {
        get { storage.relevanceScore }
        set { storage.relevanceScore = newValue }
    }
    /// The scene that it is for; kept within the process, and without effect here.
    override public var targetContentIdentifier: String? {
        get { storage.targetContentIdentifier }
        set { storage.targetContentIdentifier = newValue }
    }
}
