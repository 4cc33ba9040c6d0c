import KeepAlivePolicy

/// A maker of strategies: a type that is built in, or a program.
public struct StrategyFactory: Sendable {
    /// The name, the needs and the purpose of the strategy.
    public let descriptor: StrategyDescriptor
    /// The program that is the strategy; `nil` for one that is built in.
    package let program: String?
    private let build: @Sendable (StrategyOptions) -> any KeepAliveStrategy

    /// Creates a factory for a type.
    public init(_ type: any KeepAliveStrategy.Type) {
        descriptor = type.descriptor
        program = nil
        build = { type.init(options: $0) }
    }

    /// Creates a factory for a strategy that is a program.
    ///
    /// - Parameter build: makes a strategy that waits for the program, for virtual time.
    package init(
        program: String, descriptor: StrategyDescriptor,
        _ build: @escaping @Sendable (StrategyOptions) -> any KeepAliveStrategy
    ) {
        self.program = program
        self.descriptor = descriptor
        self.build = build
    }

    /// Makes a strategy, before the app is launched.
    public func make(_ options: StrategyOptions) -> any KeepAliveStrategy { build(options) }
}
