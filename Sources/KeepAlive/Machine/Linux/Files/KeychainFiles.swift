import KeepAlivePolicy
import KeepAlivePorts

/// Keeps an app's keychain in its container. ``FileWorkers`` opens the files in other processes, never on the runner's
/// event loop.
package final class KeychainFiles: KeychainStore {
    private let container: String
    private let workers: FileWorkers
    /// The items that are in the container now, by their numbers.
    private var kept: [Int: KeychainItem]
    /// The items that the container must have when all changes have been written, by their numbers.
    private var wanted: [Int: KeychainItem]
    private var isBusy = false
    /// Called with a message when an item could not be written or deleted.
    package var onNote: ((String) -> Void)?

    /// - Parameter items: the items that are in the container now.
    package init(container: String, items: [KeychainItem], workers: FileWorkers) {
        self.container = container
        self.workers = workers
        wanted = Dictionary(items.map { ($0.number, $0) }) { first, _ in first }
        kept = wanted
    }

    package func keep(_ items: [KeychainItem]) {
        wanted = Dictionary(items.map { ($0.number, $0) }) { first, _ in first }
        write()
    }

    /// Sends the next order to ``FileWorkers``: to write a changed item, or to delete an item that is no longer wanted.
    /// Only one order runs at a time, because a later order must not overtake an earlier one.
    private func write() {
        guard !isBusy else { return }
        if let (number, item) = wanted.first(where: { kept[$0.key] != $0.value }) {
            isBusy = true
            workers.keep(item.json.text, number: number, in: container) { [self] result in
                ended(result) { $0.kept[number] = item }
            }
        } else if let number = kept.keys.first(where: { wanted[$0] == nil }) {
            isBusy = true
            workers.removeItem(number: number, in: container) { [self] result in
                ended(result) { $0.kept[number] = nil }
            }
        }
    }

    private func ended(_ result: Result<Bool, KeepAliveError>, _ success: (KeychainFiles) -> Void) {
        isBusy = false
        switch result {
        case .success:
            success(self)
            write()
        case .failure(let error):
            onNote?("the keychain is not kept in \(container)/\(KeychainDirectory.path): \(error.message)")
        }
    }
}
