import KeepAliveModel
import KeepAlivePolicy
import SwiftSyntax

/// Checks of the audio session (AS rules).
extension ProjectChecks {
    mutating func checkAudio() {
        for call in index.calls("setCategory") { checkCategory(of: call) }
    }

    private mutating func checkCategory(of call: CodeIndex.Call) {
        guard let category = category(of: call) else { return }
        let options = call.node.argument("options")?.optionNames ?? call.node.argument("with")?.optionNames ?? []
        let known = options.compactMap { name in
            AudioSessionConfiguration.Option.allCases.first {
                // allowBluetoothHFP is the name of allowBluetooth since the SDK of iOS 26.
                $0.name == name || ($0 == .allowBluetooth && name == "allowBluetoothHFP")
            }
        }
        let mode = call.node.argument("mode").flatMap(\.referenceName).flatMap { name in
            AudioSessionConfiguration.Mode.allCases.first { "\($0)" == name }
        }
        let policy = call.node.argument("policy").flatMap(\.referenceName).flatMap { name in
            AudioSessionConfiguration.RouteSharingPolicy.allCases.first { "\($0)" == name }
        }
        let configuration = AudioSessionConfiguration(
            category: category, options: Set(known), mode: mode ?? .default, routeSharingPolicy: policy ?? .default)
        if let violation = configuration.violation(ios: ios) {
            // Apple's page says it of each option; devices were seen to answer so to some.
            let isSeen = RuleBook.rule(violation.rule)?.evidence != .document
            report(
                violation.rule, isSeen ? .error : .warning, at: index.place(of: call),
                "setCategory fails with NSOSStatusErrorDomain -50, and changes nothing\(isSeen ? "" : ", by Apple's page"): \(violation.text)",
                cure: "take the option out, or choose another category")
        } else if configuration.mode != .default, configuration.effectiveMode == .default {
            report(
                "AS-18", .warning, at: index.place(of: call),
                "the mode \(configuration.mode.rawValue) acts as the default mode with the category \(category.rawValue)"
            )
        }
    }

    /// Returns the category that a call sets; `nil` if the sources do not tell.
    func category(of call: CodeIndex.Call) -> AudioSessionConfiguration.Category? {
        let name = call.node.arguments.first?.expression.referenceName
        return AudioSessionConfiguration.Category.allCases.first { category in
            name == "\(category)" || name == "AVAudioSessionCategory\("\(category)".capitalizedFirst)"
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
