/// A kind of push, as the header `apns-push-type` names it (Apple, "Sending notification requests to APNs").
package enum PushType: String, Sendable, Hashable, CaseIterable {
    case alert, background, controls, location, voip, complication, fileprovider, mdm, liveactivity, pushtotalk, widgets

    /// What the topic of such a push has after the bundle identifier.
    package var topicSuffix: String {
        switch self {
        case .alert, .background, .mdm: ""
        case .controls: ".push-type.controls"
        case .location: ".location-query"
        case .voip: ".voip"
        case .complication: ".complication"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        case .pushtotalk: ".voip-ptt"
        case .widgets: ".push-type.widgets"
        }
    }

    /// The largest payload, in bytes.
    package var payloadMax: Int { self == .voip ? 5120 : 4096 }

    /// True where a provider needs a token: a certificate does not do.
    package var needsProviderToken: Bool { self == .location || self == .liveactivity }

    /// The kind that a topic stands for, where its suffix says so.
    package init?(suffixOf topic: String) {
        guard let type = Self.allCases.first(where: { !$0.topicSuffix.isEmpty && topic.hasSuffix($0.topicSuffix) })
        else { return nil }
        self = type
    }
}
