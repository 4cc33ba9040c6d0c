import Foundation
import KeepAliveModel

/// Creates the objects of a storyboard scene or xib, and makes the connections between them.
@MainActor
final class InterfaceLoader {
    private let bundle: Bundle
    private(set) weak var storyboard: UIStoryboard?
    /// The created objects, by the ID of their element. The objects are held weakly.
    private var objects: [String: Made] = [:]
    /// The elements whose connections have not been made yet.
    private var waiting: [InterfaceElement] = []
    /// Objects that nothing else retains: bar buttons, layouts, gesture recognizers and constraints.
    private var kept: [AnyObject] = []

    private struct Made {
        weak var object: AnyObject?
    }

    /// The ID of the First Responder in a xib; `nil` in a storyboard.
    private var firstResponder: String?
    /// The element of the controller's view; `nil` if the storyboard has no view for the controller.
    private var view: InterfaceElement?
    private var isViewMade = false
    /// Created views whose outlets must be set before their `awakeFromNib()` is called.
    private var awakening: [UIView] = []

    init(_ bundle: Bundle) {
        self.bundle = bundle
    }

    // MARK: Controllers

    /// Creates a controller. The controller's view is created when it is first used.
    func controller(
        _ element: InterfaceElement, of storyboard: UIStoryboard, creator: ((NSCoder) -> UIViewController?)? = nil
    ) -> UIViewController? {
        let coder = InterfaceCoder()
        let type = type(of: element, Self.controllers, below: UIViewController.self) as? UIViewController.Type
        guard let controller = creator?(coder) ?? type?.init(coder: coder) else { return nil }
        self.storyboard = storyboard
        controller.interface = self
        controller.storyboard = storyboard
        controller.segues = element.tree.flatMap(\.connections).filter { $0.name == "segue" }
        controller.title = element["title"]
        keep(controller, element)
        view = element.value("view")
        if let item = element.value("navigationItem") { fill(controller.navigationItem, item) }
        if let item = element.value("tabBarItem") {
            controller.tabBarItem = UITabBarItem(title: item["title"], image: nil, tag: Int(item["tag"] ?? "") ?? 0)
            if let system = item["systemItem"] { controller.tabBarItem.title = system.capitalized }
        }
        contain(controller)
        connect()
        controller.awakeFromNib()
        return controller
    }

    /// Creates the child controllers of a container controller, and adds them to the container.
    private func contain(_ controller: UIViewController) {
        let contained = controller.segues.filter { $0["kind"] == "relationship" }.compactMap { segue in
            segue["destination"].flatMap { storyboard?.controller(id: $0) }
        }
        switch controller {
        case let stack as UINavigationController: stack.viewControllers = contained
        case let tabs as UITabBarController: tabs.viewControllers = contained
        case let split as UISplitViewController: split.viewControllers = contained
        default: contained.forEach { controller.addChild($0) }
        }
    }

    /// Creates the view of a controller with its subviews, and sets the controller's outlets.
    func makeView(for controller: UIViewController) -> UIView? {
        let made = view.map { make($0, UIView.self) }
        isViewMade = true
        connect()
        return made
    }

    // MARK: Nibs

    /// Creates the objects of a xib.
    ///
    /// - Parameter owner: the object that stands for File's Owner; `nil` for none.
    /// - Returns: the top-level objects, without the owner.
    func objects(of document: InterfaceElement, owner: AnyObject?) -> [AnyObject] {
        var made: [AnyObject] = []
        for element in document.first("objects")?.children ?? [] {
            if element.name == "placeholder" {
                if element.isFirstResponder { firstResponder = element.id }
                if element["placeholderIdentifier"] == "IBFilesOwner", let owner { keep(owner, element) }
            } else if Self.gestures[element.name] != nil {
                if let recognizer = gesture(element) { made.append(recognizer) }
            } else {
                made.append(make(element, UIView.self))
            }
        }
        connect()
        return made
    }

    // MARK: Objects

    private func keep(_ object: AnyObject, _ element: InterfaceElement) {
        if let id = element.id { objects[id] = Made(object: object) }
        waiting.append(element)
    }

