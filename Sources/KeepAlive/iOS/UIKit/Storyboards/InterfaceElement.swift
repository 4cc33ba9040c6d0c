import Foundation
import FoundationXML

/// An XML element of an Interface Builder file: a storyboard or xib as Xcode stores it in a project.
final class InterfaceElement {
    /// The element's name, such as `viewController` or `button`.
    let name: String
    let attributes: [String: String]
    fileprivate(set) var children: [InterfaceElement] = []
    fileprivate(set) var text = ""

    init(_ name: String, _ attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// Parses an Interface Builder file.
    ///
    /// - Returns: the root element; `nil` if the file cannot be read or is not XML.
    static func read(_ path: String) -> InterfaceElement? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let reader = Reader()
        let parser = XMLParser(data: data)
        parser.delegate = reader
        return parser.parse() ? reader.root : nil
    }

    subscript(_ attribute: String) -> String? { attributes[attribute] }

    /// The ID by which other elements refer to this element.
    var id: String? { attributes["id"] }

    /// True if this element is the placeholder of the first responder.
    var isFirstResponder: Bool { self["placeholderIdentifier"] == "IBFirstResponder" }

    /// Returns the child elements with a given name.
    func all(_ name: String) -> [InterfaceElement] { children.filter { $0.name == name } }

    /// Returns the first child element with a given name.
    func first(_ name: String) -> InterfaceElement? { children.first { $0.name == name } }

    /// Returns the child element that is the value of a property; `nil` if there is none.
    func value(_ key: String) -> InterfaceElement? { children.first { $0["key"] == key } }

    /// Returns a YES/NO attribute as a Boolean; `nil` if the element lacks the attribute.
    func flag(_ attribute: String) -> Bool? { self[attribute].map { $0 == "YES" } }

    /// The elements of this element's outlets, actions and segues.
    var connections: [InterfaceElement] { first("connections")?.children ?? [] }

    /// This element and all its descendants.
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
