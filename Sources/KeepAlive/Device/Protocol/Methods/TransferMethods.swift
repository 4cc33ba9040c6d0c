import KeepAliveFormats
import KeepAliveModel

/// The methods of background URL sessions and of their tasks.
package enum TransferMethods {
    package static let backgroundSession = Method(
        "backgroundSession",
        "URLSession(configuration: .background(withIdentifier:)): each process of the app makes it anew (UR-04)",
        .session, .flag("sessionSendsLaunchEvents").or(true), .flag("isDiscretionary").or(false))
    package static let allTasks = Method(
        "allTasks", "getAllTasks: those of whose end the app has not been told", .session,
        returns: .list(.openTransfer))
    package static let downloadTask = Method(
        "downloadTask", "downloadTask(with:): begins with resumeTask; times in seconds, earliestBegin from now on",
        .session, .transferRequest, returns: .object(.number))
    package static let downloadTaskWithResumeData = Method(
        "downloadTaskWithResumeData",
        "downloadTask(withResumeData:): goes on with what has come, if the server still has the same (UR-20)",
        .session, .text("resumeData", lengthMax: resumeDataMax), returns: .object(.number))
    package static let uploadTask = Method(
        "uploadTask",
        "uploadTask(with:fromFile:): begins with resumeTask; times in seconds, earliestBegin from now on", .session,
        .transferRequest, .text("file", lengthMax: 4000), returns: .object(.number))
    package static let resumeTask = Method("resumeTask", "URLSessionTask.resume()", .session, .number)
    package static let suspendTask = Method("suspendTask", "URLSessionTask.suspend()", .session, .number)
    package static let cancelTask = Method(
        "cancelTask",
        "URLSessionTask.cancel(), or cancel(byProducingResumeData:): it ends with NSURLErrorCancelled, and with the "
            + "resume data (UR-20)",
        .session, .number, .flag("producingResumeData").or(false))
    package static let changeTask = Method(
        "changeTask",
        "sets taskDescription, where empty is none, or earliestBeginDate of a task, in seconds from now on", .session,
        .number, Parameter<String>.text("taskDescription", lengthMax: 10_000).optional,
        Parameter<Duration>.seconds("earliestBegin").optional)

    /// The maximum length of resume data in bytes. The resume data of a request with very long headers would not fit
    /// into a message, so the app gets no resume data for such a request.
    package static let resumeDataMax = 60_000
}

extension Parameter where Value == String {
    fileprivate static let session = text("identifier", lengthMax: 1000)
}

extension Parameter where Value == Int {
    /// A task's number, which is at least 1.
    fileprivate static let number = whole("task", 1...Int.max)
}
