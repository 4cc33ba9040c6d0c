import KeepAlivePolicy

/// What goes over the app's socket, as JSON: callbacks, and what comes of their answers.
package enum AppAnswer {
    /// The value of `UIApplication.State`: a suspended app cannot ask (LC-01).
    static func applicationState(_ state: ApplicationState) -> String {
        switch state {
        case .foregroundActive: "active"
        case .foregroundInactive: "inactive"
        default: "background"
        }
    }

    static func location(_ fix: LocationFix) -> JSONValue {
        [
            "latitude": .number(fix.latitude), "longitude": .number(fix.longitude), "altitude": .number(fix.altitude),
            "horizontalAccuracy": .number(fix.horizontalAccuracy), "verticalAccuracy": .number(fix.verticalAccuracy),
            "speed": .number(fix.speed), "course": .number(fix.course), "timestamp": .number(fix.timestamp),
        ]
    }

    /// What an app knows of a region.
    static func json(_ circle: CircularRegion) -> [String: JSONValue] {
        [
            "latitude": .number(circle.latitude), "longitude": .number(circle.longitude),
            "radius": .number(circle.radius), "notifyOnEntry": .bool(circle.notifiesOnEntry),
            "notifyOnExit": .bool(circle.notifiesOnExit),
        ]
    }

    // MARK: Callbacks

    /// Whether the system waits for the app's answer: a callback whose return counts, or one with a completion handler.
    static func isAwaited(_ callback: AppCallback) -> Bool {
        switch callback {
        case .didFinishLaunching, .willResignActive, .didEnterBackground, .willTerminate, .woken: true
        default: false
        }
    }

    /// What a callback carries.
    static func parameters(of callback: AppCallback, voice: SocketVoice?, engine: Engine?) -> JSONValue {
        switch callback {
        case .didFinishLaunching(let cause):
            var options: [String: JSONValue] = [:]
            if let key = cause.launchOptionsKey {
                switch cause {
                case .url(let url): options[key] = .string(url)
                case .localNotification(let identifier): options[key] = .string(identifier)
                case .wake(.remoteNotification), .wake(.voipPush):
                    options[key] = engine?.voices.app?.latestPayload ?? true
                default: options[key] = true
                }
            }
            let state = engine.map { applicationState($0.machine.state) } ?? "background"
            return ["launchOptions": .object(options), "state": .string(state)]
        case .openURL(let url): return ["url": .string(url)]
        case .timerFired(let number): return ["timer": .number(String(number))]
        case .backgroundTaskExpired(let identifier): return ["task": .number(String(identifier.rawValue))]
        case .woken(let kind, let identifier):
            return woken(kind, identifier, engine)
        case .wakeExpiring(let kind, let identifier):
            var members: [String: JSONValue] = ["kind": .string(kind.rawValue)]
            members["identifier"] = identifier.map { .string($0) }
            members["call"] = voice?.number(of: kind, identifier).map { .number(String($0)) }
            return .object(members)
        case .didReceiveLocalNotification(let identifier): return ["identifier": .string(identifier)]
        case .didUpdatePushCredentials(let token): return ["token": .string(token)]
        case .didWriteData(let session, let bytes, let total):
            return ["identifier": .string(session), "bytes": .number(String(bytes)), "of": .number(String(total))]
        case .didResumeAtOffset(let session, let offset):
            return ["identifier": .string(session), "offset": .number(String(offset))]
        case .didFinishDownloading(let session), .didFinishEvents(let session):
            return ["identifier": .string(session)]
        case .didFailTransfer(let session, let code):
            return ["identifier": .string(session), "code": .number(String(code))]
        case .audioInterruptionBegan(let reason, let wasSuspended):
            return ["reason": .number(String(reason)), "wasSuspended": .bool(wasSuspended)]
        case .audioInterruptionEnded(let shouldResume): return ["shouldResume": .bool(shouldResume)]
        case .audioRouteChanged(let route):
            return ["route": .string(AudioPort(name: route)?.rawValue ?? route)]
        case .silenceSecondaryAudioHint(let begins): return ["begins": .bool(begins)]
        case .didUpdateLocation(let fix, let purpose):
            guard case .object(var members) = location(fix) else { return .null }
            members["purpose"] = .string(purpose.rawValue)
            return .object(members)
        case .didFailLocation(let code): return ["code": .number(String(code))]
        case .monitoringDidFail(let identifier, let code):
            return ["identifier": .string(identifier), "code": .number(String(code))]
        case .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground, .willTerminate,
            .didReceiveMemoryWarning, .sceneDidDisconnect, .didInvalidatePushToken, .mediaServicesLost,
            .mediaServicesReset, .didPauseLocationUpdates:
            return .null
        }
    }

    private static func woken(_ kind: WakeKind, _ identifier: String?, _ engine: Engine?) -> JSONValue {
        switch kind {
        case .remoteNotification, .voipPush:
            return ["userInfo": engine?.voices.app?.payload(of: identifier) ?? ["aps": ["content-available": 1]]]
        default:
            var members: [String: JSONValue] = ["kind": .string(kind.rawValue)]
            members["identifier"] = identifier.map { .string($0) }
            if kind == .region, let identifier, let region = engine?.machine.monitoredRegion(identifier),
                let circle = region.circle
            {
                members.merge(json(circle)) { $1 }
                members["entered"] = .bool(region.isInside)
            }
            return .object(members)
        }
    }

    /// What an answer of the app means.
    ///
    /// - Parameter result: what it answers; `nil` for an error. Without a word it went well; a word that nobody knows is
    ///   no success.
    static func events(of callback: AppCallback, result: JSONValue?) -> [PolicyEvent] {
        let word = result?["result"]
        let fetched =
            result == nil ? .failed : word.map { $0.string.flatMap(BackgroundFetchResult.init) ?? .failed } ?? .newData
        switch callback {
        case .didFinishLaunching:
            let declines = result?["handled"] == false
            return (declines ? [.launchDeclinedURL] : []) + [.callbackReturned(.didFinishLaunching)]
        case .willResignActive: return [.callbackReturned(.willResignActive)]
        case .didEnterBackground: return [.callbackReturned(.didEnterBackground)]
        case .willTerminate: return [.callbackReturned(.willTerminate)]
        case .woken(.backgroundFetch, _): return [.fetch(.completed(fetched))]
        case .woken(.remoteNotification, _): return [.push(.completed(fetched))]
        case .woken(.voipPush, _): return [.voip(.returnedWithoutReport)]
        case .woken(.urlSession, let identifier?): return [.transfer(.handlerCalled(identifier: identifier))]
        case .woken(.appRefresh, let identifier?), .woken(.processing, let identifier?),
            .woken(.continuedProcessing, let identifier?):
            let success = result?["success"]?.bool ?? (result != nil)
            return [.taskScheduler(.completed(identifier: identifier, success: success))]
        case .woken(let kind, _): return [.wakeCompleted(kind)]
        default: return []
        }
    }
}
