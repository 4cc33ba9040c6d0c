import Foundation

extension UIColor {
    public class var systemPink: UIColor { byte(255, 45, 85) }
    public class var systemPurple: UIColor { byte(175, 82, 222) }
    public class var systemTeal: UIColor { byte(48, 176, 199) }
    public class var systemIndigo: UIColor { byte(88, 86, 214) }
    public class var systemMint: UIColor { byte(0, 199, 190) }
    public class var systemCyan: UIColor { byte(50, 173, 230) }
    public class var systemBrown: UIColor { byte(162, 132, 94) }
    public class var magenta: UIColor { byte(255, 0, 255) }
    public class var tertiaryLabel: UIColor { byte(197, 197, 199) }
    public class var quaternaryLabel: UIColor { byte(220, 220, 221) }
    public class var placeholderText: UIColor { byte(197, 197, 199) }
    public class var link: UIColor { byte(0, 122, 255) }
    public class var tertiarySystemBackground: UIColor { byte(255, 255, 255) }
    public class var secondarySystemGroupedBackground: UIColor { byte(255, 255, 255) }
    public class var tertiarySystemGroupedBackground: UIColor { byte(242, 242, 247) }
    public class var systemFill: UIColor { byte(228, 228, 230) }
    public class var secondarySystemFill: UIColor { byte(233, 233, 235) }
    public class var tertiarySystemFill: UIColor { byte(239, 239, 240) }
    public class var quaternarySystemFill: UIColor { byte(244, 244, 245) }
    public class var opaqueSeparator: UIColor { byte(198, 198, 200) }

    /// Returns a system color for its name in asset catalogs, such as `systemRedColor`; `nil` if the name is unknown.
    static func system(_ name: String) -> UIColor? { systemColors[name] }

    private static let systemColors: [String: UIColor] = [
        "systemBlueColor": systemBlue, "systemGreenColor": systemGreen, "systemRedColor": systemRed,
        "systemOrangeColor": systemOrange, "systemYellowColor": systemYellow, "systemPinkColor": systemPink,
        "systemPurpleColor": systemPurple, "systemTealColor": systemTeal, "systemIndigoColor": systemIndigo,
        "systemMintColor": systemMint, "systemCyanColor": systemCyan, "systemBrownColor": systemBrown,
        "systemGrayColor": systemGray, "systemGray2Color": systemGray2, "systemGray3Color": systemGray3,
        "systemGray4Color": systemGray4, "systemGray5Color": systemGray5, "systemGray6Color": systemGray6,
        "labelColor": label, "secondaryLabelColor": secondaryLabel, "tertiaryLabelColor": tertiaryLabel,
        "quaternaryLabelColor": quaternaryLabel, "placeholderTextColor": placeholderText, "linkColor": link,
        "systemBackgroundColor": systemBackground, "secondarySystemBackgroundColor": secondarySystemBackground,
        "tertiarySystemBackgroundColor": tertiarySystemBackground,
        "systemGroupedBackgroundColor": systemGroupedBackground,
        "secondarySystemGroupedBackgroundColor": secondarySystemGroupedBackground,
        "tertiarySystemGroupedBackgroundColor": tertiarySystemGroupedBackground,
        "systemFillColor": systemFill, "secondarySystemFillColor": secondarySystemFill,
        "tertiarySystemFillColor": tertiarySystemFill, "quaternarySystemFillColor": quaternarySystemFill,
        "separatorColor": separator, "opaqueSeparatorColor": opaqueSeparator,
    ]
}
