/// The state of a task of whose end the app has not been told, as `URLSessionTask.State` names it.
package enum OpenTransferState: String, Sendable, Hashable, CaseIterable {
    case running, suspended, completed
}
