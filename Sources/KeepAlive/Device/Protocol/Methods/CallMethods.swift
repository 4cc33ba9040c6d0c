import KeepAliveFormats
import KeepAliveModel

/// The methods of CallKit, and of the VoIP services before PushKit.
package enum CallMethods {
    package static let reportNewIncomingCall = Method(
        "reportNewIncomingCall",
        "CXProvider.reportNewIncomingCall: the device rings; due before a VoIP push returns (WK-08, WK-17)",
        Parameter<String>.call.optional)
    package static let requestCallAction = Method(
        "requestCallAction", "CXCallController.request: performCallAction follows, for the app's provider (WK-17)",
        Parameter<CallAction>.choice("action"), .call)
    package static let reportCallEnded = Method(
        "reportCallEnded", "CXProvider.reportCall(with:endedAt:reason:) (WK-17)", .call)
    package static let setMaximumCallGroups = Method(
        "setMaximumCallGroups",
        "CXProviderConfiguration.maximumCallGroups, 2 by default: one call more than groups is error 7 (WK-17)",
        .whole("groups", 0...100))
    package static let invalidateCallProvider = Method(
        "invalidateCallProvider", "CXProvider.invalidate(): its calls end (WK-17)")
    package static let calls = Method(
        "calls", "CXCallObserver.calls (WK-17)", returns: .list(.shownCall))
    package static let tagSocket = Method(
        "tagSocket",
        "kCFStreamNetworkServiceTypeVoIP: the system watches this socket while the app is frozen, and wakes it when "
            + "data comes (SD-50). Its descriptor comes with the line, by SCM_RIGHTS of unix(7)",
        returns: .object(.flag("tagged")))
    package static let untagSockets = Method("untagSockets", "the tagged sockets are ordinary ones again")
    package static let setKeepAliveTimeout = Method(
        "setKeepAliveTimeout",
        "setKeepAliveTimeout(_:handler:): keepAliveHandler comes before each timeout, which is 600 s at least (WK-13)",
        .seconds("seconds"), returns: .object(.flag("accepted")))
    package static let clearKeepAliveTimeout = Method("clearKeepAliveTimeout", "clearKeepAliveTimeout() (WK-13)")
}

/// A phone call as `CXCallObserver` shows it.
package struct ShownCall: Sendable, Hashable {
    package var uuid: String
    package var state: CallState

    package init(_ uuid: String, _ state: CallState) {
        self.uuid = uuid
        self.state = state
    }
}

extension Parameter where Value == ShownCall {
    fileprivate static let shownCall = Parameter.group(.text("uuid"), Parameter<CallState>.choice("state")) {
        ShownCall($0, $1)
    } split: {
        ($0.uuid, $0.state)
    }
}

extension Parameter where Value == String {
    fileprivate static let call = text("uuid", lengthMax: 100)
}
