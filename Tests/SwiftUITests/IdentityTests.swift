import Foundation
import KeepAliveSwiftUI
import KeepAliveTesting
import TestSupport
import Testing

/// What keeps its state in the tree of views, what does not, and what is called when.
@MainActor
@Suite(.serialized, .onlyDevice) struct IdentityTests {
    private final class Journal {
        var lines: [String] = []

        func note(_ line: String) { lines.append(line) }

        func new() -> [String] {
            defer { lines = [] }
            return lines
        }
    }

    @Observable final class Model {
        var flag = false
        var items = [Item(), Item()]
        var path = NavigationPath()
        var tab = 0
    }

    @Observable final class Item: Identifiable {
        var title = "a"
        let id = UUID()
    }

    private let journal = Journal()
    private let model = Model()
    private let device: VirtualDevice
    private var window: UIWindow

    init() throws {
        device = try VirtualDevice()
        device.install { PlainDelegate() }
        device.launch()
        window = device.perform { UIWindow(frame: .zero) }
    }

    private final class PlainDelegate: NSObject, UIApplicationDelegate {}

    private func show(_ view: some View) {
        device.perform {
            window.rootViewController = UIHostingController(rootView: view)
            window.makeKeyAndVisible()
        }
    }

    private struct Row: View {
        let name: String
        let journal: Journal
        @State private var number: Int

        init(_ name: String, _ journal: Journal) {
            self.name = name
            self.journal = journal
            _number = State(initialValue: Int.random(in: 0..<1_000_000_000))
        }

        var body: some View {
            journal.note("\(number)")
            return Text(name).onAppear { journal.note("+\(name)") }.onDisappear { journal.note("-\(name)") }
        }
    }

    private struct Branches: View {
        let model: Model
        let journal: Journal

        var body: some View {
            if model.flag { Row("if", journal) } else { Row("else", journal) }
        }
    }

    @Test("the branches of a condition are different views, also when their types are equal")
    func branches() {
        show(Branches(model: model, journal: journal))
        let first = journal.new()
        device.perform { model.flag = true }
        let second = journal.new()
        #expect(first.last == "+else" && second.contains("-else") && second.contains("+if"))
        #expect(Set(first).isDisjoint(with: second.filter { !$0.hasPrefix("-") }))
    }

    private struct Titles: View {
        let model: Model
        let journal: Journal

        var body: some View {
            ForEach(model.items) { item in
                let _ = journal.note(item.title)
                Text(item.title)
            }
        }
    }

    @Test("what the content of a row reads of an object is observed")
    func content() {
        show(Titles(model: model, journal: journal))
        #expect(journal.new() == ["a", "a"])
        device.perform { model.items[1].title = "b" }
        #expect(journal.new() == ["a", "b"])
        for number in 0..<1000 { device.perform { model.items[0].title = "\(number)" } }
        #expect(journal.new().count == 2000)
    }

    private struct Measured: UIViewRepresentable {
        @Binding var height: Double
        let journal: Journal

        func makeUIView(context: Context) -> UIView { UIView(frame: .zero) }
        func updateUIView(_ uiView: UIView, context: Context) {
            journal.note("update")
            height = 10
        }
    }

    private struct Measuring: View {
        let journal: Journal
        @State private var height = 0.0

        var body: some View { Measured(height: $height, journal: journal) }
    }

    @Test("a view that sets a state to what it is does not go on for ever")
    func settles() {
        show(Measuring(journal: journal))
        #expect(journal.new() == ["update", "update"])
    }

    private struct Counting: View {
        let journal: Journal
        @State private var count = 0

        var body: some View {
            Text("")
                .onAppear {
                    count += 1
                    journal.note("+\(count)")
                }
                .onDisappear { journal.note("-\(count)") }
                .task {
                    await withTaskCancellationHandler {
                        try? await Task.sleep(for: .seconds(3_600))
                    } onCancel: {
                        Task { @MainActor in journal.note("cancelled") }
                    }
                }
        }
    }