    /// Returns the class of an object: the custom class that the element names, otherwise UIKit's class.
    private func type<Base: AnyObject>(
        of element: InterfaceElement, _ table: [String: AnyClass], below base: Base.Type
    ) -> AnyClass {
        // `MKMapView` is looked up by name: this module cannot import MapKit, which imports UIKit.
        let map: AnyClass? = element.name == "mapView" ? FrameworkClasses.named("MKMapView") : nil
        let plain: AnyClass = table[element.name] ?? map ?? base
        guard let name = element["customClass"] else { return plain }
        let module = UIApplication.shared.delegate.flatMap {
            String(reflecting: Swift.type(of: $0)).split(separator: ".").first
        }
        let found: AnyClass? =
            element["customModule"].flatMap { NSClassFromString("\($0).\(name)") }
            ?? module.flatMap { NSClassFromString("\($0).\(name)") } ?? FrameworkClasses.named(name)
            ?? NSClassFromString(name)
        if let found, found is Base.Type { return found }
        // UIKit logs the first of these messages, too, and uses its own class in place of an unknown class.
        AppProcess.say(
            found == nil
                ? "Unknown class \(name) in Interface Builder file."
                : "The class \(name) of an Interface Builder file is no \(Base.self): a plain one stands there.")
        return plain
    }

    /// Creates a view with its subviews.
    @discardableResult
    private func make(_ element: InterfaceElement, _ base: UIView.Type) -> UIView {
        let type = type(of: element, Self.views, below: UIView.self) as? UIView.Type ?? base
        guard let view = type.init(coder: InterfaceCoder()) else {
            AppProcess.say("\(type).init(coder:) has returned nil: a plain view stands there")
            return UIView()
        }
        keep(view, element)
        InterfaceValues.fill(view, element)
        for part in element.first("subviews")?.children ?? [] {
            let made = make(part, UIView.self)
            if let stack = view as? UIStackView { stack.addArrangedSubview(made) } else { view.addSubview(made) }
        }
        if let table = view as? UITableView {
            table.prototypes = prototypes(element.first("prototypes"), UITableViewCell.self) { cell, element in
                cell.segues = element.connections.filter { $0.name == "segue" }
            }
            table.staticSections = (element.first("sections")?.children ?? []).map(section)
            table.tableHeaderView = element.value("tableHeaderView").map { make($0, UIView.self) }
            table.tableFooterView = element.value("tableFooterView").map { make($0, UIView.self) }
        }
        if let bar = view as? UIToolbar {
            bar.items = element.first("items")?.children.map(barButton)
        }
        if let collection = view as? UICollectionView {
            if let layout = element.value("collectionViewLayout") { makeLayout(layout, of: collection) }
            collection.prototypes = prototypes(element.first("cells"), UICollectionViewCell.self) { cell, element in
                cell.reuseIdentifier = element["reuseIdentifier"]
                cell.segues = element.connections.filter { $0.name == "segue" }
            }
        }
        if let cell = view as? UICollectionViewCell {
            let content = element.first("collectionViewCellContentView") ?? element.value("contentView")
            for part in content?.first("subviews")?.children ?? [] {
                cell.contentView.addSubview(make(part, UIView.self))
            }
            cell.addSubview(cell.contentView)
        }
        if let effect = view as? UIVisualEffectView, let content = element.value("contentView") {
            for part in content.first("subviews")?.children ?? [] {
                effect.contentView.addSubview(make(part, UIView.self))
            }
        }
        if let cell = view as? UITableViewCell, let content = element.first("tableViewCellContentView") {
            for part in content.first("subviews")?.children ?? [] {
                cell.contentView.addSubview(make(part, UIView.self))
            }
            cell.addSubview(cell.contentView)
            // A cell in one of UIKit's styles names the IDs of its labels and its image view.
            let part = { (name: String) in element[name].flatMap { self.objects[$0]?.object } }
            if let label = part("textLabel") as? UILabel { cell.textLabel = label }
            if let label = part("detailTextLabel") as? UILabel { cell.detailTextLabel = label }
            if let image = part("imageView") as? UIImageView { cell.imageView = image }
        }
        awakening.append(view)
        return view
    }

    /// Creates a section of static cells.
    private func section(_ element: InterfaceElement) -> UITableView.StaticSection {
        let cells = (element.first("cells")?.children ?? []).compactMap { part -> UITableViewCell? in
            let cell = make(part, UITableViewCell.self) as? UITableViewCell
            cell?.segues = part.connections.filter { $0.name == "segue" }
            return cell
        }
        return UITableView.StaticSection(
            header: InterfaceValues.words("headerTitle", element),
            footer: InterfaceValues.words("footerTitle", element),
            cells: cells)
    }

    /// Returns functions that create copies of the prototype cells, by reuse identifier.
    private func prototypes<Cell: UIView>(
        _ elements: InterfaceElement?, _ base: Cell.Type, finish: @escaping (Cell, InterfaceElement) -> Void
    ) -> [String: () -> Cell?] {
        var made: [String: () -> Cell?] = [:]
        for element in elements?.children ?? [] {
            guard let name = element["reuseIdentifier"] else { continue }
            let (bundle, storyboard) = (bundle, storyboard)
            // Each cell has objects of its own, and so a loader of its own. Connections to objects outside of the cell
            // lead to the objects of this loader.
            made[name] = { [weak self] in
                let loader = InterfaceLoader(bundle)
                loader.storyboard = storyboard
                loader.objects = self?.objects ?? [:]
                let cell = loader.make(element, base) as? Cell
                loader.connect()
                if let cell { finish(cell, element) }
                return cell
            }
        }
        return made
    }

