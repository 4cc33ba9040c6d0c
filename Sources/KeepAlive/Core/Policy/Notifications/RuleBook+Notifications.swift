/// The rules of notifications, and of the ways to open an app.
extension RuleBook {
    static let notificationRules: [Rule] = [
        Rule(
            "LN-01", .document, "4-9",
            "64 local notifications: the soonest are kept, a repeating one counts once, the rest is dropped silently",
            from: .localNotification),
        Rule(
            "LN-02", .document, "", "the older guide, and an article after it, allow 128 active local notifications",
            from: .guide, .modesArticle, scope: .value),
        Rule(
            "LN-03", .measured, "10+", "64 is believed to hold for user notifications too; Apple gives no number now",
            from: .developers, scope: .value),
        Rule(
            "LN-04", .document, "4-9", "in the foreground a local notification shows nothing and calls the delegate",
            from: .guide),
        Rule(
            "LN-05", .document, "",
            "when a local notification fires, a suspended app sleeps on until the user taps it",
            from: .guide),
        Rule(
            "LN-06", .document, "3.2+",
            "a file that is handed over is copied to Documents/Inbox, where the app may read and delete it",
            from: "Apple, documentation on opening documents"),
        Rule(
            "LN-07", .measured, "3+",
            "a URL launches into the foreground: launch options first, then application(_:open:options:)",
            from: .delegate, .applicationHeader),
        Rule(
            "LN-08", .belief, "13+",
            "an app with scenes gets URLs in the connection options or in scene(_:openURLContexts:)",
            from: .generalKnowledge),
        Rule(
            "LN-09", .document, "3-6",
            "launch options: URL, source app, remote and local notification, annotation, location, newsstand download",
            from: .applicationHeader, scope: .value),
        Rule(
            "LN-10", .document, "8+",
            "the user is asked once; without permission nothing is shown, provisional (12+) only quietly in the list",
            from: .askingPermission),
        Rule(
            "LN-11", .document, "10+",
            "in the foreground the delegate says what of a notification is shown; without a delegate nothing is",
            from: .handlingNotifications),
        Rule(
            "LN-12", .measured, "8+",
            "a tap opens the app, an action opens it or runs it in the background; the delegate hears of it",
            from: .handlingNotifications),
        Rule(
            "LN-13", .document, "8+",
            "actions are those of the category; the app hears of a dismissal only with customDismissAction",
            from: .notificationCategories),
        Rule(
            "LN-14", .document, "10+",
            "a calendar trigger fires at the next date that matches, in its own time zone or the device's",
            from: .calendarTrigger),
        Rule(
            "LN-15", .document, "10+", "an interval is longer than 0, and at least 60 s where it repeats",
            from: .intervalTrigger),
        Rule(
            "LN-16", .document, "8+",
            "a region trigger fires at entry or exit, and needs permission to use the location, when in use at least",
            from: .regionTrigger),
        Rule(
            "LN-17", .document, "10+",
            "a request takes the place of one with its identifier; pending and delivered ones can be read and removed",
            from: .notificationCentre),
        Rule(
            "LN-18", .document, "",
            "a notification sets the badge as it appears: 0 removes it, no number leaves it as it is",
            from: .notificationContent),
        Rule(
            "LN-19", .document, "4-9",
            "a fireDate that is past fires at once; without timeZone it is absolute; it repeats by calendar units",
            from: .localNotification),
        Rule(
            "LN-20", .document, "10+",
            "a push with the apns-collapse-id of an earlier one takes the place of what that one shows",
            from: .pushRequests),
        Rule(
            "LN-21", .reports, "11+",
            "Files shows an app's Documents with UIFileSharingEnabled and LSSupportsOpeningDocumentsInPlace, both",
            from: .fileProvider),
    ]
}
