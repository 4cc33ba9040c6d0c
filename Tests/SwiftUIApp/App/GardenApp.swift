// swift-format-ignore-file
import BackgroundTasks
import Combine
import os
import SwiftUI

@main
struct GardenApp: App {
    @UIApplicationDelegateAdaptor(GardenDelegate.self) private var delegate
    @Environment(\.scenePhase) private var phase
    @StateObject private var garden = Garden()
    @AppStorage("waterings") private var waterings = 0

    var body: some Scene {
        WindowGroup {
            GardenView(title: "Beds")
                .environmentObject(garden)
        }
        .onChange(of: phase) { _, new in
            Log.app.info("phase \(String(describing: new), privacy: .public)")
            if new == .background { schedule() }
        }
        .backgroundTask(.appRefresh("org.example.garden.water")) {
            await water()
        }
    }

    private func schedule() {
        let request = BGAppRefreshTaskRequest(identifier: "org.example.garden.water")
        request.earliestBeginDate = Date(timeIntervalSinceNow: 60)
        do {
            try BGTaskScheduler.shared.submit(request)
        } catch {
            Log.app.error("\(error)")
        }
    }

    private func water() async {
        await garden.water()
        waterings += 1
        schedule()
        Log.app.info("watered")
    }
}

enum Log {
    static let app = Logger(subsystem: "org.example.garden", category: "app")
}

final class GardenDelegate: NSObject, UIApplicationDelegate, ObservableObject {
    @Published var launches = 0

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        launches += 1
        let beds = Bundle.main.url(forResource: "beds", withExtension: "json")
        Log.app.info("beds in \(beds?.lastPathComponent ?? "none", privacy: .public) of \(Bundle.main.bundleIdentifier ?? "none")")
        return true
    }
}

#Preview {
    GardenView(title: "Preview").environmentObject(Garden())
}
