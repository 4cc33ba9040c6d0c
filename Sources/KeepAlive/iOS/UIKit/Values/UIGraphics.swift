import Foundation

// Functions that draw into an image. Nothing is drawn: the image has a size, but no content.

public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    AppContext.current.note(.drawing)
    Pictures.ofThread.begin(size, scale == 0 ? UIScreen.pixelsOfPoint : scale)
}

public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    Pictures.ofThread.last.map { UIImage(size: $0.size, scale: $0.scale) }
}

/// Returns the context of the image that was begun last on this thread; `nil` if there is none.
public func UIGraphicsGetCurrentContext() -> CGContext? { Pictures.ofThread.last?.context }

public func UIGraphicsEndImageContext() { Pictures.ofThread.end() }

/// The images that were begun on this thread and have not ended yet.
private final class Pictures {
    private static let key = "KeepAlive.Pictures"
    private var list: [(context: CGContext, size: CGSize, scale: CGFloat)] = []

    var last: (context: CGContext, size: CGSize, scale: CGFloat)? { list.last }

    func begin(_ size: CGSize, _ scale: CGFloat) { list.append((CGContext(size, scale: scale), size, scale)) }

    func end() { _ = list.popLast() }

    static var ofThread: Pictures {
        let known = Thread.current.threadDictionary
        if let found = known[key] as? Pictures { return found }
        let made = Pictures()
        known[key] = made
        return made
    }
}

open class UIGraphicsImageRenderer: @unchecked Sendable {
    private let size: CGSize

    public init(size: CGSize) {
        self.size = size
    }

    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        AppContext.current.note(.drawing)
        actions(UIGraphicsImageRendererContext(CGContext(size, scale: UIScreen.pixelsOfPoint)))
        return UIImage(size: size, scale: UIScreen.pixelsOfPoint)
    }
}

open class UIGraphicsImageRendererContext {
    public let cgContext: CGContext

    init(_ context: CGContext) {
        cgContext = context
    }

    open func fill(_ rect: CGRect) {}
    open func stroke(_ rect: CGRect) {}
}
