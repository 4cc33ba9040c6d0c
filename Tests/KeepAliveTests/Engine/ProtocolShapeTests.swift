import KeepAliveFormats
import Testing

@testable import KeepAliveEngine
@testable import KeepAliveHost
@testable import KeepAlivePolicy
@testable import KeepAliveProtocol
@testable import KeepAliveReport

/// What an app gets is as the schema of the protocol has it.
@Suite struct ProtocolShapeTests {
    @Test("an answer has each member of its shape and no other, and a word is one of the words that the schema lists")
    func answers() throws {
        let table = ServiceTable.ofDevice
        let app = try SpeakingApp(modes: [.audio, .remoteNotification])
        for (name, parameters) in [
            ("hello", ["protocol": 1]), ("setCategory", ["category": "playback", "options": ["mixWithOthers"]]),
            ("submitTaskRequest", ["kind": "appRefresh", "identifier": "x"]), ("audioSession", .null),
            ("applicationState", .null), ("deviceConditions", .null), ("authorizationStatus", .null),
            ("pendingTaskRequests", .null), ("notificationSettings", .null), ("monitoredRegions", .null),
            ("calls", .null),
        ] as [(String, JSONValue)] {
            let method = try #require(table.methods.first { $0.name == name })
            guard case .result(let answer, _)? = app.call(name, parameters) else {
                #expect(name == "submitTaskRequest", "\(name) is refused")
                continue
            }
            #expect(method.result.takes(answer), "\(name): \(answer.text)")
        }
    }

    @Test("an output of the audio route has one name: for ctl, in scenarios, in answers and in callbacks")
    func route() throws {
        let app = try SpeakingApp()
        guard case .result(let greeting, _)? = app.call("hello", ["protocol": 1]) else {
            return #expect(Bool(false))
        }
        #expect(greeting["route"] == "speaker")
        app.answer("didFinishLaunching")
        app.engine.happened(.audioSession(.routeChanged(to: .headphones, disconnected: false)))
        guard case .result(let session, _)? = app.call("audioSession"),
            case .request("audioRouteChanged", let parameters, _)? = app.client.told.last
        else { return #expect(Bool(false), "\(app.client.methods)") }
        #expect(session["route"] == "headphones" && parameters == ["route": "headphones"])
        let world = DeviceStatus.World(conditions: DeviceConditions(), callInProgress: false, route: .headphones)
        #expect(try JSONValue(encoding: world)["route"] == "headphones")
        #expect(try JSONValue(encoding: world).decoded(as: DeviceStatus.World.self) == world)
        let row = try #require(ServiceTable.ofDevice.callbacks.first { $0.name == "audioRouteChanged" })
        #expect(row.parameters.map(\.shape) == [.audioRoute] && Shape.audioRoute.takes("bluetoothA2DP"))
    }

    @Test("a kind of push that PushKit does not have is refused, with those that it has")
    func pushTypes() throws {
        let app = try SpeakingApp()
        app.call("hello", ["protocol": 1])
        app.answer("didFinishLaunching")
        guard case .failure(let error, _)? = app.call("setDesiredPushTypes", ["types": ["voip", "void"]]) else {
            return #expect(Bool(false))
        }
        #expect(error.message.contains("voip, complication, fileProvider"))
        #expect(app.call("setDesiredPushTypes", ["types": ["voip", "fileProvider"]]) == .result(.null, id: 1))
    }
}

extension Shape {
    /// Returns whether a value has the shape.
    fileprivate func takes(_ value: JSONValue) -> Bool {
        switch self {
        case .null: return value == .null
        case .anything, .described: return true
        case .text: return value.string != nil
        case .flag: return value.bool != nil
        case .number, .whole, .exactly: return value.double != nil
        case .word(let words): return value.string.map(words.contains) ?? false
        case .list(let element): return value.array?.allSatisfy(element.takes) ?? false
        case .either(let shapes): return shapes.contains { $0.takes(value) }
        case .orNull(let shape): return value == .null || shape.takes(value)
        case .map(let element):
            guard case .object(let members) = value else { return false }
            return members.values.allSatisfy(element.takes)
        case .object(let fields):
            guard case .object(let members) = value else { return false }
            return Set(members.keys).isSubset(of: fields.map(\.name))
                && fields.allSatisfy { field in members[field.name].map(field.shape.takes) ?? field.isOptional }
        }
    }
}
