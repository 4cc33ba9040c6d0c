import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveReport

/// A comparison of a recording with the model, for people and as JSON.
package enum RecordingComparisonText {
    /// Returns the comparison as a table for each process.
    package static func text(_ comparison: RecordingComparison) -> String {
        var text = ""
        for process in comparison.processes {
            text +=
                "\(comparison.file), process \(process.number): iOS \(process.recorded), "
                + "\(seconds(process.duration)) s; the rules of iOS \(process.ios)\n"
            var table = TextTable(header, numeric: [0, 1])
            for row in process.rows { table.add(cells(row)) }
            text += table.isEmpty ? "nothing to compare\n" : table.rendered()
            if !process.unexplained.isEmpty { text += unexplained(process) + "\n" }
            text += "\n"
        }
        return text + verdict(comparison) + "\n"
    }

    /// Returns the comparison as a page: for each process the phone over the model, and the table below.
    package static func page(_ comparison: RecordingComparison) -> String {
        var page = SideBySidePage(
            title: "A phone beside the rules",
            summary: verdict(comparison) + ".")
        for process in comparison.processes {
            page.add(
                "Process \(process.number): recorded on iOS \(process.recorded), by the rules of iOS \(process.ios)",
                above: .init(name: "The phone", events: process.phone),
                below: .init(name: "The rules", events: process.model), end: process.duration,
                header: header, numeric: [0, 1],
                rows: process.rows.map { row in
                    // The hyphen of a rule's id is no place to break a line.
                    var cells = cells(row)
                    cells[3] = cells[3].replacing("-", with: "\u{2011}")
                    return cells
                },
                note: process.unexplained.isEmpty ? nil : unexplained(process))
        }
        return page.rendered
    }

    private static let header = ["phone", "model", "what", "rule", "difference"]

    private static func unexplained(_ process: RecordingComparison.Process) -> String {
        "not compared, as nothing is known to bring them about: \(process.unexplained.prefix(20).map { $0.shortened(to: 60).withoutControls }.joined(separator: ", "))"
    }

    /// The result in a sentence.
    package static func verdict(_ comparison: RecordingComparison) -> String {
        let differences = comparison.differences
        guard let first = differences.first else {
            return
                "the same within \(seconds(comparison.tolerance)) s: \(comparison.rowCount) of \(comparison.rowCount)"
                + (comparison.givenCount > 0
                    ? ", of which \(comparison.givenCount) are events of the recording itself" : "")
        }
        let rule = first.rule.map { " [\($0)]" } ?? ""
        return "\(differences.count) of \(comparison.rowCount) differ; first: \(words(first))\(rule)"
    }

    private static func cells(_ row: RecordingComparison.Row) -> [String] {
        [
            row.phone.map { seconds($0.t) } ?? "–", row.model.map { seconds($0.t) } ?? "–",
            [row.title, (row.phone?.detail ?? row.model?.detail).map { "(\($0.shortened(to: 60)))" }].compactMap(\.self)
                .joined(separator: " "),
            row.rule.map { "\($0)" } ?? "–", row.isSame ? "" : words(row),
        ]
    }

    /// What differs in a row, in words.
    static func words(_ row: RecordingComparison.Row) -> String {
        guard let phone = row.phone else {
            return "the model's app \(verb(row)) at \(seconds(row.t)) s, the phone's did not"
        }
        guard let model = row.model else {
            return "the phone's app \(verb(row)) at \(seconds(row.t)) s, the model's did not"
        }
        if let expected = phone.amount, let own = model.amount, abs(own - expected) > 0.001,
            abs(own - expected) >= abs(model.t - phone.t)
        {
            return "\(row.title): \(seconds(expected)) s on the phone, \(seconds(own)) s in the model"
        }
        let difference = model.t - phone.t
        return "\(row.title): in the model \(seconds(abs(difference))) s \(difference < 0 ? "earlier" : "later")"
    }

    private static func verb(_ row: RecordingComparison.Row) -> String {
        switch (row.phone ?? row.model)?.kind {
        case .stops: "stopped running"
        case .runsAgain: "ran again"
        case .called(let callback): "got \(callback)"
        default: row.title
        }
    }

    static func seconds(_ value: Double) -> String {
        Figures.fixed(value, 2)
    }

    /// Returns the comparison as JSON.
    package static func json(_ comparison: RecordingComparison) -> JSONValue {
        .object([
            "file": .string(comparison.file), "tolerance": .number(comparison.tolerance),
            "same": .bool(comparison.differences.isEmpty),
            "processes": .array(
                comparison.processes.map { process in
                    .object([
                        "number": .number(Double(process.number)), "recorded": .string(process.recorded.description),
                        "ios": .string(process.ios.description), "seconds": .number(process.duration),
                        "unexplained": .array(process.unexplained.map { .string($0) }),
                        "rows": .array(process.rows.map(json)),
                    ])
                }),
        ])
    }

    private static func json(_ row: RecordingComparison.Row) -> JSONValue {
        func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        return .object([
            "what": .string(row.title), "phone": number(row.phone?.t), "model": number(row.model?.t),
            "same": .bool(row.isSame), "rule": text(row.rule?.description),
            "difference": row.isSame ? .null : .string(words(row)),
            "phoneDetail": text(row.phone?.detail), "modelDetail": text(row.model?.detail),
            "phoneAmount": number(row.phone?.amount), "modelAmount": number(row.model?.amount),
        ])
    }
}
