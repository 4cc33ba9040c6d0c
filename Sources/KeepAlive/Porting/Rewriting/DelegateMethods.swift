/// The optional methods of delegate protocols.
///
/// Without Objective-C, a protocol call reaches only the methods of the class that adopts the protocol, not the
/// methods that a subclass adds. The rewriter therefore has to know which methods of a subclass the reproduced iOS may
/// call. A test compares this table with the protocols.
enum DelegateMethods {
    /// The methods of each delegate protocol, including inherited methods, by the protocol's name. Each method is a
    /// ``MemberSignature/key``.
    static let all: [String: Set<String>] = table.reduce(into: [:]) { all, row in
        var methods = row.value
        var current = row.key
        while let above = parents[current] {
            methods.formUnion(table[above] ?? [])
            current = above
        }
        all[row.key] = methods
    }

    /// The keys of the methods of all delegate protocols.
    static let names = all.values.reduce(into: Set<String>()) { $0.formUnion($1) }

    /// The methods that the reproduced iOS calls on the main actor: those of the UI frameworks, which are recognized
    /// by the prefix of the protocol's name.
    static let ofMainActor = table.reduce(into: Set<String>()) { names, row in
        if ["CA", "UI", "QL", "SF", "PK"].contains(row.key.prefix(2)) { names.formUnion(row.value) }
    }

    /// The older method that each newer method replaces, by the newer method's key. If a class lacks the newer method,
    /// the default implementation of the newer method calls the older method.
    static let older: [String: String] = [
        "locationManagerDidChangeAuthorization(_:CLLocationManager)":
            "locationManager(_:CLLocationManager,didChangeAuthorization:CLAuthorizationStatus)",
        "pushRegistry(_:PKPushRegistry,didReceiveIncomingPushWith:PKPushPayload,for:PKPushType,completion:()->Void)":
            "pushRegistry(_:PKPushRegistry,didReceiveIncomingPushWith:PKPushPayload,for:PKPushType)",
        "application(_:UIApplication,didReceiveRemoteNotification:[AnyHashable:Any],fetchCompletionHandler:(UIBackgroundFetchResult)->Void)":
            "application(_:UIApplication,didReceiveRemoteNotification:[AnyHashable:Any]) async",
        "application(_:UIApplication,handleEventsForBackgroundURLSession:String,completionHandler:()->Void)":
            "application(_:UIApplication,handleEventsForBackgroundURLSession:String) async",
        "application(_:UIApplication,open:URL,options:[UIApplication.OpenURLOptionsKey:Any])":
            "application(_:UIApplication,open:URL,sourceApplication:String?,annotation:Any)",
        "application(_:UIApplication,open:URL,sourceApplication:String?,annotation:Any)":
            "application(_:UIApplication,handleOpen:URL)",
        "userNotificationCenter(_:UNUserNotificationCenter,willPresent:UNNotification,withCompletionHandler:(UNNotificationPresentationOptions)->Void)":
            "userNotificationCenter(_:UNUserNotificationCenter,willPresent:UNNotification) async",
        "userNotificationCenter(_:UNUserNotificationCenter,didReceive:UNNotificationResponse,withCompletionHandler:()->Void)":
            "userNotificationCenter(_:UNUserNotificationCenter,didReceive:UNNotificationResponse) async",
    ]

    /// The inherited protocol of each protocol that inherits from another one in the table.
    private static let parents = [
        "UICollectionViewDelegate": "UIScrollViewDelegate",
        "UICollectionViewDelegateFlowLayout": "UICollectionViewDelegate",
        "UITableViewDelegate": "UIScrollViewDelegate",
        "UITextViewDelegate": "UIScrollViewDelegate",
        "UIWindowSceneDelegate": "UISceneDelegate",
        "URLSessionDataDelegate": "URLSessionTaskDelegate",
        "URLSessionDownloadDelegate": "URLSessionTaskDelegate",
        "URLSessionTaskDelegate": "URLSessionDelegate",
    ]

