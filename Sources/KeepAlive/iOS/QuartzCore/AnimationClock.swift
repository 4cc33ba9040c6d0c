import Foundation

/// The time that an animation takes, which nobody sees.
package enum AnimationClock {
    /// Calls something on the main thread, after the present work. Where there is no system, at once.
    static func soon(_ body: @escaping () -> Void) {
        let context = AppContext.current
        guard context.isConnected else { return body() }
        nonisolated(unsafe) let call = body
        context.main { call() }
    }

    /// Calls what is to be called at its end: after its time. Where there is no system, at once.
    package static func ends(after seconds: TimeInterval, isEndless: Bool = false, _ completion: ((Bool) -> Void)?) {
        guard let completion, !isEndless else { return }
        let context = AppContext.current
        guard seconds > 0, context.isConnected else { return completion(true) }
        nonisolated(unsafe) let call = completion
        context.after(seconds) { call(true) }
    }
}
