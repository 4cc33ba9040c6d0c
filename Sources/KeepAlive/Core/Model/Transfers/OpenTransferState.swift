/// The state of a task whose end has not been reported to the app yet, named as in `URLSessionTask.State`.
package enum OpenTransferState: String, Sendable, Hashable, CaseIterable {
    case running, suspended, completed
}
