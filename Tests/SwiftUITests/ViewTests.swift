import Foundation
import KeepAliveSwiftUI
import KeepAliveTesting
import Observation
import TestSupport
import Testing

/// What views do besides being seen: they hold state, appear, run tasks and observe.
@MainActor
@Suite(.serialized, .onlyDevice) struct ViewTests {
    /// What a test's views write down.
    final class Journal: ObservableObject {
        var lines: [String] = []
        @Published var names = ["a", "b"]
        @Published var flag = false

        func note(_ line: String) { lines.append(line) }

        /// Returns the lines since the last call.
        func new() -> [String] {
            defer { lines = [] }
            return lines
        }
    }

    private let journal = Journal()
    private let device: VirtualDevice

    init() throws {
        device = try VirtualDevice()
        device.install { PlainDelegate() }
        device.launch()
    }

    private final class PlainDelegate: NSObject, UIApplicationDelegate {}

    /// Shows a view, as a window does.
    private func show(_ view: some View) -> UIWindow {
        device.perform {
            let window = UIWindow(frame: .zero)
            window.rootViewController = UIHostingController(rootView: view)
            window.makeKeyAndVisible()
            return window
        }
    }

    // MARK: identity

    private struct Row: View {
        let name: String
        let journal: Journal
        @State private var number = Int.random(in: 0..<1_000_000_000)

        var body: some View {
            journal.note("\(name) \(number)")
            return Text(name).onAppear { journal.note("+\(name)") }.onDisappear { journal.note("-\(name)") }
        }
    }

    private struct Rows: View {
        @ObservedObject var journal: Journal

        var body: some View {
            VStack {
                if journal.flag { Row(name: "flag", journal: journal) }
                ForEach(journal.names, id: \.self) { Row(name: $0, journal: journal) }
            }
        }
    }

    @Test("a row keeps its state when others come, go and move; it appears once")
    func identity() {
        let window = show(Rows(journal: journal))
        let first = journal.new()
        #expect(first.filter { $0.hasPrefix("+") } == ["+a", "+b"])
        let numbers = first.filter { $0.contains(" ") }.sorted()
        #expect(numbers.count == 2)
        device.perform { journal.names = ["b", "c", "a"] }
        let second = journal.new()
        #expect(second.filter { !$0.contains(" ") } == ["+c"])
        #expect(Set(numbers).isSubset(of: second))
        device.perform { journal.names = ["b"] }
        #expect(Set(journal.new().filter { !$0.contains(" ") }) == ["-a", "-c"])
        device.perform { journal.names = ["a", "b"] }
        #expect(!journal.lines.contains(numbers[0]), "the state of a row that was gone is new")
        #expect(journal.new().contains(numbers[1]))
        device.perform { journal.flag = true }
        #expect(journal.new().contains("+flag"))
        withExtendedLifetime(window) {}
    }

    private struct Twice: View {
        let journal: Journal
        @State private var count = 0

        var body: some View {
            journal.note("body \(count)")
            return Text("\(count)")
                .onAppear {
                    count += 1
                    count += 1
                }
                .onChange(of: count) { journal.note("from \($0) to \($1)") }
        }
    }

    @Test("several changes make a view once")
    func changesTogether() {
        let window = show(Twice(journal: journal))
        #expect(journal.new() == ["body 0", "body 2", "from 0 to 2"])
        withExtendedLifetime(window) {}
    }

    // MARK: what comes from above

    private struct Child: View {
        @Binding var text: String
        @EnvironmentObject var journal: Journal
        @Environment(\.isEnabled) var isEnabled
        @Environment(\.locale) var locale
        @Environment(\.dismiss) var dismiss
        @Environment(\.isPresented) var isPresented

        var body: some View {
            journal.note("\(text) \(isEnabled) \(locale.identifier) \(isPresented)")
            return Text(text).onAppear {
                text += "!"
                if isPresented { dismiss() }
            }
        }
    }

    private struct Parent: View {
        let journal: Journal
        @State private var text = "hello"
        @State private var isShown = false

        var body: some View {
            Group {
                Child(text: $text)
            }
            .environment(\.locale, Locale(identifier: "fr_CA"))
            .disabled(true)
            .sheet(isPresented: $isShown, onDismiss: { journal.note("dismissed") }) {
                Child(text: .constant("sheet"))
            }
            .onAppear { isShown = true }
            .environmentObject(journal)
        }
    }

    @Test("bindings, the environment and its objects reach the views below; a sheet appears and is dismissed")
    func environment() {
        let window = show(Parent(journal: journal))
        let lines = journal.new()
        #expect(lines.first == "hello false fr_CA false")
        #expect(lines.contains("hello! false fr_CA false"))
        #expect(lines.contains("sheet true \(Locale.current.identifier) true"), "\(lines)")
        #expect(lines.last == "dismissed")
        withExtendedLifetime(window) {}
    }

    // MARK: objects

    @Observable final class Model {
        var seen = 0
        var unseen = 0
    }

    private struct Watcher: View {
        let model: Model
        let journal: Journal
        @StateObject private var own = Journal()

        var body: some View {
            journal.note("seen \(model.seen) \(own.names.count)")
            return Text("").onAppear { own.names.append("c") }
        }
    }

