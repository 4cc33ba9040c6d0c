import KeepAlivePolicy

/// Makes no calls: the app is suspended as soon as it leaves the foreground (SD-03).
public struct NoStrategy: KeepAliveStrategy {
    /// The strategy's name, summary and rules.
    public static let descriptor = StrategyDescriptor(
        name: "none", summary: "does nothing; the app is suspended at once", rules: ["SD-03", "LC-10"])

    /// Creates the strategy; no option affects it.
    public init(options: StrategyOptions) {}

    /// Ignores every callback.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {}
}
