import Foundation

@preconcurrency @MainActor
public protocol QLPreviewItem: AnyObject {
    var previewItemURL: URL? { get }
    var previewItemTitle: String? { get }
}

extension QLPreviewItem {
    public var previewItemTitle: String? { nil }
}

extension NSURL: QLPreviewItem {
    public var previewItemURL: URL? { absoluteURL }
}

@preconcurrency @MainActor
public protocol QLPreviewControllerDataSource: AnyObject {
    func numberOfPreviewItems(in controller: QLPreviewController) -> Int
    func previewController(_ controller: QLPreviewController, previewItemAt index: Int) -> any QLPreviewItem
}

@preconcurrency @MainActor
public protocol QLPreviewControllerDelegate: AnyObject {
    func previewControllerWillDismiss(_ controller: QLPreviewController)
    func previewControllerDidDismiss(_ controller: QLPreviewController)
}

extension QLPreviewControllerDelegate {
    public func previewControllerWillDismiss(_ controller: QLPreviewController) {}
    public func previewControllerDidDismiss(_ controller: QLPreviewController) {}
}

/// Previews files while it is presented (SD-71). Nothing is drawn: the timeline reports the preview, and
/// `ctl close-preview` closes it.
@preconcurrency @MainActor
open class QLPreviewController: UIViewController, SystemController {
    private let context = AppContext.current

    open weak var dataSource: (any QLPreviewControllerDataSource)? { didSet { reloadData() } }
    open weak var delegate: (any QLPreviewControllerDelegate)?
    open var currentPreviewItemIndex = 0
    private var count = 0

    open var currentPreviewItem: (any QLPreviewItem)? {
        guard let dataSource, 0..<count ~= currentPreviewItemIndex else { return nil }
        return dataSource.previewController(self, previewItemAt: currentPreviewItemIndex)
    }

    /// Returns true for every file that can be read.
    open class func canPreview(_ item: any QLPreviewItem) -> Bool {
        item.previewItemURL.map { $0.isFileURL && FileManager.default.isReadableFile(atPath: $0.path) } ?? false
    }

    open func reloadData() { count = dataSource?.numberOfPreviewItems(in: self) ?? 0 }

    package func isPresented() {
        reloadData()
        guard let url = currentPreviewItem?.previewItemURL else { return }
        _ = Previews.of(context).show(url) { [weak self] in self?.closed() }
    }

    package func isWithdrawn() { Previews.of(context).withdraw() }

    private func closed() {
        delegate?.previewControllerWillDismiss(self)
        if !isBeingDismissed { presentingViewController?.dismiss(animated: true) }
        delegate?.previewControllerDidDismiss(self)
    }
}

extension UnimplementedDelegate: QLPreviewControllerDelegate {}
