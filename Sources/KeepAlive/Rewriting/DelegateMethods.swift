/// The methods of delegates that a class may leave out, by protocol.
///
/// Without Objective-C, a call reaches what the class has that adopts the protocol. So the rewriter has to know what the system
/// may call of a subclass; a test compares this table with the protocols.
enum DelegateMethods {
    /// By protocol, with those of the protocols above it; an async method has ` async` behind its name.
    static let all: [String: Set<String>] = table.reduce(into: [:]) { all, row in
        var methods = row.value
        var current = row.key
        while let above = parents[current] {
            methods.formUnion(table[above] ?? [])
            current = above
        }
        all[row.key] = methods
    }

    /// All of them.
    static let names = all.values.reduce(into: Set<String>()) { $0.formUnion($1) }

    /// Those that the system calls on the main actor.
    static let ofMainActor = table.reduce(into: Set<String>()) { names, row in
        if ["UI", "QL", "SF", "PK"].contains(row.key.prefix(2)) { names.formUnion(row.value) }
    }

    /// The protocols that adopt another one of the table.
    private static let parents = [
        "UIWindowSceneDelegate": "UISceneDelegate",
        "URLSessionDataDelegate": "URLSessionTaskDelegate",
        "URLSessionDownloadDelegate": "URLSessionTaskDelegate",
        "URLSessionTaskDelegate": "URLSessionDelegate",
    ]

