import KeepAlivePolicy

/// Creates strategies of one kind: a built-in type, or a plug-in program.
public struct StrategyFactory: Sendable {
    /// The strategy's name, summary, required background modes and rules.
    public let descriptor: StrategyDescriptor
    /// The plug-in program; `nil` for a built-in strategy.
    package let program: String?
    private let build: @Sendable (StrategyOptions) -> any KeepAliveStrategy

    /// Creates a factory for a Swift type.
    public init(_ type: any KeepAliveStrategy.Type) {
        descriptor = type.descriptor
        program = nil
        build = { type.init(options: $0) }
    }

    /// Creates a factory for a plug-in program.
    ///
    /// - Parameter build: creates a strategy that waits for the program's calls, for use on virtual time.
    package init(
        program: String, descriptor: StrategyDescriptor,
        _ build: @escaping @Sendable (StrategyOptions) -> any KeepAliveStrategy
    ) {
        self.program = program
        self.descriptor = descriptor
        self.build = build
    }

    /// Creates a strategy, before the app is launched.
    public func make(_ options: StrategyOptions) -> any KeepAliveStrategy { build(options) }
}
