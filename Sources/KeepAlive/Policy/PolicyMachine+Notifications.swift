/// Local notifications: the LN rules.
extension PolicyMachine {
    mutating func processNotification(_ event: NotificationEvent) {
        switch event {
        case .scheduled(let identifier, let delay, let repeats):
            services.notifications.removeAll { $0.identifier == identifier }
            services.notifications.append(
                ServiceState.Notification(identifier: identifier, firesAt: now + delay, interval: repeats ? delay : nil)
            )
            services.notifications.sort { ($0.firesAt, $0.identifier) < ($1.firesAt, $1.identifier) }
            // The soonest are kept. The rest is discarded, by iOS silently: the log line is this project's (LN-01).
            if services.notifications.count > profile.localNotificationLimit {
                let lost = services.notifications.removeLast()
                log(
                    "notification \(lost.identifier) is discarded: \(profile.localNotificationLimit) fire sooner",
                    Reason("LN-01", "the limit of local notifications"))
            }
        case .cancelledAll: services.notifications.removeAll()
        case .fired(let identifier):
            guard let index = services.notifications.firstIndex(where: { $0.identifier == identifier }) else { return }
            if let interval = services.notifications[index].interval {
                services.notifications[index].firesAt = now + interval
            } else {
                services.notifications.remove(at: index)
            }
            if state.isForeground {
                deliver(
                    .didReceiveLocalNotification(identifier: identifier),
                    Reason("LN-04", "in the foreground: no alert, only the call"))
            } else {
                log(
                    "notification \(identifier) is shown; the app is not woken",
                    Reason("LN-05", "only the user's tap brings the app"))
            }
        case .tapped(let identifier):
            log("the user tapped notification \(identifier)", Reason("LN-05", "the tap brings the app"))
            processReturned(.localNotification(identifier))
        }
    }
}
