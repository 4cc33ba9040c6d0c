/// Error codes in `NSURLErrorDomain`, named as in Foundation's `URLError.Code`.
package enum URLErrorCode {
    package static let unknown = -1
    package static let backgroundSessionWasDisconnected = -997
    package static let cancelled = -999
    package static let badURL = -1000
    package static let timedOut = -1001
    package static let unsupportedURL = -1002
    package static let cannotFindHost = -1003
    package static let cannotConnectToHost = -1004
    package static let networkConnectionLost = -1005
    package static let tooManyRedirects = -1007
    package static let badServerResponse = -1011
    package static let cannotCreateFile = -3000
    package static let cannotOpenFile = -3001
    package static let cannotWriteToFile = -3003
    package static let secureConnectionFailed = -1200
    package static let serverCertificateUntrusted = -1202
}
