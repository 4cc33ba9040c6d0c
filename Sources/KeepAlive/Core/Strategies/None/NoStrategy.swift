import KeepAlivePolicy

/// Does nothing: the app is suspended as soon as it leaves the screen (SD-03).
public struct NoStrategy: KeepAliveStrategy {
    /// The name, the needs and the purpose of the strategy.
    public static let descriptor = StrategyDescriptor(
        name: "none", summary: "does nothing; the app is suspended at once", rules: ["SD-03", "LC-10"])

    /// Creates the strategy.
    public init(options: StrategyOptions) {}

    /// Does nothing.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {}
}
