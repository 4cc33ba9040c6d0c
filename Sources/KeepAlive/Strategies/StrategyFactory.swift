import KeepAlivePolicy

/// What makes a strategy: a type that is built in, or a program.
public struct StrategyFactory: Sendable {
    /// What the strategy is called, needs and does.
    public let descriptor: StrategyDescriptor
    /// The program that is the strategy; `nil` for one that is built in.
    package let program: String?
    private let build: @Sendable (StrategyOptions) -> any KeepAliveStrategy

    /// Makes a strategy of a type.
    public init(_ type: any KeepAliveStrategy.Type) {
        descriptor = type.descriptor
        program = nil
        build = { type.init(options: $0) }
    }

    /// Makes a strategy that is a program.
    ///
    /// - Parameter build: makes one that waits for the program, for virtual time.
    package init(
        program: String, descriptor: StrategyDescriptor,
        _ build: @escaping @Sendable (StrategyOptions) -> any KeepAliveStrategy
    ) {
        self.program = program
        self.descriptor = descriptor
        self.build = build
    }

    /// Makes one, before the app is launched.
    public func make(_ options: StrategyOptions) -> any KeepAliveStrategy { build(options) }
}
