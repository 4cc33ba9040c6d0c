import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

/// The option that names the folder of an app's bundle.
struct BundleOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The app's bundle: a folder with its Info.plist and its resources. The program is put into it, and finds them as Bundle.main. 'keepalive-run init' makes one.",
            valueName: "DIRECTORY"), completion: .directory)
    var bundle: String?

    /// Puts the command's executable into the bundle, if a bundle was given.
    ///
    /// - Parameters:
    ///   - command: the app's command. Its first word becomes the path of the executable in the bundle.
    ///   - infoPlist: the path of the manifest. A `nil` path is replaced by the path of the bundle's Info.plist.
    /// - Throws: ``KeepAliveError``, as ``AppBundle/place(_:in:)`` does.
    func place(_ command: inout [RawText], infoPlist: inout String?) throws {
        guard let bundle, let program = command.first else { return }
        command[0] = RawText(try AppBundle.place(program.text, in: bundle))
        infoPlist = infoPlist ?? "\(bundle)/Info.plist"
    }
}
