import Foundation

/// A file of which there is a preview.
@preconcurrency @MainActor
public protocol QLPreviewItem: AnyObject {
    /// The file.
    var previewItemURL: URL? { get }
    /// The words to show instead of the file's name.
    var previewItemTitle: String? { get }
}

extension QLPreviewItem {
    /// The file's name is shown.
    public var previewItemTitle: String? { nil }
}

extension NSURL: QLPreviewItem {
    /// The file itself.
    public var previewItemURL: URL? { absoluteURL }
}

/// The files of which there are previews.
@preconcurrency @MainActor
public protocol QLPreviewControllerDataSource: AnyObject {
    /// Returns how many there are.
    func numberOfPreviewItems(in controller: QLPreviewController) -> Int
    /// Returns one of them.
    func previewController(_ controller: QLPreviewController, previewItemAt index: Int) -> any QLPreviewItem
}

/// What an app does around previews.
@preconcurrency @MainActor
public protocol QLPreviewControllerDelegate: AnyObject {
    /// The previews are about to be closed.
    func previewControllerWillDismiss(_ controller: QLPreviewController)
    /// The previews were closed.
    func previewControllerDidDismiss(_ controller: QLPreviewController)
}

extension QLPreviewControllerDelegate {
    /// Nothing to do.
    public func previewControllerWillDismiss(_ controller: QLPreviewController) {}
    /// Nothing to do.
    public func previewControllerDidDismiss(_ controller: QLPreviewController) {}
}

/// Shows previews of files, when it is presented (SD-71). There is no screen here: the timeline says that it is shown, and
/// `ctl close-preview` closes it.
@preconcurrency @MainActor
open class QLPreviewController: UIViewController {
    private let context = AppContext.current

    /// The files.
    open weak var dataSource: (any QLPreviewControllerDataSource)? { didSet { reloadData() } }
    /// What the app does around previews.
    open weak var delegate: (any QLPreviewControllerDelegate)?
    /// The file that is shown, by its place.
    open var currentPreviewItemIndex = 0
    private var count = 0

    /// The file that is shown.
    open var currentPreviewItem: (any QLPreviewItem)? {
        guard let dataSource, 0..<count ~= currentPreviewItemIndex else { return nil }
        return dataSource.previewController(self, previewItemAt: currentPreviewItemIndex)
    }

    /// Returns whether there are previews of such files: here, of all that can be read.
    open class func canPreview(_ item: any QLPreviewItem) -> Bool {
        item.previewItemURL.map { $0.isFileURL && FileManager.default.isReadableFile(atPath: $0.path) } ?? false
    }

    /// Asks for the files anew.
    open func reloadData() { count = dataSource?.numberOfPreviewItems(in: self) ?? 0 }

    override func isPresented() {
        reloadData()
        guard let url = currentPreviewItem?.previewItemURL else { return }
        _ = Previews.of(context).show(url) { [weak self] in self?.closed() }
    }

    override func isWithdrawn() { Previews.of(context).withdraw() }

    private func closed() {
        delegate?.previewControllerWillDismiss(self)
        if !isBeingDismissed { presentingViewController?.dismiss(animated: true) }
        delegate?.previewControllerDidDismiss(self)
    }
}
