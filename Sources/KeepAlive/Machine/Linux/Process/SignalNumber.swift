import Glibc
import KeepAlivePolicy

/// Signal numbers for modules that may not import the C library.
package enum SignalNumber {
    package static let cont = SIGCONT
    package static let user1 = SIGUSR1
    package static let user2 = SIGUSR2
}
