import Foundation
import KeepAliveFoundation
import KeepAliveProtocol

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A download of sound over HTTP into a temporary file, for a player that plays files.
///
/// iOS plays while it downloads. Here the sound is ready when all of it is there. Neither a stream without an end nor an
/// HLS playlist is downloaded: the answer of the server tells them.
final class MediaDownload: NSObject, @unchecked Sendable {
    /// The most bytes that are downloaded; this project's choice.
    private static let bytesMax: Int64 = 1 << 30
    /// The time in seconds after which a server that sends nothing counts as gone; this project's choice.
    private static let silenceMax: TimeInterval = 30

    private let url: URL
    private let file: URL
    private let completion: @Sendable (Result<URL, any Error>) -> Void
    // Used on the session's queue alone.
    private var handle: FileHandle?
    private var failure: (any Error)?

    /// Starts a download of the sound at a URL.
    ///
    /// - Parameter completion: called once, on a queue of the session, with the file, which the caller removes.
    static func start(
        _ url: URL, _ completion: @escaping @Sendable (Result<URL, any Error>) -> Void
    ) {
        let configuration = FoundationConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = silenceMax
        let download = MediaDownload(url, completion)
        // The session holds its delegate until the session is invalidated.
        let session = FoundationSession(configuration: configuration, delegate: download, delegateQueue: nil)
        session.dataTask(with: url).resume()
        session.finishTasksAndInvalidate()
    }

    private init(_ url: URL, _ completion: @escaping @Sendable (Result<URL, any Error>) -> Void) {
        self.url = url
        self.completion = completion
        file = FileManager.default.temporaryDirectory.appendingPathComponent("keepalive-\(UUID().uuidString)")
    }

    /// Returns why a server's answer is not downloaded; `nil` if it is.
    private func obstacle(_ response: URLResponse) -> String? {
        if let status = (response as? HTTPURLResponse)?.statusCode, !(200..<300).contains(status) {
            return "the server answers with status \(status)"
        }
        if response.mimeType?.lowercased().hasSuffix("mpegurl") == true { return "HLS is not played here" }
        if response.expectedContentLength < 0 {
            return "its length is not known: only sound with an end is played here, no live streams"
        }
        return response.expectedContentLength > Self.bytesMax ? "it has more than \(Self.bytesMax) bytes" : nil
    }

    private func end(with error: (any Error)?) {
        try? handle?.close()
        handle = nil
        guard let error = failure ?? error else { return completion(.success(file)) }
        try? FileManager.default.removeItem(at: file)
        completion(.failure(error))
    }
}

extension MediaDownload: FoundationDataDelegate {
    func urlSession(
        _ session: FoundationSession, dataTask: FoundationDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (FoundationSession.ResponseDisposition) -> Void
    ) {
        if let obstacle = obstacle(response) {
            failure = AVError(.contentIsUnavailable, "\(url.absoluteString): \(obstacle)")
            return completionHandler(.cancel)
        }
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        handle = try? FileHandle(forWritingTo: file)
        completionHandler(.allow)
    }

    func urlSession(_ session: FoundationSession, dataTask: FoundationDataTask, didReceive data: Data) {
        do { try handle?.write(contentsOf: data) } catch {
            failure = failure ?? error
            dataTask.cancel()
        }
    }

    func urlSession(
        _ session: FoundationSession, task: FoundationTask, didCompleteWithError error: (any Error)?
    ) {
        end(with: error.map { AVError(.contentIsUnavailable, "\(url.absoluteString): \($0.localizedDescription)") })
    }
}
