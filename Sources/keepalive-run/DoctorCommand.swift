import ArgumentParser
import KeepAlive
struct Doctor: ParsableCommand { static let configuration = CommandConfiguration(commandName: "doctor") }
