import Foundation
import KeepAliveSwiftUI
import KeepAliveTesting
import TestSupport
import Testing

/// A user who touches what views show.
@MainActor
@Suite(.serialized, .onlyDevice) struct TouchTests {
    private final class Journal: ObservableObject {
        var lines: [String] = []
        @Published var isOn = false
        @Published var asks = false
        @Published var path = NavigationPath()
    }

    private final class PlainDelegate: NSObject, UIApplicationDelegate {}

    private let journal = Journal()
    private let device: VirtualDevice

    init() throws {
        device = try VirtualDevice()
        device.install { PlainDelegate() }
        device.launch()
    }

    private func show(_ view: some View) -> UIWindow {
        device.perform {
            let window = UIWindow(frame: .zero)
            window.rootViewController = UIHostingController(rootView: view)
            window.makeKeyAndVisible()
            return window
        }
    }

    private func problem(_ name: String) -> String {
        "\(#expect(throws: (any Error).self) { try device.touch(name) } as Any)"
    }

    private struct Controls: View {
        @ObservedObject var journal: Journal
        @State private var count = 0

        var body: some View {
            VStack {
                Text("count \(count)")
                Button("Add") {
                    count += 1
                    journal.lines.append("added \(count)")
                }
                Button {
                    journal.lines.append("starred")
                } label: {
                    Image(systemName: "star").accessibilityLabel("Star")
                }
                Button("Never") {}.disabled(true)
                Toggle("Sound", isOn: $journal.isOn)
                Text("Cover").onTapGesture { journal.lines.append("cover") }
                Button("Delete") { journal.asks = true }
                    .accessibilityIdentifier("delete")
                    .alert("Sure?", isPresented: $journal.asks) {
                        Button("Yes", role: .destructive) { journal.lines.append("yes") }
                        Button("No", role: .cancel) {}
                    }
            }
        }
    }

    @Test("buttons, switches and gestures are touched by their words; a disabled one is not")
    func controls() async throws {
        let window = show(Controls(journal: journal))
        for name in ["Add", "Add", "Star", "Sound", "Cover"] {
            try device.touch(name)
            await device.runPendingTasks()
        }
        #expect(journal.lines == ["added 1", "added 2", "starred", "cover"] && journal.isOn)
        #expect(problem("Never").contains("the button \"Never\" is disabled"))
        #expect(problem("Nothing").contains("switch \"Sound\""))
        withExtendedLifetime(window) {}
    }

    @Test("an alert covers all else, and an answer ends it")
    func alert() async throws {
        let window = show(Controls(journal: journal))
        try device.touch("delete")
        await device.runPendingTasks()
        #expect(journal.asks && problem("Add").contains("nothing on the screen is called"))
        try device.touch("Yes")
        await device.runPendingTasks()
        #expect(!journal.asks && journal.lines == ["yes"])
        try device.touch("Add")
        #expect(journal.lines.last == "added 1")
        withExtendedLifetime(window) {}
    }

    private struct Places: View {
        let journal: Journal

        var body: some View {
            NavigationStack {
                List {
                    NavigationLink("Rome", value: "rome")
                    NavigationLink("About") { About(journal: journal) }
                }
                .navigationDestination(for: String.self) { name in
                    Button("In \(name)") { journal.lines.append(name) }
                }
            }
        }
    }

    private struct About: View {
        let journal: Journal
        @Environment(\.dismiss) private var dismiss

        var body: some View {
            Text("About").onAppear { journal.lines.append("about") }.onDisappear { journal.lines.append("gone") }
            Button("Close") { dismiss() }
        }
    }

    @Test("links lead on, by value and to a view, and what they lead to covers them until it is dismissed")
    func links() async throws {
        let window = show(Places(journal: journal))
        try device.touch("About")
        await device.runPendingTasks()
        #expect(journal.lines == ["about"])
        try device.touch("Close")
        await device.runPendingTasks()
        #expect(journal.lines == ["about", "gone"])
        try device.touch("Rome")
        await device.runPendingTasks()
        try device.touch("In rome")
        #expect(journal.lines.last == "rome")
        withExtendedLifetime(window) {}
    }

    private struct Questions: View {
        @ObservedObject var journal: Journal

        var body: some View {
            NavigationStack {
                NavigationLink("About") { Button("Ask") { journal.asks = true } }
                    .alert("Oops", isPresented: $journal.asks) {}
                Text("Twice").onTapGesture(count: 2) { journal.lines.append("twice") }
                Button("Choose") { journal.isOn = true }
                    .confirmationDialog("Which?", isPresented: $journal.isOn) { Button("First") {} }
            }
        }
    }

    @Test("an alert without buttons has OK, a dialog has Cancel; both are over what a link shows; two taps are not one")
    func impliedAnswers() async throws {
        let window = show(Questions(journal: journal))
        #expect(problem("Twice").contains("nothing on the screen is called"))
        try device.touch("Choose")
        await device.runPendingTasks()
        try device.touch("Cancel")
        await device.runPendingTasks()
        #expect(!journal.isOn)
        try device.touch("About")
        await device.runPendingTasks()
        try device.touch("Ask")
        await device.runPendingTasks()
        #expect(journal.asks && problem("Ask").contains("there are: button \"OK\""))
        try device.touch("OK")
        await device.runPendingTasks()
        #expect(!journal.asks)
        withExtendedLifetime(window) {}
    }
}
