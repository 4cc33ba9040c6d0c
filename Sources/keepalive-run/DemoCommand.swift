import ArgumentParser
import KeepAlive
struct Demo: ParsableCommand { static let configuration = CommandConfiguration(commandName: "demo") }
