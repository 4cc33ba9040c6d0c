// SwiftUI's names, for the life cycle and for what views do besides being seen. There is no screen: a view is a part of a
// tree that holds its state, appears, runs its tasks and observes its objects.
//
// As on iOS, SwiftUI brings UIKit, Foundation and Combine along.
@_exported import KeepAlive
@_exported import KeepAliveCombine
@_exported import Observation