    @Test("a controller that is covered keeps the state of its views; one that is gone ends their tasks")
    func covered() async throws {
        let navigation = device.perform { () -> UINavigationController in
            let hosting = UIHostingController(rootView: Counting(journal: journal))
            let navigation = UINavigationController(rootViewController: hosting)
            window.rootViewController = navigation
            window.makeKeyAndVisible()
            return navigation
        }
        #expect(journal.new() == ["+1"])
        device.perform { navigation.pushViewController(UIViewController(), animated: false) }
        try await device.runPendingTasks { journal.lines.contains("cancelled") }
        #expect(journal.new() == ["-1", "cancelled"])
        device.perform { _ = navigation.popViewController(animated: false) }
        #expect(journal.new() == ["+2"])
        device.perform {
            navigation.setViewControllers([UIViewController()], animated: false)
        }
        try await device.runPendingTasks { journal.lines.contains("cancelled") }
        #expect(journal.new() == ["-2", "cancelled"])
    }

    private struct Tabs: View {
        @Bindable var model: Model
        let journal: Journal

        var body: some View {
            TabView(selection: $model.tab) {
                Counting(journal: journal).tag(0)
                Text("").tag(1)
            }
        }
    }

    @Test("a tab that was seen keeps its state")
    func tabs() {
        show(Tabs(model: model, journal: journal))
        #expect(journal.new() == ["+1"])
        device.perform { model.tab = 1 }
        #expect(journal.new() == ["-1"])
        device.perform { model.tab = 0 }
        #expect(journal.new() == ["+2"])
    }

    private struct NamedTabs: View {
        @Bindable var model: Model

        var body: some View {
            TabView(selection: $model.tab) {
                Text("beds").tabItem { Label("Beds", systemImage: "leaf") }.tag(5).environment(\.isEnabled, true)
                Text("empty").onAppear {}.tag(4)
                Button("Water") { model.flag = true }.tag(6).tabItem { Text("Tools") }
                Tab("More", systemImage: "ellipsis", value: 7) { Text("more") }
            }
        }
    }

    private struct OptionalTabs: View {
        let journal: Journal
        @State private var tab: Int? = 1

        var body: some View {
            TabView(selection: $tab) {
                Text("").tag(1).tabItem { Text("One") }.onAppear { journal.note("one") }
                Text("").tag(2).tabItem { Text("Two") }.onAppear { journal.note("two") }
                Tab(value: 3, role: .search) { Text("").onAppear { journal.note("search") } }
            }
        }
    }

    private struct FreeTabs: View {
        let journal: Journal

        var body: some View {
            TabView {
                Counting(journal: journal).tabItem { Text("One") }
                Tab("Two", systemImage: "2.circle") { Button("Here") { journal.note("here") } }
            }
        }
    }

    @Test("the user taps the name of a tab, and sees it; with a binding, the app knows which")
    func namedTabs() throws {
        model.tab = 5
        show(NamedTabs(model: model))
        #expect(throws: (any Error).self) { try device.touch("Water") }
        try device.touch("Tools")
        #expect(model.tab == 6)
        try device.touch("Water")
        #expect(model.flag)
        try device.touch("More")
        #expect(model.tab == 7)
        show(OptionalTabs(journal: journal))
        for name in ["Two", "Search", "One"] { try device.touch(name) }
        #expect(journal.new() == ["one", "two", "search", "one"])
        show(FreeTabs(journal: journal))
        #expect(journal.new() == ["+1"])
        try device.touch("Two")
        try device.touch("tab Two")
        try device.touch("Here")
        try device.touch("One")
        #expect(journal.new() == ["-1", "here", "+2"])
    }

    private struct Leaving: View {
        let window: UIWindow
        let journal: Journal

        var body: some View {
            VStack {
                Text("").onAppear {
                    journal.note("inner")
                    window.rootViewController = nil
                }
            }
            .onAppear { journal.note("outer") }
        }
    }

    @Test("a view that is gone before it has appeared does not appear")
    func leaving() {
        show(Leaving(window: window, journal: journal))
        #expect(journal.new() == ["inner"])
    }

    private struct Stack: View {
        @Bindable var model: Model
        let journal: Journal

        var body: some View {
            NavigationStack(path: $model.path) {
                Text("")
                    .onAppear { journal.note("+root") }
                    .onDisappear { journal.note("-root") }
                    .navigationDestination(for: Int.self) { number in
                        Text("\(number)")
                            .onAppear { journal.note("+\(number)") }
                            .onDisappear { journal.note("-\(number)") }
                    }
                    .toolbar {
                        if model.flag { ToolbarItem { Text("") } }
                    }
            }
        }
    }

