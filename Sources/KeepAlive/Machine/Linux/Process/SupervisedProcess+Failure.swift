import Glibc
import KeepAlivePolicy
import SystemPackage

extension SupervisedProcess {
    /// Returns the error for a process that the kernel could not start.
    static func cannotStart(_ error: Errno) -> KeepAliveError {
        var limits = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        let remedy =
            error == .tooManyOpenFiles
            ? "\(limits.rlim_cur) descriptors are allowed; a suspended app of a device takes one, one that runs at least four, "
                + "and a launch needs \(DescriptorReserve.neededForLaunch) that are free: raise the hard limit, 'ulimit -Hn'"
            : nil
        return KeepAliveError(.supervision, "cannot start a process: \(error)", remedy: remedy)
    }
}
