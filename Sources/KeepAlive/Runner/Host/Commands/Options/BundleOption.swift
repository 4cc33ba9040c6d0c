import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

/// The option for an app's bundle.
struct BundleOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The app's bundle: a folder with its Info.plist and its resources. The program is put into it, and finds them as Bundle.main. 'keepalive-run init' makes one.",
            valueName: "DIRECTORY"), completion: .directory)
    var bundle: String?

    /// Puts the program of a command into the bundle, if there is one.
    ///
    /// - Parameters:
    ///   - command: its program is that of the bundle afterwards.
    ///   - infoPlist: the bundle's, unless another one is given.
    /// - Throws: ``KeepAliveError``, as of ``AppBundle/place(_:in:)``.
    func place(_ command: inout [RawText], infoPlist: inout String?) throws {
        guard let bundle, let program = command.first else { return }
        command[0] = RawText(try AppBundle.place(program.text, in: bundle))
        infoPlist = infoPlist ?? "\(bundle)/Info.plist"
    }
}
