import Foundation

/// Whether Bluetooth can be used.
public enum CBManagerState: Int, Sendable {
    /// Not known yet.
    case unknown = 0
    /// It begins anew.
    case resetting = 1
    /// The device has none.
    case unsupported = 2
    /// The app may not.
    case unauthorized = 3
    /// It is off.
    case poweredOff = 4
    /// It is on.
    case poweredOn = 5
}

/// The user's permission to use Bluetooth.
public enum CBManagerAuthorization: Int, Sendable {
    /// The user was not asked.
    case notDetermined = 0
    /// The user may not decide.
    case restricted = 1
    /// The user has refused.
    case denied = 2
    /// The user has agreed.
    case allowedAlways = 3
}

/// What both managers have.
open class CBManager: NSObject, @unchecked Sendable {
    /// Whether Bluetooth can be used: the device has none.
    open var state: CBManagerState { .unsupported }
    /// The user's permission.
    public class var authorization: CBManagerAuthorization { .allowedAlways }
    /// The user's permission.
    open var authorization: CBManagerAuthorization { Self.authorization }
}

/// The app that looks for other devices. There is no Bluetooth here: its delegate is told that the state is `unsupported`.
open class CBCentralManager: CBManager, @unchecked Sendable {
    /// Who is told of other devices.
    public weak var delegate: (any CBCentralManagerDelegate)?
    /// True while it looks for devices; it never does here.
    public var isScanning: Bool { false }

    /// Creates a manager, whose delegate is told of the state.
    ///
    /// - Parameters:
    ///   - queue: the queue of that; `nil` for the main one.
    ///   - options: not used here.
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

    /// Looks for devices: there are none here.
    open func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {}
    /// Looks no longer.
    open func stopScan() {}
    /// Connects a device; none is known here.
    open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {}
    /// Ends a connection.
    open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {}
    /// Returns devices by what tells them from others: none.
    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] { [] }
    /// Returns devices that are connected: none.
    open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] { [] }
}

/// What tells services of Bluetooth from others.
open class CBUUID: NSObject, @unchecked Sendable {
    /// The text.
    public let uuidString: String

    /// Creates an identifier from its text.
    public init(string theString: String) {
        uuidString = theString.uppercased()
        super.init()
    }
    /// Creates an identifier from a UUID.
    public convenience init(nsuuid theUUID: UUID) { self.init(string: theUUID.uuidString) }

    override open func isEqual(_ object: Any?) -> Bool { (object as? CBUUID)?.uuidString == uuidString }
    override open var hash: Int { uuidString.hash }
}

/// Another device. None is known here.
open class CBPeripheral: NSObject, @unchecked Sendable {
    /// Whether it is connected.
    public enum State: Int, Sendable {
        /// In some way.
        case disconnected = 0, connecting, connected, disconnecting
    }

    /// What tells it from others.
    public let identifier = UUID()
    /// Its name.
    open var name: String? { nil }
    /// Whether it is connected.
    open var state: State { .disconnected }
    /// What it offers.
    open var services: [CBService]? { nil }
    /// Who is told what it offers.
    public weak var delegate: (any CBPeripheralDelegate)?

    override private init() { super.init() }

    /// Looks for what it offers.
    open func discoverServices(_ serviceUUIDs: [CBUUID]?) {}
    /// Looks for what a service offers.
    open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {}
    /// Reads a value.
    open func readValue(for characteristic: CBCharacteristic) {}
    /// Writes a value.
    open func writeValue(_ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType) {}
    /// Has changes of a value told, or not.
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {}
}

/// What another device offers.
open class CBService: NSObject, @unchecked Sendable {
    /// What tells it from others.
    public let uuid: CBUUID
    /// Its values.
    open var characteristics: [CBCharacteristic]? { nil }

    fileprivate init(_ uuid: CBUUID) {
        self.uuid = uuid
        super.init()
    }
}

/// A value of a service.
open class CBCharacteristic: NSObject, @unchecked Sendable {
    /// What tells it from others.
    public let uuid: CBUUID
    /// The value.
    open var value: Data? { nil }
    /// True if changes are told.
    open var isNotifying: Bool { false }

    fileprivate init(_ uuid: CBUUID) {
        self.uuid = uuid
        super.init()
    }
}

/// Whether a device answers what is written.
public enum CBCharacteristicWriteType: Int, Sendable {
    /// It does.
    case withResponse = 0
    /// It does not.
    case withoutResponse = 1
}

/// The key of the name under which a manager is launched again.
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// The key of whether the user is asked to switch Bluetooth on.
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// The key of whether a device is told of more than once.
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
/// The key of the devices that a manager had before it was launched again.
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
/// The key of the name that a device says of itself.
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
/// The key of the services that a device says that it offers.
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"

/// Who is told of other devices. Of it, the state alone is told here.
public protocol CBCentralManagerDelegate: AnyObject {
    /// Bluetooth can be used, or not.
    func centralManagerDidUpdateState(_ central: CBCentralManager)
    /// A manager is there again after a launch.
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
    /// A device was found.
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber)
    /// A device is connected.
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
    /// A device could not be connected.
    func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)
    /// A device is connected no longer.
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)
}

extension CBCentralManagerDelegate {
    /// Nothing to do.
    public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
    /// Nothing to do.
    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {}
    /// Nothing to do.
    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}
    /// Nothing to do.
    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}
    /// Nothing to do.
    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {}
}

/// Who is told what another device offers; not called here.
public protocol CBPeripheralDelegate: AnyObject {
    /// Its services are known.
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?)
    /// The values of a service are known.
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?)
    /// A value has come.
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?)
    /// A value was written.
    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?)
    /// Changes of a value are told, or not.
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: (any Error)?)
}

extension CBPeripheralDelegate {
    /// Nothing to do.
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {}
    /// Nothing to do.
    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {}
    /// Nothing to do.
    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {}
    /// Nothing to do.
    public func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {}
    /// Nothing to do.
    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: (any Error)?
    ) {}
}
