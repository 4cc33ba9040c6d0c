/// JUnit's XML for work that has no results: a test case that failed, so that a CI system counts it.
package enum JUnitError {
    /// The content of a file until its run is done.
    package static func unfinished(_ subject: String) -> String {
        document(subject, "keepalive-run was ended before there was a result")
    }

    /// Returns the whole document.
    ///
    /// - Parameters:
    ///   - subject: what was to be done, such as the name of the file with the scenarios.
    ///   - message: why it was not.
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
