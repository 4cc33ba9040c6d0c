import ArgumentParser
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport

extension Control {
    struct Top: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "top", abstract: "Show a live view of the device, with keys for events.",
            usage: "keepalive-run ctl top [--system PID]",
            discussion: """
                Keys: ↑ ↓ choose an app, Enter opens it, h home, p push, f fetch, t runs what the task scheduler may run, c \
                call, r headphones, m memory warning, w Low Power Mode, l lock, x terminate, k force quit, q quit. Made for \
                80 columns and 24 rows, or more. The device is asked once a second while it is looked at.
                """)

        @OptionGroup var system: SystemOption

        func run() throws {
            let client = try system.client()
            let followed = try client.following("logs", ["follow": true])
            let screen = try FullScreen()
            defer { screen.close() }
            let switchedOff = KeepAliveError(.control, "the device has been switched off")
            let text = TimelineText(colours: false)
            var log: [String] = []
            func take(_ event: JSONValue) {
                guard let event = try? event.decoded(as: TimelineEvent.self),
                    let line = text.line(for: event, namingApp: true)
                else { return }
                log.append(line)
                if log.count > 200 { log.removeFirst(100) }
            }
            for event in followed.first["lines"]?.array ?? [] { take(event) }
            var view = View(client: client)
            /// Returns the error to report after a failed request: `switchedOff` if the device has ended, otherwise
            /// the given error. The request may fail before the end is reported to `followed`, so this function waits
            /// for the report.
            func ended(_ error: any Error) throws -> any Error {
                while screen.wait(for: followed.descriptor, timeout: .seconds(1)) == .readable {
                    if try followed.take() == nil { return switchedOff }
                }
                return error
            }
            while true {
                let status: DeviceStatus
                do { status = try client.request("status", as: DeviceStatus.self) } catch { throw try ended(error) }
                view.selected = max(0, min(view.selected, status.apps.count - 1))
                let size = screen.size
                screen.draw(
                    TopText(columns: size.columns, rows: size.rows)
                        .lines(status, selected: view.selected, log: log, message: view.message))
                switch screen.wait(for: followed.descriptor, timeout: .seconds(1)) {
                case .key("q"), .over: return
                case .key(let key): view.press(key, status)
                case .readable:
                    guard let messages = try followed.take() else { throw switchedOff }
                    for case .request("line", let event, _) in messages { take(event) }
                case .refresh: break
                }
            }
        }

        /// The state that key presses change.
        private struct View {
            let client: ControlClient
            var selected = 0
            var message = ""

            init(client: ControlClient) {
                self.client = client
            }

            mutating func press(_ key: String, _ status: DeviceStatus) {
                let app: [String: JSONValue] =
                    status.apps.indices.contains(selected) ? ["app": .string(status.apps[selected].name)] : [:]
                let world = status.world
                switch key {
                case "up": selected -= 1
                case "down": selected += 1
                case "enter": tell("launch", app)
                case "h": tell("home")
                case "p": tell("push", app.merging(["payload": ["aps": ["content-available": 1]]]) { $1 })
                case "f": tell("fetch", app)
                case "t": tell("task", app.merging(["action": "run"]) { $1 })
                case "c": tell("call", ["active": .bool(!world.callInProgress)])
                case "r":
                    let other: AudioPort = world.route == .builtInSpeaker ? .headphones : .builtInSpeaker
                    tell("route", ["to": .string(other.name)])
                case "m": tell("memoryWarning")
                case "w": tell("lowPowerMode", ["on": .bool(!world.conditions.lowPowerMode)])
                case "l": tell("lock", ["on": .bool(!world.conditions.locked)])
                case "x": tell("terminate", app)
                case "k": tell("kill", app)
                case FullScreen.otherKey: message = "this key does nothing here"
                default: message = "there is no key '\(key)'"
                }
            }

            private mutating func tell(_ method: String, _ parameters: [String: JSONValue] = [:]) {
                do {
                    // With `wait: false`, the device answers at once. The screen shows the effect of a slow change
                    // later.
                    let parameters = parameters.merging(["wait": false]) { $1 }
                    let result = try client.request(method, .object(parameters))
                    let happened = result["happened"]?.array?.compactMap(\.string) ?? []
                    message = happened.first ?? ""
                } catch {
                    message = "\(error)"
                }
            }
        }
    }
}
