/// A JUnit XML document for a run or scenario that gave no results: the document has one failed test case, so that a CI
/// system reports a failure.
package enum JUnitError {
    /// Returns the content that a results file has until its run is finished: one failed test case, in case the runner
    /// is killed.
    package static func unfinished(_ subject: String) -> String {
        document(subject, "keepalive-run was ended before there was a result")
    }

    /// Returns a document with one failed test case.
    ///
    /// - Parameters:
    ///   - subject: the name of the work, such as the name of the scenario file.
    ///   - message: the reason why there is no result.
    package static func document(_ subject: String, _ message: String) -> String {
        let sums = "tests=\"1\" failures=\"1\" time=\"0.000\""
        let name = XMLText.escaped(subject)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="keepalive-run" \(sums)>
              <testsuite name="\(name)" \(sums)>
                <testcase name="keepalive-run" classname="\(name)" time="0.000">
                  <failure message="\(XMLText.escaped(message))"/>
                </testcase>
              </testsuite>
            </testsuites>

            """
    }
}
