import KeepAliveLinux
import KeepAlivePolicy

/// The files that an app is started from, read by processes of their own: the loop opens none of them.
struct PreparedApp {
    /// The path of the program.
    let program: String
    /// True when it speaks for itself, by the settings or by a mark in its file.
    let speaks: Bool
    let manifest: Manifest
    /// Its transfers, with what the last run has kept; `nil` where it has no transfers of its own.
    let transfers: TransferDaemon?
    /// The items of its keychain that its container has kept.
    let keychain: [KeychainItem]

    /// Ends what has been begun for an app that is not started.
    func discard() { transfers?.close() }
}

extension RunningDevice {
    /// Looks at what an app is started from, makes its container, and reads what it has kept there.
    ///
    /// - Parameter completion: called from the loop.
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

    /// The same for the app of a run, before which nothing is served: what is read is read here.
    ///
    /// - Parameter manifest: its manifest, which has been read already.
    /// - Throws: ``KeepAliveError``.
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
        // The servers of a scenario exist in memory.
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
