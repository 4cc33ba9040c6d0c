import Foundation
import FoundationXML

/// An element of a file of Interface Builder: a storyboard or a xib, as Xcode keeps it in the project.
final class InterfaceElement {
    /// The element's name: `viewController`, `button`.
    let name: String
    /// The attributes.
    let attributes: [String: String]
    /// The elements in it.
    fileprivate(set) var children: [InterfaceElement] = []
    /// The text in it.
    fileprivate(set) var text = ""

    init(_ name: String, _ attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// Reads a file.
    ///
    /// - Returns: its outermost element; `nil` if it cannot be read, or is no XML.
    static func read(_ path: String) -> InterfaceElement? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let reader = Reader()
        let parser = XMLParser(data: data)
        parser.delegate = reader
        return parser.parse() ? reader.root : nil
    }

    /// Returns an attribute.
    subscript(_ attribute: String) -> String? { attributes[attribute] }

    /// The number by which other elements mean it.
    var id: String? { attributes["id"] }

    /// True for what stands for the first responder that has an action.
    var isFirstResponder: Bool { self["placeholderIdentifier"] == "IBFirstResponder" }

    /// Returns the elements of a name in it.
    func all(_ name: String) -> [InterfaceElement] { children.filter { $0.name == name } }

    /// Returns the first element of a name in it.
    func first(_ name: String) -> InterfaceElement? { children.first { $0.name == name } }

    /// Returns the element in it that is the value of a property.
    func value(_ key: String) -> InterfaceElement? { children.first { $0["key"] == key } }

    /// Returns an attribute that says yes or no.
    func flag(_ attribute: String) -> Bool? { self[attribute].map { $0 == "YES" } }

    /// What is connected with it: outlets, actions and segues.
    var connections: [InterfaceElement] { first("connections")?.children ?? [] }

    /// It, and all elements below it.
    var tree: [InterfaceElement] { [self] + children.flatMap(\.tree) }

    private final class Reader: NSObject, XMLParserDelegate {
        var root: InterfaceElement?
        private var open: [InterfaceElement] = []

        func parser(
            _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
            qualifiedName qName: String?, attributes attributeDict: [String: String]
        ) {
            let element = InterfaceElement(elementName, attributeDict)
            if let parent = open.last { parent.children.append(element) } else { root = element }
            open.append(element)
        }

        func parser(
            _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?
        ) { open.removeLast() }

        func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.text += string }
    }
}
