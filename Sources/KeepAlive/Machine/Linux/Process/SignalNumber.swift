import Glibc
import KeepAlivePolicy

/// Signal numbers for modules that may not import the C library.
package enum SignalNumber {
    /// SIGCONT.
    package static let cont = SIGCONT
    /// SIGUSR1.
    package static let user1 = SIGUSR1
    /// SIGUSR2.
    package static let user2 = SIGUSR2
}
