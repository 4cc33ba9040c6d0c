import Foundation

/// Waits as long as animations take, although nothing moves.
package enum AnimationClock {
    /// Calls a function on the main thread after the current work, or at once if the app is not connected to a system.
    static func soon(_ body: @escaping () -> Void) {
        let context = AppContext.current
        guard context.isConnected else { return body() }
        nonisolated(unsafe) let call = body
        context.main { call() }
    }

    /// Calls a completion handler when an animation would end, or at once if the app is not connected to a system. For
    /// an endless animation the handler is never called.
    package static func ends(after seconds: TimeInterval, isEndless: Bool = false, _ completion: ((Bool) -> Void)?) {
        guard let completion, !isEndless else { return }
        let context = AppContext.current
        guard seconds > 0, context.isConnected else { return completion(true) }
        nonisolated(unsafe) let call = completion
        context.after(seconds) { call(true) }
    }
}