    private static let table: [String: Set<String>] = [
        "AVAudioPlayerDelegate": [
            "audioPlayerDecodeErrorDidOccur(_:error:)",
            "audioPlayerDidFinishPlaying(_:successfully:)",
        ],
        "CLLocationManagerDelegate": [
            "locationManager(_:didChangeAuthorization:)",
            "locationManager(_:didDetermineState:for:)",
            "locationManager(_:didEnterRegion:)",
            "locationManager(_:didExitRegion:)",
            "locationManager(_:didFailWithError:)",
            "locationManager(_:didStartMonitoringFor:)",
            "locationManager(_:didUpdateHeading:)",
            "locationManager(_:didUpdateLocations:)",
            "locationManager(_:didVisit:)",
            "locationManager(_:monitoringDidFailFor:withError:)",
            "locationManagerDidChangeAuthorization(_:)",
            "locationManagerDidPauseLocationUpdates(_:)",
            "locationManagerDidResumeLocationUpdates(_:)",
            "locationManagerShouldDisplayHeadingCalibration(_:)",
        ],
        "CXProviderDelegate": [
            "provider(_:didActivate:)",
            "provider(_:didDeactivate:)",
            "provider(_:perform:)",
            "providerDidBegin(_:)",
        ],
        "PKPushRegistryDelegate": [
            "pushRegistry(_:didInvalidatePushTokenFor:)",
            "pushRegistry(_:didReceiveIncomingPushWith:for:)",
            "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
        ],
        "QLPreviewControllerDelegate": [
            "previewControllerDidDismiss(_:)",
            "previewControllerWillDismiss(_:)",
        ],
        "SFSafariViewControllerDelegate": [
            "safariViewControllerDidFinish(_:)",
        ],
        "UIApplicationDelegate": [
            "application(_:configurationForConnecting:options:)",
            "application(_:didDiscardSceneSessions:)",
            "application(_:didFailToRegisterForRemoteNotificationsWithError:)",
            "application(_:didFinishLaunchingWithOptions:)",
            "application(_:didReceive:)",
            "application(_:didReceiveRemoteNotification:) async",
            "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
            "application(_:didRegister:)",
            "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
            "application(_:handleActionWithIdentifier:for:completionHandler:)",
            "application(_:handleEventsForBackgroundURLSession:) async",
            "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
            "application(_:handleOpen:)",
            "application(_:open:options:)",
            "application(_:open:sourceApplication:annotation:)",
            "application(_:performFetchWithCompletionHandler:)",
            "application(_:willFinishLaunchingWithOptions:)",
            "applicationDidBecomeActive(_:)",
            "applicationDidEnterBackground(_:)",
            "applicationDidReceiveMemoryWarning(_:)",
            "applicationProtectedDataDidBecomeAvailable(_:)",
            "applicationProtectedDataWillBecomeUnavailable(_:)",
            "applicationWillEnterForeground(_:)",
            "applicationWillResignActive(_:)",
            "applicationWillTerminate(_:)",
        ],
        "UIDocumentInteractionControllerDelegate": [
            "documentInteractionControllerDidEndPreview(_:)",
            "documentInteractionControllerWillBeginPreview(_:)",
        ],
        "UINavigationControllerDelegate": [
            "navigationController(_:didShow:animated:)",
            "navigationController(_:willShow:animated:)",
        ],
        "UISceneDelegate": [
            "scene(_:openURLContexts:)",
            "scene(_:willConnectTo:options:)",
            "sceneDidBecomeActive(_:)",
            "sceneDidDisconnect(_:)",
            "sceneDidEnterBackground(_:)",
            "sceneWillEnterForeground(_:)",
            "sceneWillResignActive(_:)",
        ],
        "UITableViewDataSource": [
            "numberOfSections(in:)",
            "tableView(_:canEditRowAt:)",
            "tableView(_:canMoveRowAt:)",
            "tableView(_:commit:forRowAt:)",
            "tableView(_:moveRowAt:to:)",
            "tableView(_:titleForFooterInSection:)",
            "tableView(_:titleForHeaderInSection:)",
        ],
        "UITableViewDelegate": [
            "tableView(_:accessoryButtonTappedForRowWith:)",
            "tableView(_:contextMenuConfigurationForRowAt:point:)",
            "tableView(_:didDeselectRowAt:)",
            "tableView(_:didEndDisplaying:forRowAt:)",
            "tableView(_:didSelectRowAt:)",
            "tableView(_:editingStyleForRowAt:)",
            "tableView(_:heightForFooterInSection:)",
            "tableView(_:heightForHeaderInSection:)",
            "tableView(_:heightForRowAt:)",
            "tableView(_:leadingSwipeActionsConfigurationForRowAt:)",
            "tableView(_:shouldHighlightRowAt:)",
            "tableView(_:trailingSwipeActionsConfigurationForRowAt:)",
            "tableView(_:viewForFooterInSection:)",
            "tableView(_:viewForHeaderInSection:)",
            "tableView(_:willDisplay:forRowAt:)",
            "tableView(_:willDisplayFooterView:forSection:)",
            "tableView(_:willDisplayHeaderView:forSection:)",
            "tableView(_:willSelectRowAt:)",
        ],
        "UITextFieldDelegate": [
            "textField(_:shouldChangeCharactersIn:replacementString:)",
            "textFieldDidBeginEditing(_:)",
            "textFieldDidEndEditing(_:)",
            "textFieldShouldBeginEditing(_:)",
            "textFieldShouldReturn(_:)",
        ],
        "UIWindowSceneDelegate": [],
        "UNUserNotificationCenterDelegate": [
            "userNotificationCenter(_:didReceive:) async",
            "userNotificationCenter(_:didReceive:withCompletionHandler:)",
            "userNotificationCenter(_:willPresent:) async",
            "userNotificationCenter(_:willPresent:withCompletionHandler:)",
        ],
        "URLSessionDataDelegate": [
            "urlSession(_:dataTask:didBecome:)",
            "urlSession(_:dataTask:didReceive:)",
            "urlSession(_:dataTask:didReceive:completionHandler:)",
        ],
        "URLSessionDelegate": [
            "urlSession(_:didBecomeInvalidWithError:)",
            "urlSession(_:didReceive:completionHandler:)",
            "urlSessionDidFinishEvents(forBackgroundURLSession:)",
        ],
        "URLSessionDownloadDelegate": [
            "urlSession(_:downloadTask:didResumeAtOffset:expectedTotalBytes:)",
            "urlSession(_:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:)",
        ],
        "URLSessionTaskDelegate": [
            "urlSession(_:didCreateTask:)",
            "urlSession(_:task:didCompleteWithError:)",
            "urlSession(_:task:didReceive:completionHandler:)",
            "urlSession(_:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:)",
            "urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)",
        ],
        "WCSessionDelegate": [
            "session(_:didReceiveApplicationContext:)",
            "session(_:didReceiveMessage:)",
            "session(_:didReceiveMessage:replyHandler:)",
            "sessionReachabilityDidChange(_:)",
        ],
    ]
}
