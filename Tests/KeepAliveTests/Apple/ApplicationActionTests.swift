import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAliveTesting

/// Actions that an app sends itself, and requests that nothing here can answer.
@MainActor
@Suite(.serialized, .onlyDevice) struct ApplicationActionTests {
    private final class Delegate: NSObject, UIApplicationDelegate {}

    private final class Target: NSObject {
        var senders: [String] = []

        func act(_ sender: Any?) { senders.append("\(sender ?? "nil")") }
    }

    @Test("an action goes to its target; without one to the field that has what the user types, if there is one")
    func sendAction() throws {
        let device = try VirtualDevice()
        device.launch { Delegate() }
        let target = Target()
        let act = Selector("act:", { (object: Target, sender: Any?) in object.act(sender) })
        let resign = Selector(
            "resignFirstResponder", { (object: UIEventResponder) in _ = object.resignFirstResponder() })
        device.perform {
            #expect(UIApplication.shared.sendAction(act, to: target, from: "me", for: nil))
            #expect(target.senders == ["me"])
            #expect(!UIApplication.shared.sendAction(resign, to: nil, from: nil, for: nil))
            let window = UIWindow(frame: .zero)
            let field = UITextField(frame: .zero)
            let controller = UIViewController()
            window.rootViewController = controller
            window.makeKeyAndVisible()
            controller.view.addSubview(field)
            #expect(field.becomeFirstResponder())
            #expect(UIApplication.shared.sendAction(resign, to: nil, from: nil, for: nil))
            #expect(!field.isFirstResponder)
        }
    }

    @Test("there is no map: a request for the words for a place ends with the error network, and the timeline says so")
    func geocoder() async throws {
        let device = try VirtualDevice()
        device.launch { Delegate() }
        nonisolated(unsafe) var answers: [String] = []
        device.perform {
            CLGeocoder().reverseGeocodeLocation(CLLocation(latitude: 48, longitude: 11)) { places, error in
                answers.append("\(places?.count ?? -1) \((error as? CLError)?.code == .network)")
            }
        }
        #expect(answers == ["-1 true"])
        #expect(device.timeline.contains { $0.contains("CLGeocoder") })
    }

    @Test("nothing of motion is available, and who asks for it is told so")
    func motion() throws {
        let device = try VirtualDevice()
        device.launch { Delegate() }
        nonisolated(unsafe) var errors: [Int] = []
        device.perform {
            #expect(!CMMotionManager().isDeviceMotionAvailable && !CMPedometer.isStepCountingAvailable())
            CMPedometer().startUpdates(from: Date()) { _, error in errors.append((error as NSError?)?.code ?? 0) }
            ENManager().activate { error in errors.append((error as? ENError)?.errorCode ?? 0) }
        }
        #expect(errors == [109, 5])
        #expect(!WCSession.isSupported() && !HKHealthStore.isHealthDataAvailable())
    }
}
