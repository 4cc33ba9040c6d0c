// swift-format-ignore-file
import SwiftUI

@MainActor
final class Garden: ObservableObject {
    @Published var beds = ["beans", "peas"]
    @Published private(set) var litres = 0

    func water() async {
        await Task.yield()
        if !Task.isCancelled { litres += beds.count }
    }
}

struct GardenView: View {
    let title: LocalizedStringKey
    @EnvironmentObject private var garden: Garden
    @EnvironmentObject private var delegate: GardenDelegate
    @Environment(\.scenePhase) private var phase
    @State private var isAdding = false
    @State private var appearances = 0

    var body: some View {
        NavigationView {
            List {
                Section(header: Text("Beds")) {
                    ForEach(garden.beds, id: \.self) { name in
                        BedRow(name: name)
                    }
                    .onDelete { garden.beds.remove(atOffsets: $0) }
                }
                Text("\(garden.litres) l, seen \(appearances) times").font(.footnote).foregroundColor(.secondary)
            }
            .navigationTitle(title)
            .toolbar {
                ToolbarItem(placement: .primaryAction) {
                    Button("Add") { isAdding = true }
                }
            }
        }
        .onAppear { appearances += 1 }
        .onChange(of: phase) { Log.app.info("view \(String(describing: $0), privacy: .public)") }
        .task { await garden.water() }
        .sheet(isPresented: $isAdding) {
            Text("New bed").padding()
        }
    }
}

private struct BedRow: View {
    let name: String
    @State private var isWet = false

    var body: some View {
        HStack(spacing: 8) {
            Image(systemName: isWet ? "drop.fill" : "drop").foregroundStyle(.leaf)
            Image(.leaf)
            Image(isWet ? .wetBed : .Tools.spade).background(Color(.default))
            Text(name)
            Spacer()
            Toggle("Wet", isOn: $isWet).labelsHidden()
        }
        .onTapGesture { isWet.toggle() }
        .animation(.easeInOut, value: isWet)
    }
}