    /// Creates the layout of a collection view. A custom layout class is replaced by a flow layout.
    private func makeLayout(_ element: InterfaceElement, of collection: UICollectionView) {
        if let name = element["customClass"] {
            AppProcess.say("the layout \(name) of an Interface Builder file is not made: a plain one stands there")
        }
        let layout = UICollectionViewFlowLayout()
        func number(_ name: String) -> CGFloat? { element[name].flatMap(Double.init).map { CGFloat($0) } }
        if element["scrollDirection"] == "horizontal" { layout.scrollDirection = .horizontal }
        layout.minimumLineSpacing = number("minimumLineSpacing") ?? 10
        layout.minimumInteritemSpacing = number("minimumInteritemSpacing") ?? 10
        if let size = element.all("size").first(where: { $0["key"] == "itemSize" }) {
            let values = ["width", "height"].map { size[$0].flatMap(Double.init) ?? 50 }
            layout.itemSize = CGSize(width: values[0], height: values[1])
        }
        keep(layout, element)
        kept.append(layout)
        collection.collectionViewLayout = layout
    }

    private func gesture(_ element: InterfaceElement) -> UIGestureRecognizer? {
        guard let recognizer = Self.gestures[element.name]?() else { return nil }
        keep(recognizer, element)
        kept.append(recognizer)
        return recognizer
    }

    // MARK: Bars

    private func fill(_ item: UINavigationItem, _ element: InterfaceElement) {
        item.title = element["title"]
        item.prompt = element["prompt"]
        for part in element.children {
            switch part["key"] {
            case "leftBarButtonItem": item.leftBarButtonItem = barButton(part)
            case "rightBarButtonItem": item.rightBarButtonItem = barButton(part)
            case "leftBarButtonItems": item.leftBarButtonItems = part.children.map(barButton)
            case "rightBarButtonItems": item.rightBarButtonItems = part.children.map(barButton)
            case "titleView": item.titleView = make(part, UIView.self)
            default: break
            }
        }
    }

    private func barButton(_ element: InterfaceElement) -> UIBarButtonItem {
        let item = UIBarButtonItem()
        item.title = element["title"] ?? element["systemItem"]
        item.tag = Int(element["tag"] ?? "") ?? 0
        item.isEnabled = element.flag("enabled") ?? true
        if let custom = element.value("customView") { item.customView = make(custom, UIView.self) }
        keep(item, element)
        kept.append(item)
        return item
    }

    // MARK: Connections

    /// Makes the connections of all objects that were created since the last call.
    func connect() {
        var later: [InterfaceElement] = []
        while let element = waiting.first {
            waiting.removeFirst()
            guard let object = element.id.flatMap({ objects[$0]?.object }) else { continue }
            // A controller's connections may lead into its view, so they are made only after the view has been created.
            if object is UIViewController, view != nil, !isViewMade {
                later.append(element)
                continue
            }
            var collections: [String: [AnyObject]] = [:]
            for connection in element.connections {
                let destination = connection["destination"].flatMap { self.object($0) }
                switch connection.name {
                case "outlet":
                    if let destination { setOutlet(connection["property"] ?? "", of: object, to: destination) }
                case "outletCollection":
                    if let destination { collections[connection["property"] ?? "", default: []].append(destination) }
                case "action": add(connection, to: object, destination)
                case "segue" where !(object is UIViewController): addSegue(connection, to: object)
                default: break
                }
            }
            for (name, values) in collections { setOutlet(name, of: object, to: values) }
        }
        waiting = later
        let made = awakening
        awakening = []
        for view in made { view.awakeFromNib() }
    }

    /// Returns the object with an ID; `nil` if there is none. A gesture recognizer or constraint, whose element is not
    /// inside the controller's, is created when it is first used.
    private func object(_ id: String) -> AnyObject? {
        if let object = objects[id]?.object { return object }
        let beside = storyboard?.elements.first { $0.id == id }
        if beside?.name == "constraint", let beside {
            // Nothing is laid out: of a constraint only the constant is read.
            let constant = beside["constant"].flatMap(Double.init) ?? 0
            let made = NSLayoutConstraint(
                item: self, attribute: .notAnAttribute, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute,
                multiplier: 1, constant: CGFloat(constant))
            objects[id] = Made(object: made)
            kept.append(made)
            return made
        }
        return beside.flatMap(gesture)
    }

