import Foundation

/// A movement.
public struct CGVector: Hashable, Sendable, Codable {
    /// From side to side.
    public var dx: CGFloat
    /// Up and down.
    public var dy: CGFloat

    /// Creates a movement.
    public init(dx: CGFloat, dy: CGFloat) {
        self.dx = dx
        self.dy = dy
    }

    /// None.
    public init() { self.init(dx: 0, dy: 0) }

    /// None.
    public static let zero = CGVector()
}
