import Foundation

// Nothing moves here: changes are made at once, and their animations take their time.

extension UIView {
    /// Makes changes that would be seen as an animation: at once, here. Nothing moves.
    ///
    /// - Parameter completion: called with true when the animation would be over; never for one without end.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        AnimationClock.ends(after: delay + duration, isEndless: options.contains(.repeat), completion)
    }

    /// Makes changes that would be seen as a spring animation: at once, here.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        AnimationClock.ends(after: delay + duration, isEndless: options.contains(.repeat), completion)
    }

    /// Makes changes that would be seen as several animations: at once, here.
    public static func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        AnimationClock.ends(after: delay + duration, isEndless: options.contains(.repeat), completion)
    }

    /// Makes changes of one of several animations: at once, here.
    public static func addKeyframe(
        withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
        animations: @escaping () -> Void
    ) { animations() }

    /// Makes changes that would be seen as a transition of a view: at once, here.
    public static func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        animations?()
        AnimationClock.ends(after: duration, completion)
    }

    /// Puts a view in the place of another one: at once, here.
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

    /// True while animations are allowed; there are none here.
    public static var areAnimationsEnabled: Bool { false }

    /// Allows animations, or not; there are none here.
    public static func setAnimationsEnabled(_ enabled: Bool) {}

    public static func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) { actionsWithoutAnimation() }
}