    private func setOutlet(_ name: String, of object: AnyObject, to value: Any) {
        if let view = object as? UIView, name == "gestureRecognizers", let recognizers = value as? [UIGestureRecognizer]
        {
            return recognizers.forEach { view.addGestureRecognizer($0) }
        }
        if (object as? UIEventResponder)?.setInterfaceOutlet(name, to: value) == true { return }
        // An outlet of UIKit's own classes that the reproduced class lacks is ignored.
        if FrameworkClasses.contain(Swift.type(of: object)) { return }
        AppleException(
            name: "NSUnknownKeyException",
            reason:
                "[\(object) setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key \(name).",
            rule: "LC-01"
        ).raise(in: .current)
    }

    private func add(_ connection: InterfaceElement, to object: AnyObject, _ target: AnyObject?) {
        let name = connection["selector"] ?? ""
        guard target != nil || isFirstResponder(connection["destination"]) else {
            return AppProcess.say(
                "the action \(name) of an Interface Builder file is not connected: its target is not made here")
        }
        let action = (target as? UIEventResponder)?.interfaceAction(name) ?? Selector(name)
        switch object {
        case let control as UIControl:
            control.addTarget(target, action: action, for: InterfaceValues.events[connection["eventType"] ?? ""] ?? [])
        case let item as UIBarButtonItem:
            item.target = target
            item.action = action
        case let recognizer as UIGestureRecognizer: if let target { recognizer.addTarget(target, action: action) }
        default: break
        }
    }

    /// Returns true if an ID is that of the First Responder.
    private func isFirstResponder(_ id: String?) -> Bool {
        id != nil
            && (id == firstResponder || storyboard?.elements.contains { $0.id == id && $0.isFirstResponder } == true)
    }

    private func addSegue(_ segue: InterfaceElement, to object: AnyObject) {
        guard let source = objects.values.lazy.compactMap({ $0.object as? UIViewController }).first else { return }
        let perform = UIAction { [weak source, weak object] _ in source?.follow(segue, sender: object) }
        switch object {
        case let control as UIControl: control.addAction(perform, for: .touchUpInside)
        case let item as UIBarButtonItem: item.primaryAction = perform
        case let container as UIView where segue["kind"] == "embed":
            guard let child = source.destination(of: segue, sender: nil) else { return }
            source.prepare(
                for: UIStoryboardSegue(identifier: segue["identifier"], source: source, destination: child), sender: nil
            )
            source.addChild(child)
            container.addSubview(child.view)
            child.didMove(toParent: source)
        default: break
        }
    }

    // MARK: Known classes

    private static let controllers: [String: AnyClass] = [
        "navigationController": UINavigationController.self, "tabBarController": UITabBarController.self,
        "collectionViewController": UICollectionViewController.self,
        "pageViewController": UIPageViewController.self, "splitViewController": UISplitViewController.self,
        "tableViewController": UITableViewController.self,
    ]

    private static let views: [String: AnyClass] = [
        "activityIndicatorView": UIActivityIndicatorView.self, "button": UIButton.self, "imageView": UIImageView.self,
        "collectionView": UICollectionView.self, "collectionViewCell": UICollectionViewCell.self,
        "datePicker": UIDatePicker.self, "label": UILabel.self,
        "navigationBar": UINavigationBar.self, "pageControl": UIPageControl.self,
        "pickerView": UIPickerView.self, "progressView": UIProgressView.self, "searchBar": UISearchBar.self,
        "stepper": UIStepper.self, "toolbar": UIToolbar.self,
        "scrollView": UIScrollView.self, "segmentedControl": UISegmentedControl.self, "slider": UISlider.self,
        "stackView": UIStackView.self, "switch": UISwitch.self, "tableView": UITableView.self,
        "tableViewCell": UITableViewCell.self, "textField": UITextField.self, "textView": UITextView.self,
    ]

    private static let gestures: [String: @MainActor () -> UIGestureRecognizer] = [
        "longPressGestureRecognizer": { UILongPressGestureRecognizer() },
        "panGestureRecognizer": { UIPanGestureRecognizer() },
        "pinchGestureRecognizer": { UIPinchGestureRecognizer() },
        "rotationGestureRecognizer": { UIRotationGestureRecognizer() },
        "screenEdgePanGestureRecognizer": { UIScreenEdgePanGestureRecognizer() },
        "swipeGestureRecognizer": { UISwipeGestureRecognizer() },
        "tapGestureRecognizer": { UITapGestureRecognizer() },
    ]
}

/// The coder that `init(coder:)` of storyboard objects gets. It is empty: the attributes of the element are applied
/// after the initializer.
final class InterfaceCoder: NSCoder {
    override func containsValue(forKey key: String) -> Bool { false }
    override func decodeObject(forKey key: String) -> Any? { nil }
    override var allowsKeyedCoding: Bool { true }
}
