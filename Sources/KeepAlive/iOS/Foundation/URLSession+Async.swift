import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The async methods that return the response. In a background session they raise an exception (UR-21).
extension URLSession {
    /// Returns the content and the response for a request.
    ///
    /// - Throws: `URLError`, also when the calling task is cancelled.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try await answer { dataTask(with: request, completionHandler: $0) }
    }

    /// Returns the content and the response for a URL.
    ///
    /// - Throws: `URLError`, also when the calling task is cancelled.
    public func data(from url: URL) async throws -> (Data, URLResponse) { try await data(for: URLRequest(url: url)) }

    /// Uploads data, and returns the content of the response and the response.
    ///
    /// - Throws: `URLError`, also when the calling task is cancelled.
    public func upload(for request: URLRequest, from bodyData: Data) async throws -> (Data, URLResponse) {
        try await answer { uploadTask(with: request, from: bodyData, completionHandler: $0) }
    }

    /// Uploads a file, and returns the content of the response and the response.
    ///
    /// - Throws: `URLError`, also when the calling task is cancelled.
    public func upload(for request: URLRequest, fromFile fileURL: URL) async throws -> (Data, URLResponse) {
        try await answer { uploadTask(with: request, fromFile: fileURL, completionHandler: $0) }
    }

    /// Downloads the content for a request to a file. The caller must delete or move the file.
    ///
    /// - Throws: `URLError`, also when the calling task is cancelled.
    public func download(for request: URLRequest) async throws -> (URL, URLResponse) {
        try await answer { done in
            downloadTask(with: request) { location, response, error in
                guard let location else { return done(nil, response, error) }
                // Foundation deletes the file when this handler returns, so the file is moved.
                let kept = FileManager.default.temporaryDirectory
                    .appendingPathComponent("CFNetworkDownload_\(UUID().uuidString).tmp")
                do {
                    try FileManager.default.moveItem(at: location, to: kept)
                    done(kept, response, nil)
                } catch {
                    done(nil, response, error)
                }
            }
        }
    }

    /// Downloads the content of a URL to a file. The caller must delete or move the file.
    ///
    /// - Throws: `URLError`, also when the calling task is cancelled.
    public func download(from url: URL) async throws -> (URL, URLResponse) {
        try await download(for: URLRequest(url: url))
    }

    private func answer<Value: Sendable>(
        _ make: (@escaping @Sendable (Value?, URLResponse?, (any Error)?) -> Void) -> URLSessionTask
    ) async throws -> (Value, URLResponse) {
        let running = RunningTask()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = make { value, response, error in
                    if let value, let response {
                        continuation.resume(returning: (value, response))
                    } else {
                        continuation.resume(throwing: error ?? URLError(.unknown))
                    }
                }
                running.begin(task)
            }
        } onCancel: {
            running.cancel()
        }
    }
}

/// A session task that the calling task may cancel before the session task exists.
private final class RunningTask: @unchecked Sendable {
    private let lock = NSLock()
    private var task: URLSessionTask?
    private var isCancelled = false

    func begin(_ task: URLSessionTask) {
        let isCancelled = lock.withLock {
            self.task = task
            return self.isCancelled
        }
        task.resume()
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = lock.withLock {
            isCancelled = true
            return self.task
        }
        task?.cancel()
    }
}
