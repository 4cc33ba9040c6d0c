/// The constants, switches and features of notifications and documents.
extension PolicyProfile {
    static let notificationsTable: [Row] = [
        Row(
            "localNotificationLimit", \.localNotificationLimit, [4: 64], unit: "notifications",
            ["LN-01", "LN-02", "LN-03", "SD-60", "CF-10", "PC-22"],
            "the API reference's 64 is followed, not the 128 of the older guide and the article"),

        // Switches: the sources say nothing about these behaviours, or contradict each other.
        Row.choice(
            "oneKeySharesDocuments", \.switches.oneKeySharesDocuments, [4: false], ["LN-21", "SD-48"],
            """
            off: Apple says that it takes both keys; an article sets LSSupportsOpeningDocumentsInPlace alone, and finds \
            its Documents in Files
            """),

        // Features: only some versions of iOS have these.
        Row(
            "openURLResigns", \.features.openURLResigns, [4: true, 10: false], ["LN-07"],
            "seen on iOS 7 to 9; later not looked for"),
        Row("openURLWithOptions", \.features.openURLWithOptions, [4: false, 9: true], ["LN-07"]),
        Row("notificationPermission", \.features.notificationPermission, [4: false, 8: true], ["LN-10", "LN-12"]),
        Row("userNotifications", \.features.userNotifications, [4: false, 10: true], ["LN-11", "LN-14", "LN-20"]),
        Row(
            "keepsSoonestNotifications", \.features.keepsSoonestNotifications, [4: true, 11: false],
            [4: ["LN-01"], 11: ["LN-03"]],
            [
                4: "Apple's reference, and seen on iOS 10",
                11: "measured on iOS 11.2 and 17: the 64 that were added last stay",
            ]),
        Row("provisionalNotifications", \.features.provisionalNotifications, [4: false, 12: true], ["LN-10"]),
    ]
}