    static let table: [String: Set<String>] = [
        "AVAudioPlayerDelegate": [
            "audioPlayerDecodeErrorDidOccur(_:AVAudioPlayer,error:Error?)",
            "audioPlayerDidFinishPlaying(_:AVAudioPlayer,successfully:Bool)",
        ],
        "AVSpeechSynthesizerDelegate": [
            "speechSynthesizer(_:AVSpeechSynthesizer,didCancel:AVSpeechUtterance)",
            "speechSynthesizer(_:AVSpeechSynthesizer,didContinue:AVSpeechUtterance)",
            "speechSynthesizer(_:AVSpeechSynthesizer,didFinish:AVSpeechUtterance)",
            "speechSynthesizer(_:AVSpeechSynthesizer,didPause:AVSpeechUtterance)",
            "speechSynthesizer(_:AVSpeechSynthesizer,didStart:AVSpeechUtterance)",
            "speechSynthesizer(_:AVSpeechSynthesizer,willSpeakRangeOfSpeechString:NSRange,utterance:AVSpeechUtterance)",
        ],
        "CAAnimationDelegate": [
            "animationDidStart(_:CAAnimation)",
            "animationDidStop(_:CAAnimation,finished:Bool)",
        ],
        "CLLocationManagerDelegate": [
            "locationManager(_:CLLocationManager,didChangeAuthorization:CLAuthorizationStatus)",
            "locationManager(_:CLLocationManager,didDetermineState:CLRegionState,for:CLRegion)",
            "locationManager(_:CLLocationManager,didEnterRegion:CLRegion)",
            "locationManager(_:CLLocationManager,didExitRegion:CLRegion)",
            "locationManager(_:CLLocationManager,didFailRangingFor:CLBeaconIdentityConstraint,error:Error)",
            "locationManager(_:CLLocationManager,didFailWithError:Error)",
            "locationManager(_:CLLocationManager,didFinishDeferredUpdatesWithError:Error?)",
            "locationManager(_:CLLocationManager,didRange:[CLBeacon],satisfying:CLBeaconIdentityConstraint)",
            "locationManager(_:CLLocationManager,didRangeBeacons:[CLBeacon],in:CLBeaconRegion)",
            "locationManager(_:CLLocationManager,didStartMonitoringFor:CLRegion)",
            "locationManager(_:CLLocationManager,didUpdateHeading:CLHeading)",
            "locationManager(_:CLLocationManager,didUpdateLocations:[CLLocation])",
            "locationManager(_:CLLocationManager,didVisit:CLVisit)",
            "locationManager(_:CLLocationManager,monitoringDidFailFor:CLRegion?,withError:Error)",
            "locationManager(_:CLLocationManager,rangingBeaconsDidFailFor:CLBeaconRegion,withError:Error)",
            "locationManagerDidChangeAuthorization(_:CLLocationManager)",
            "locationManagerDidPauseLocationUpdates(_:CLLocationManager)",
            "locationManagerDidResumeLocationUpdates(_:CLLocationManager)",
            "locationManagerShouldDisplayHeadingCalibration(_:CLLocationManager)",
        ],
        "CXProviderDelegate": [
            "provider(_:CXProvider,didActivate:AVAudioSession)",
            "provider(_:CXProvider,didDeactivate:AVAudioSession)",
            "provider(_:CXProvider,execute:CXTransaction)",
            "provider(_:CXProvider,perform:CXAnswerCallAction)",
            "provider(_:CXProvider,perform:CXEndCallAction)",
            "provider(_:CXProvider,perform:CXPlayDTMFCallAction)",
            "provider(_:CXProvider,perform:CXSetGroupCallAction)",
            "provider(_:CXProvider,perform:CXSetHeldCallAction)",
            "provider(_:CXProvider,perform:CXSetMutedCallAction)",
            "provider(_:CXProvider,perform:CXStartCallAction)",
            "provider(_:CXProvider,timedOutPerforming:CXAction)",
            "providerDidBegin(_:CXProvider)",
        ],
        "PKPushRegistryDelegate": [
            "pushRegistry(_:PKPushRegistry,didInvalidatePushTokenFor:PKPushType)",
            "pushRegistry(_:PKPushRegistry,didReceiveIncomingPushWith:PKPushPayload,for:PKPushType)",
            "pushRegistry(_:PKPushRegistry,didReceiveIncomingPushWith:PKPushPayload,for:PKPushType,completion:()->Void)",
            "pushRegistry(_:PKPushRegistry,didReceiveIncomingVoIPPushWith:PKPushPayload,metadata:PKVoIPPushMetadata,withCompletionHandler:()->Void)",
        ],
        "QLPreviewControllerDelegate": [
            "previewControllerDidDismiss(_:QLPreviewController)",
            "previewControllerWillDismiss(_:QLPreviewController)",
        ],
        "SFSafariViewControllerDelegate": [
            "safariViewControllerDidFinish(_:SFSafariViewController)"
        ],
        "UIApplicationDelegate": [
            "application(_:UIApplication,configurationForConnecting:UISceneSession,options:UIScene.ConnectionOptions)",
            "application(_:UIApplication,didDiscardSceneSessions:Set<UISceneSession>)",
            "application(_:UIApplication,didFailToRegisterForRemoteNotificationsWithError:Error)",
            "application(_:UIApplication,didFinishLaunchingWithOptions:[UIApplication.LaunchOptionsKey:Any]?)",
            "application(_:UIApplication,didReceive:UILocalNotification)",
            "application(_:UIApplication,didReceiveRemoteNotification:[AnyHashable:Any]) async",
            "application(_:UIApplication,didReceiveRemoteNotification:[AnyHashable:Any],fetchCompletionHandler:(UIBackgroundFetchResult)->Void)",
            "application(_:UIApplication,didRegister:UIUserNotificationSettings)",
            "application(_:UIApplication,didRegisterForRemoteNotificationsWithDeviceToken:Data)",
            "application(_:UIApplication,handleActionWithIdentifier:String?,for:UILocalNotification,completionHandler:()->Void)",
            "application(_:UIApplication,handleEventsForBackgroundURLSession:String) async",
            "application(_:UIApplication,handleEventsForBackgroundURLSession:String,completionHandler:()->Void)",
            "application(_:UIApplication,handleOpen:URL)",
            "application(_:UIApplication,open:URL,options:[UIApplication.OpenURLOptionsKey:Any])",
            "application(_:UIApplication,open:URL,sourceApplication:String?,annotation:Any)",
            "application(_:UIApplication,performFetchWithCompletionHandler:(UIBackgroundFetchResult)->Void)",
            "application(_:UIApplication,willFinishLaunchingWithOptions:[UIApplication.LaunchOptionsKey:Any]?)",
            "applicationDidBecomeActive(_:UIApplication)",
            "applicationDidEnterBackground(_:UIApplication)",
            "applicationDidReceiveMemoryWarning(_:UIApplication)",
            "applicationProtectedDataDidBecomeAvailable(_:UIApplication)",
            "applicationProtectedDataWillBecomeUnavailable(_:UIApplication)",
            "applicationWillEnterForeground(_:UIApplication)",
            "applicationWillResignActive(_:UIApplication)",
            "applicationWillTerminate(_:UIApplication)",
        ],
        "UICollectionViewDataSource": [
            "collectionView(_:UICollectionView,viewForSupplementaryElementOfKind:String,at:IndexPath)",
            "numberOfSections(in:UICollectionView)",
        ],
        "UICollectionViewDelegate": [
            "collectionView(_:UICollectionView,didDeselectItemAt:IndexPath)",
            "collectionView(_:UICollectionView,didEndDisplaying:UICollectionViewCell,forItemAt:IndexPath)",
            "collectionView(_:UICollectionView,didSelectItemAt:IndexPath)",
            "collectionView(_:UICollectionView,shouldSelectItemAt:IndexPath)",
            "collectionView(_:UICollectionView,willDisplay:UICollectionViewCell,forItemAt:IndexPath)",
        ],
        "UICollectionViewDelegateFlowLayout": [],
        "UIDocumentInteractionControllerDelegate": [
            "documentInteractionControllerDidEndPreview(_:UIDocumentInteractionController)",
            "documentInteractionControllerWillBeginPreview(_:UIDocumentInteractionController)",
        ],
        "UIGestureRecognizerDelegate": [
            "gestureRecognizer(_:UIGestureRecognizer,shouldBeRequiredToFailBy:UIGestureRecognizer)",
            "gestureRecognizer(_:UIGestureRecognizer,shouldReceive:UITouch)",
            "gestureRecognizer(_:UIGestureRecognizer,shouldRecognizeSimultaneouslyWith:UIGestureRecognizer)",
            "gestureRecognizer(_:UIGestureRecognizer,shouldRequireFailureOf:UIGestureRecognizer)",
            "gestureRecognizerShouldBegin(_:UIGestureRecognizer)",
        ],
        "UINavigationControllerDelegate": [
            "navigationController(_:UINavigationController,didShow:UIViewController,animated:Bool)",
            "navigationController(_:UINavigationController,willShow:UIViewController,animated:Bool)",
        ],
        "UISceneDelegate": [
            "scene(_:UIScene,openURLContexts:Set<UIOpenURLContext>)",
            "scene(_:UIScene,willConnectTo:UISceneSession,options:UIScene.ConnectionOptions)",
            "sceneDidBecomeActive(_:UIScene)",
            "sceneDidDisconnect(_:UIScene)",
            "sceneDidEnterBackground(_:UIScene)",
            "sceneWillEnterForeground(_:UIScene)",
            "sceneWillResignActive(_:UIScene)",
        ],
        "UIScrollViewDelegate": [
            "scrollViewDidEndDecelerating(_:UIScrollView)",
            "scrollViewDidEndDragging(_:UIScrollView,willDecelerate:Bool)",
            "scrollViewDidEndScrollingAnimation(_:UIScrollView)",
            "scrollViewDidScroll(_:UIScrollView)",
            "scrollViewDidZoom(_:UIScrollView)",
            "scrollViewWillBeginDragging(_:UIScrollView)",
            "scrollViewWillEndDragging(_:UIScrollView,withVelocity:CGPoint,targetContentOffset:UnsafeMutablePointer<CGPoint>)",
            "viewForZooming(in:UIScrollView)",
        ],
        "UISplitViewControllerDelegate": [
            "splitViewController(_:UISplitViewController,collapseSecondary:UIViewController,onto:UIViewController)",
            "splitViewController(_:UISplitViewController,topColumnForCollapsingToProposedTopColumn:UISplitViewController.Column)",
            "splitViewController(_:UISplitViewController,willChangeTo:UISplitViewController.DisplayMode)",
        ],
        "UITabBarControllerDelegate": [
            "tabBarController(_:UITabBarController,didSelect:UIViewController)",
            "tabBarController(_:UITabBarController,shouldSelect:UIViewController)",
        ],
        "UITabBarDelegate": [
            "tabBar(_:UITabBar,didSelect:UITabBarItem)"
        ],
        "UITableViewDataSource": [
            "numberOfSections(in:UITableView)",
            "tableView(_:UITableView,canEditRowAt:IndexPath)",
            "tableView(_:UITableView,canMoveRowAt:IndexPath)",
            "tableView(_:UITableView,commit:UITableViewCell.EditingStyle,forRowAt:IndexPath)",
            "tableView(_:UITableView,moveRowAt:IndexPath,to:IndexPath)",
            "tableView(_:UITableView,titleForFooterInSection:Int)",
            "tableView(_:UITableView,titleForHeaderInSection:Int)",
        ],
        "UITableViewDelegate": [
            "tableView(_:UITableView,accessoryButtonTappedForRowWith:IndexPath)",
            "tableView(_:UITableView,contextMenuConfigurationForRowAt:IndexPath,point:CGPoint)",
            "tableView(_:UITableView,didDeselectRowAt:IndexPath)",
            "tableView(_:UITableView,didEndDisplaying:UITableViewCell,forRowAt:IndexPath)",
            "tableView(_:UITableView,didSelectRowAt:IndexPath)",
            "tableView(_:UITableView,editingStyleForRowAt:IndexPath)",
            "tableView(_:UITableView,heightForFooterInSection:Int)",
            "tableView(_:UITableView,heightForHeaderInSection:Int)",
            "tableView(_:UITableView,heightForRowAt:IndexPath)",
            "tableView(_:UITableView,leadingSwipeActionsConfigurationForRowAt:IndexPath)",
            "tableView(_:UITableView,shouldHighlightRowAt:IndexPath)",
            "tableView(_:UITableView,trailingSwipeActionsConfigurationForRowAt:IndexPath)",
            "tableView(_:UITableView,viewForFooterInSection:Int)",
            "tableView(_:UITableView,viewForHeaderInSection:Int)",
            "tableView(_:UITableView,willDisplay:UITableViewCell,forRowAt:IndexPath)",
            "tableView(_:UITableView,willDisplayFooterView:UIView,forSection:Int)",
            "tableView(_:UITableView,willDisplayHeaderView:UIView,forSection:Int)",
            "tableView(_:UITableView,willSelectRowAt:IndexPath)",
        ],
        "UITextFieldDelegate": [
            "textField(_:UITextField,shouldChangeCharactersIn:NSRange,replacementString:String)",
            "textFieldDidBeginEditing(_:UITextField)",
            "textFieldDidEndEditing(_:UITextField)",
            "textFieldShouldBeginEditing(_:UITextField)",
            "textFieldShouldReturn(_:UITextField)",
        ],
        "UITextViewDelegate": [],
        "UIWindowSceneDelegate": [],
        "UNUserNotificationCenterDelegate": [
            "userNotificationCenter(_:UNUserNotificationCenter,didReceive:UNNotificationResponse) async",
            "userNotificationCenter(_:UNUserNotificationCenter,didReceive:UNNotificationResponse,withCompletionHandler:()->Void)",
            "userNotificationCenter(_:UNUserNotificationCenter,willPresent:UNNotification) async",
            "userNotificationCenter(_:UNUserNotificationCenter,willPresent:UNNotification,withCompletionHandler:(UNNotificationPresentationOptions)->Void)",
        ],
        "URLSessionDataDelegate": [
            "urlSession(_:URLSession,dataTask:URLSessionDataTask,didBecome:URLSessionDownloadTask)",
            "urlSession(_:URLSession,dataTask:URLSessionDataTask,didReceive:Data)",
            "urlSession(_:URLSession,dataTask:URLSessionDataTask,didReceive:URLResponse,completionHandler:(URLSession.ResponseDisposition)->Void)",
        ],
        "URLSessionDelegate": [
            "urlSession(_:URLSession,didBecomeInvalidWithError:Error?)",
            "urlSession(_:URLSession,didReceive:URLAuthenticationChallenge,completionHandler:(URLSession.AuthChallengeDisposition,URLCredential?)->Void)",
            "urlSessionDidFinishEvents(forBackgroundURLSession:URLSession)",
        ],
        "URLSessionDownloadDelegate": [
            "urlSession(_:URLSession,downloadTask:URLSessionDownloadTask,didResumeAtOffset:Int64,expectedTotalBytes:Int64)",
            "urlSession(_:URLSession,downloadTask:URLSessionDownloadTask,didWriteData:Int64,totalBytesWritten:Int64,totalBytesExpectedToWrite:Int64)",
        ],
        "URLSessionTaskDelegate": [
            "urlSession(_:URLSession,didCreateTask:URLSessionTask)",
            "urlSession(_:URLSession,task:URLSessionTask,didCompleteWithError:Error?)",
            "urlSession(_:URLSession,task:URLSessionTask,didReceive:URLAuthenticationChallenge,completionHandler:(URLSession.AuthChallengeDisposition,URLCredential?)->Void)",
            "urlSession(_:URLSession,task:URLSessionTask,didSendBodyData:Int64,totalBytesSent:Int64,totalBytesExpectedToSend:Int64)",
            "urlSession(_:URLSession,task:URLSessionTask,willPerformHTTPRedirection:HTTPURLResponse,newRequest:URLRequest,completionHandler:(URLRequest?)->Void)",
        ],
        "WCSessionDelegate": [
            "session(_:WCSession,didReceiveApplicationContext:[String:Any])",
            "session(_:WCSession,didReceiveMessage:[String:Any])",
            "session(_:WCSession,didReceiveMessage:[String:Any],replyHandler:([String:Any])->Void)",
            "sessionReachabilityDidChange(_:WCSession)",
        ],
    ]
}
