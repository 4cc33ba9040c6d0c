import Foundation

public enum CBManagerState: Int, Sendable {
    case unknown, resetting
    case unsupported = 2
    case unauthorized
    case poweredOff, poweredOn
}

public enum CBManagerAuthorization: Int, Sendable {
    case notDetermined, restricted
    case denied, allowedAlways
}

open class CBManager: NSObject, @unchecked Sendable {
    open var state: CBManagerState { .unsupported }
    public class var authorization: CBManagerAuthorization { .allowedAlways }
    open var authorization: CBManagerAuthorization { Self.authorization }
}

/// Scans for peripherals. The device has no Bluetooth: the manager reports the state `unsupported` to its delegate, and
/// finds no peripheral.
open class CBCentralManager: CBManager, @unchecked Sendable {
    public weak var delegate: (any CBCentralManagerDelegate)?
    /// True while the manager scans for peripherals; always false, unlike on iOS.
    public var isScanning: Bool { false }

    /// Creates a manager, and reports the state `unsupported` to its delegate.
    ///
    /// - Parameters:
    ///   - delegate: the delegate, which the manager does not retain.
    ///   - queue: the queue on which the delegate is called; `nil` for the main queue.
    ///   - options: ignored.
    public init(
        delegate: (any CBCentralManagerDelegate)? = nil, queue: DispatchQueue? = nil, options: [String: Any]? = nil
    ) {
        super.init()
        self.delegate = delegate
        let context = AppContext.current
        context.note(.bluetooth)
        let tell: @Sendable () -> Void = { [weak self] in
            guard let self else { return }
            self.delegate?.centralManagerDidUpdateState(self)
        }
        if let queue { context.perform(on: queue, tell) } else { context.main(tell) }
    }

    /// Has no effect, unlike on iOS: there are no peripherals.
    open func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {}
    open func stopScan() {}
    /// Has no effect, unlike on iOS: there are no peripherals.
    open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {}
    open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {}
    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] { [] }
    open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] { [] }
}

open class CBUUID: NSObject, @unchecked Sendable {
    public let uuidString: String

    public init(string theString: String) {
        uuidString = theString.uppercased()
        super.init()
    }
    public convenience init(nsuuid theUUID: UUID) { self.init(string: theUUID.uuidString) }

    override open func isEqual(_ object: Any?) -> Bool { (object as? CBUUID)?.uuidString == uuidString }
    override open var hash: Int { uuidString.hash }
}

/// A remote Bluetooth device. Unlike on iOS, the app never gets an instance.
open class CBPeripheral: NSObject, @unchecked Sendable {
    public enum State: Int, Sendable {
        case disconnected = 0, connecting, connected, disconnecting
    }

    public let identifier = UUID()
    open var name: String? { nil }
    open var state: State { .disconnected }
    open var services: [CBService]? { nil }
    public weak var delegate: (any CBPeripheralDelegate)?

    override private init() { super.init() }

    open func discoverServices(_ serviceUUIDs: [CBUUID]?) {}
    open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {}
    open func readValue(for characteristic: CBCharacteristic) {}
    open func writeValue(_ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType) {}
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {}
}

open class CBService: NSObject, @unchecked Sendable {
    public let uuid: CBUUID
    open var characteristics: [CBCharacteristic]? { nil }

    fileprivate init(_ uuid: CBUUID) {
        self.uuid = uuid
        super.init()
    }
}

open class CBCharacteristic: NSObject, @unchecked Sendable {
    public let uuid: CBUUID
    open var value: Data? { nil }
    open var isNotifying: Bool { false }

    fileprivate init(_ uuid: CBUUID) {
        self.uuid = uuid
        super.init()
    }
}

public enum CBCharacteristicWriteType: Int, Sendable {
    case withResponse
    case withoutResponse = 1
}

public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"

/// The delegate of a central manager. Unlike on iOS, only `centralManagerDidUpdateState(_:)` is ever called.
public protocol CBCentralManagerDelegate: AnyObject {
    func centralManagerDidUpdateState(_ central: CBCentralManager)
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber)
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
    func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)
}

extension CBCentralManagerDelegate {
    public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {}
    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}
    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}
    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {}
}

/// The delegate of a peripheral; no method is ever called, unlike on iOS.
public protocol CBPeripheralDelegate: AnyObject {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?)
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?)
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?)
    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?)
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: (any Error)?)
}

extension CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {}
    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {}
    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {}
    public func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {}
    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: (any Error)?
    ) {}
}