    @Test("an app that changes the path goes to its views, and back")
    func path() {
        show(Stack(model: model, journal: journal))
        #expect(journal.new() == ["+root"])
        device.perform { model.path.append(3) }
        #expect(journal.new().sorted() == ["+3", "-root"])
        device.perform { model.path.append(4) }
        #expect(journal.new().sorted() == ["+4", "-3"])
        device.perform { model.path.removeLast(2) }
        #expect(journal.new().sorted() == ["+root", "-4"])
    }

    private struct Twins: View {
        let model: Model
        let journal: Journal

        var body: some View {
            ForEach(["a", "a"], id: \.self) { _ in
                Text(model.flag ? "1" : "2").onAppear { journal.note("+") }.onDisappear { journal.note("-") }
            }
        }
    }

    @Test("rows with the same identifier stay")
    func twins() {
        show(Twins(model: model, journal: journal))
        #expect(journal.new() == ["+", "+"])
        device.perform { model.flag = true }
        #expect(journal.new() == [])
    }

    private struct Key: EnvironmentKey {
        static let defaultValue: String? = "default"
    }

    @Test("a key whose value may be missing has its default until one is set")
    func optionalKey() {
        var values = EnvironmentValues()
        #expect(values[Key.self] == "default")
        values[Key.self] = nil
        #expect(values[Key.self] == nil)
        values[Key.self] = "x"
        #expect(values[Key.self] == "x")
    }

    private struct PhaseApp: App {
        @Environment(\.scenePhase) private var phase

        var body: some Scene {
            WindowGroup { Text("").onAppear { Self.journal?.note("appeared") } }
                .onChange(of: phase) { Self.journal?.note("\($1)") }
        }

        static var journal: Journal?
    }

    @Test("LC-02: an app of SwiftUI has scenes also where its Info.plist does not say so; a line says what it lacks")
    func withoutManifest() throws {
        PhaseApp.journal = journal
        defer { PhaseApp.journal = nil }
        let other = try VirtualDevice()
        other.install { SwiftUIAppDelegate.of(PhaseApp.self) }
        other.launch()
        other.pressHome()
        #expect(journal.new() == ["appeared", "inactive", "active", "inactive", "background"])
        #expect(other.timeline.contains { $0.contains("UIApplicationSceneManifest") })
    }

    @Test("what a process of the app has shown calls nothing after its end; what goes before it does")
    func killed() throws {
        func shown() -> UIWindow {
            device.perform {
                let window = UIWindow(frame: .zero)
                window.rootViewController = UIHostingController(rootView: Row("row", journal))
                window.makeKeyAndVisible()
                return window
            }
        }
        var first: UIWindow? = shown()
        #expect(journal.new().last == "+row" && first != nil)
        device.perform { first = nil }
        #expect(journal.new() == ["-row"])
        var second: UIWindow? = shown()
        #expect(journal.new().last == "+row" && second != nil)
        device.forceQuit()
        device.launch()
        device.perform { second = nil }
        #expect(journal.new() == [])
    }

    // Custom styles and parts, as apps write them.
    private struct Plain: ToggleStyle {
        func makeBody(configuration: Configuration) -> some View {
            HStack {
                configuration.label
                Image(systemName: configuration.isOn ? "a" : "b").onTapGesture { configuration.isOn.toggle() }
            }
        }
    }

    private struct Boxed: GroupBoxStyle {
        func makeBody(configuration: Configuration) -> some View {
            VStack {
                configuration.label
                configuration.content
            }
        }
    }

    private struct Styled: View {
        @State private var isOn: Bool
        @GestureState(initialValue: 0.0) private var offset

        init(isOn: Bool) { _isOn = State(initialValue: isOn) }

        var body: some View {
            GroupBox("Box") {
                Toggle("On", isOn: $isOn).toggleStyle(Plain())
            }
            .groupBoxStyle(Boxed())
            .gesture(DragGesture().updating($offset) { value, state, _ in state = value.translation.height })
        }
    }

    @Test("custom styles")
    func styles() { show(Styled(isOn: true)) }
}
