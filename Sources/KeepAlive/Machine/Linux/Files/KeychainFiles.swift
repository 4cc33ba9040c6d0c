import KeepAlivePolicy
import KeepAlivePorts

/// Keeps the keychain of an app in its container, by processes of their own: the runner's loop opens none of its files.
package final class KeychainFiles: KeychainStore {
    private let container: String
    private let workers: FileWorkers
    /// The items of the container, by their numbers.
    private var kept: [Int: KeychainItem]
    private var wanted: [Int: KeychainItem]
    private var isBusy = false
    /// Takes an item that could not be written.
    package var onNote: ((String) -> Void)?

    /// - Parameter items: what the container has now.
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

    /// One order at a time: a later one must not be overtaken.
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
