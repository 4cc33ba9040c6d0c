import KeepAlivePolicy

/// A stream of random numbers: xoshiro256**, seeded with SplitMix64.
///
/// David Blackman and Sebastiano Vigna wrote both algorithms and put them into the public domain
/// (https://prng.di.unimi.it/xoshiro256starstar.c and splitmix64.c). Every app has a separate stream for each purpose
/// of random numbers. The user of an app therefore acts in the same way even if the app's strategy changes.
struct RandomStream: Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)
    /// The second number of the last pair of normally distributed numbers; `nil` once it has been returned.
    private var spare: Double?

    /// Creates the stream of one app for one purpose.
    ///
    /// - Parameters:
    ///   - seed: the seed of the whole fleet.
    ///   - app: the index of the app, from 0.
    ///   - purpose: the use of the numbers; streams with different purposes are independent.
    init(seed: UInt64, app: UInt64 = 0, purpose: UInt64 = 0) {
        var mix = SplitMix64(state: seed)
        mix.state = mix.next() ^ app
        mix.state = mix.next() ^ purpose
        state = (mix.next(), mix.next(), mix.next(), mix.next())
    }

    /// Creates a stream that begins with a given state of xoshiro256**.
    init(state: (UInt64, UInt64, UInt64, UInt64)) { self.state = state }

    /// Returns the next 64 random bits.
    mutating func next() -> UInt64 {
        let result = Self.rotated(state.1 &* 5, 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = Self.rotated(state.3, 45)
        return result
    }

    private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
        value << count | value >> (64 - count)
    }

    /// Returns a uniformly distributed number from 0 up to, but not including, 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns true with the given probability.
    mutating func happens(_ probability: Double) -> Bool { unit() < probability }

    /// Returns a number from the exponential distribution with mean 1.
    mutating func exponential() -> Double { -ExactFunctions.log(1 - unit()) }

    /// Returns a number from the normal distribution with mean 0 and standard deviation 1, by Marsaglia's polar
    /// method.
    mutating func normal() -> Double {
        if let spare {
            self.spare = nil
            return spare
        }
        while true {
            let x = 2 * unit() - 1
            let y = 2 * unit() - 1
            let square = x * x + y * y
            guard square > 0, square < 1 else { continue }
            let factor = (-2 * ExactFunctions.log(square) / square).squareRoot()
            spare = y * factor
            return x * factor
        }
    }
}
