import KeepAlivePolicy

/// Determines which programs for location this machine has, without starting any of them.
package enum LocationProbe {
    /// Returns a description of the machine's own receiver, or the reason why there is none.
    package static func machineReceiver() -> Result<String, KeepAliveError> {
        do {
            let loop = try EventLoop()
            switch GPSDProbe.ask(LocationChoice.own, loop: loop, limit: .seconds(1)) {
            case .answered(let answer) where answer.devices.isEmpty:
                return .failure(
                    KeepAliveError(.location, "gpsd \(answer.release) runs at 127.0.0.1:2947 without a device"))
            case .answered(let answer):
                return .success(
                    "gpsd \(answer.release) at 127.0.0.1:2947 reads \(answer.devices.joined(separator: ", "))")
            case .failed(let cause):
                return .failure(KeepAliveError(.location, "none at 127.0.0.1:2947: \(cause)"))
            }
        } catch {
            return .failure(KeepAliveError(.location, "\(error)"))
        }
    }

    /// Returns the path of the gpsd for a private receiver, or an error if gpsd is not installed.
    package static func privateReceiver() -> Result<String, KeepAliveError> {
        do {
            return .success(try ExternalTool.gpsd.require())
        } catch let error as KeepAliveError {
            return .failure(error)
        } catch {
            return .failure(KeepAliveError(.location, "\(error)"))
        }
    }

    /// Returns the path of the converter for GPX files, or `nil` if it is not installed.
    package static func trackConverter() -> String? {
        ExternalTool.gpsbabel.find()
    }
}
