import Foundation

open class NSTextAttachment: NSObject {
    open var image: UIImage?
    open var bounds = CGRect.zero

    /// Creates an attachment with the image that the data contain.
    ///
    /// - Parameter uti: ignored: the type is read from the data.
    public init(data contentData: Data? = nil, ofType uti: String? = nil) {
        image = contentData.flatMap { UIImage(data: $0) }
        super.init()
    }
    public convenience init(image: UIImage) {
        self.init()
        self.image = image
    }
}

extension NSAttributedString {
    public convenience init(attachment: NSTextAttachment) {
        self.init(string: "\u{FFFC}", attributes: [.attachment: attachment])
    }
}

extension NSAttributedString.Key {
    public static let attachment = NSAttributedString.Key("NSAttachment")
    public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
    public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
    public static let shadow = NSAttributedString.Key("NSShadow")
    public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
}
