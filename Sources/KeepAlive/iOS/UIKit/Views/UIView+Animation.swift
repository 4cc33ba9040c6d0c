import Foundation

// Nothing moves: changes are made at once. Completion handlers are called when the animation would end.

extension UIView {
    /// Makes the changes at once, unlike on iOS: nothing moves.
    ///
    /// - Parameter completion: called with true when the animation would end; never called for an animation that
    ///   repeats.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        AnimationClock.ends(after: delay + duration, isEndless: options.contains(.repeat), completion)
    }

    /// Makes the changes at once, unlike on iOS: nothing moves.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        AnimationClock.ends(after: delay + duration, isEndless: options.contains(.repeat), completion)
    }

    /// Makes the changes at once, unlike on iOS: nothing moves.
    public static func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        AnimationClock.ends(after: delay + duration, isEndless: options.contains(.repeat), completion)
    }

    /// Makes the changes at once, unlike on iOS: nothing moves.
    public static func addKeyframe(
        withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
        animations: @escaping () -> Void
    ) { animations() }

    /// Makes the changes at once, unlike on iOS: there are no transitions.
    public static func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        animations?()
        AnimationClock.ends(after: duration, completion)
    }

    /// Replaces a view by another view at once, unlike on iOS: there are no transitions.
    public static func transition(
        from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
        completion: ((Bool) -> Void)? = nil
    ) {
        let above = fromView.superview
        if options.contains(.showHideTransitionViews) {
            (fromView.isHidden, toView.isHidden) = (true, false)
        } else {
            fromView.removeFromSuperview()
            above?.addSubview(toView)
        }
        AnimationClock.ends(after: duration, completion)
    }

    /// Always false, unlike on iOS: nothing moves.
    public static var areAnimationsEnabled: Bool { false }

    /// Has no effect, unlike on iOS.
    public static func setAnimationsEnabled(_ enabled: Bool) {}

    public static func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) { actionsWithoutAnimation() }
}
