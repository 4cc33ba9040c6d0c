import KeepAliveLinux
import KeepAlivePolicy

/// An app's data that was read from files before its start. Worker processes read the files, so that the event loop
/// does not wait for them.
struct PreparedApp {
    /// The path of the app's executable.
    let program: String
    /// True if the app makes calls itself, by its settings or by a mark in its executable.
    let speaks: Bool
    let manifest: Manifest
    /// The app's transfer service, with the transfers that the last run kept; `nil` in a scenario, which simulates the
    /// servers of transfers.
    let transfers: TransferDaemon?
    /// The keychain items that the app's container has kept.
    let keychain: [KeychainItem]

    /// Closes the transfers of an app that is not started after all.
    func discard() { transfers?.close() }
}

extension RunningDevice {
    /// Examines the files of an app, creates its container, and reads the data that the container has kept.
    ///
    /// - Parameter completion: called on the event loop with the prepared app or an error.
    func prepare(
        _ configuration: RunConfiguration, _ completion: @escaping (Result<PreparedApp, KeepAliveError>) -> Void
    ) {
        files.prepare(configuration.app.files) { [unowned self] result in
            switch result {
            case .success(let ready): finish(ready, configuration, completion)
            case .failure(let error): completion(.failure(error))
            }
        }
    }

    /// Prepares the app of a run. The device does not serve apps or clients yet, so the files are read in this
    /// process.
    ///
    /// - Parameter manifest: the app's manifest, which has been read already.
    /// - Throws: ``KeepAliveError`` if the app cannot be prepared.
    func prepare(_ configuration: RunConfiguration, manifest: Manifest) throws -> PreparedApp {
        var setup = configuration.app
        setup.infoPlist = nil
        let ready = try FileService.prepare(setup.files)
        var result: Result<PreparedApp, KeepAliveError>?
        finish(ready, configuration, manifest: manifest) { result = $0 }
        _ = loop.run(until: { result != nil }, timeout: FileWorkers.limit * 4)
        guard let result else {
            throw KeepAliveError(.supervision, "the kept transfers of the app were not read before the run was ended")
        }
        return try result.get()
    }

    private func finish(
        _ ready: AppFiles.Ready, _ configuration: RunConfiguration, manifest: Manifest? = nil,
        _ completion: @escaping (Result<PreparedApp, KeepAliveError>) -> Void
    ) {
        let setup = configuration.app
        let complete: Manifest
        do {
            complete = try manifest ?? setup.complete(try ready.manifest(of: setup.infoPlist))
        } catch {
            return completion(.failure(error as? KeepAliveError ?? KeepAliveError(.manifest, "\(error)")))
        }
        // A scenario simulates the servers of transfers in memory, so no transfer service is needed.
        let transfers = configuration.scenario == nil ? TransferDaemon(container: setup.container, loop: loop) : nil
        let app = PreparedApp(
            program: ready.program, speaks: setup.speaks ?? ready.isMarked, manifest: complete, transfers: transfers,
            keychain: ready.keychainItems)
        guard let transfers, ready.keepsTransfers else { return completion(.success(app)) }
        var notes: [String] = []
        transfers.onNote = { notes.append($0) }
        transfers.restore { [unowned transfers] in
            transfers.onNote = nil
            transfers.earlierNotes = notes
            completion(.success(app))
        }
    }
}