    @Test("a view is made again by what it reads of an @Observable object, and by its own state object")
    func observation() {
        let model = Model()
        let window = show(Watcher(model: model, journal: journal))
        #expect(journal.new() == ["seen 0 2", "seen 0 3"])
        device.perform { model.unseen = 1 }
        #expect(journal.new() == [])
        device.perform { model.seen = 1 }
        #expect(journal.new() == ["seen 1 3"])
        device.perform { model.seen = 2 }
        #expect(journal.new() == ["seen 2 3"])
        withExtendedLifetime(window) {}
    }

    private struct Other: View {
        @AppStorage("ViewTests.name") private var name: String?

        var body: some View { Text("").onAppear { name = "x" } }
    }

    private struct Stored: View {
        let journal: Journal
        @AppStorage("ViewTests.volume") private var volume = 3
        @AppStorage("ViewTests.name") private var name: String?

        var body: some View {
            journal.note("\(volume) \(name ?? "none")")
            return Text("").onAppear { volume = 5 }
        }
    }

    @Test("a value of the user defaults is read, written, and observed")
    func appStorage() {
        UserDefaults.standard.removeObject(forKey: "ViewTests.volume")
        UserDefaults.standard.removeObject(forKey: "ViewTests.name")
        let window = show(Stored(journal: journal))
        #expect(journal.lines.first == "3 none")
        #expect(UserDefaults.standard.integer(forKey: "ViewTests.volume") == 5)
        #expect(journal.new().last == "5 none")
        let other = show(Other())
        #expect(journal.new() == ["5 x"])
        withExtendedLifetime(other) {}
        withExtendedLifetime(window) {}
    }

    // MARK: tasks

    private struct Working: View {
        @ObservedObject var journal: Journal

        var body: some View {
            Text("")
                .task(id: journal.names.count) {
                    let count = journal.names.count
                    await withTaskCancellationHandler {
                        try? await Task.sleep(for: .seconds(3_600))
                    } onCancel: {
                        Task { @MainActor in journal.note("cancelled \(count)") }
                    }
                }
                .onReceive(journal.$flag) { journal.note("flag \($0)") }
        }
    }

    @Test("a task begins anew with another identifier, and is cancelled when its view is gone; publishers are received")
    func tasks() async throws {
        let window = show(Working(journal: journal))
        await device.runPendingTasks()
        #expect(journal.new() == ["flag false"])
        device.perform { journal.names.append("c") }
        try await device.runPendingTasks { journal.lines == ["cancelled 2"] }
        device.perform { journal.flag = true }
        #expect(journal.new() == ["cancelled 2", "flag true"])
        device.perform { window.rootViewController = nil }
        try await device.runPendingTasks { journal.lines == ["cancelled 3"] }
    }

    // MARK: UIKit

    private struct Wrapped: UIViewRepresentable {
        let journal: Journal
        let text: String

        func makeUIView(context: Context) -> UILabel {
            journal.note("made")
            return UILabel(frame: .zero)
        }
        func updateUIView(_ uiView: UILabel, context: Context) {
            uiView.text = text
            journal.note("updated \(uiView.text ?? "")")
        }
    }

    private struct Modified: ViewModifier {
        @State private var count = 0

        func body(content: Content) -> some View { content.onAppear { count += 1 } }
    }

    @Test("a view of UIKit's is made once, and updated; another root view takes the place of the first")
    func representable() {
        let window = show(Wrapped(journal: journal, text: "one"))
        #expect(journal.new() == ["made", "updated one"])
        device.perform {
            (window.rootViewController as? UIHostingController<Wrapped>)?.rootView = Wrapped(
                journal: journal, text: "two")
        }
        #expect(journal.new() == ["updated two"])
    }

    private struct Tabs: View {
        let journal: Journal
        @State private var tab = 2

        var body: some View {
            TabView(selection: $tab) {
                Row(name: "one", journal: journal).modifier(Modified()).tag(1)
                Row(name: "two", journal: journal).modifier(Modified()).tag(2)
            }
            .onAppear { tab = 1 }
        }
    }

    @Test("the chosen tab appears; another choice takes it away")
    func tabs() {
        let window = show(Tabs(journal: journal))
        #expect(journal.new().filter { !$0.contains(" ") } == ["+two", "+one", "-two"])
        withExtendedLifetime(window) {}
    }

    @Test("a text says its key, translated, with its values")
    func text() {
        #expect(Text("a \(1) b \("c")") == Text(verbatim: "a 1 b c"))
        #expect(Text("100 % of \(2.5, specifier: "%.2f")") == Text(verbatim: "100 % of 2.50"))
        #expect(Text(verbatim: "%@") + Text("\(3)") == Text(verbatim: "%@3"))
    }

    @Test("elements are removed and moved as a list names them")
    func lists() {
        var names = ["a", "b", "c", "d"]
        names.move(fromOffsets: [0, 1], toOffset: 4)
        #expect(names == ["c", "d", "a", "b"])
        names.move(fromOffsets: [3], toOffset: 0)
        #expect(names == ["b", "c", "d", "a"])
        names.remove(atOffsets: [0, 2])
        #expect(names == ["c", "a"])
    }
}
