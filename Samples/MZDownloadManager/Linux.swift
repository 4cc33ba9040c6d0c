import Foundation
import KeepAlive

// The library's own has a subscript of AnyObject, which needs Objective-C's runtime: that file is left out.
enum MZUtility {
    static let baseFilePath = NSHomeDirectory() + "/Documents"


    static func calculateFileSizeInUnit(_ contentLength: Int64) -> Float { Float(contentLength) }
    static func calculateUnit(_ contentLength: Int64) -> NSString { "bytes" }
}

/// An app around the library: it downloads the file that the environment names.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate, MZDownloadManagerDelegate {
    private(set) var manager: MZDownloadManager?
    private(set) var finished: [String] = []
    private var handler: (() -> Void)?

    static let session = "org.example.mz.downloads"

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        manager = MZDownloadManager(session: Self.session, delegate: self) { [weak self] in
            MainActor.assumeIsolated { self?.handler?() }
        }
        if let address = ProcessInfo.processInfo.environment["DOWNLOAD"], manager?.downloadingArray.isEmpty == true {
            download(address)
        }
        return true
    }

    func download(_ address: String) {
        manager?.addDownloadTask("file.bin", fileURL: address, destinationPath: NSTemporaryDirectory())
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) {
        handler = completionHandler
    }

    nonisolated func downloadRequestDidUpdateProgress(_ downloadModel: MZDownloadModel, index: Int) {}
    nonisolated func downloadRequestDidPopulatedInterruptedTasks(_ downloadModel: [MZDownloadModel]) {}

    nonisolated func downloadRequestFinished(_ downloadModel: MZDownloadModel, index: Int) {
        let name = downloadModel.fileName ?? "-"
        MainActor.assumeIsolated { finished.append(name) }
        print("finished \(name)")
    }
}
