// SwiftUI's names for the life cycle, and for the effects of views other than their look. Nothing is drawn: a view is a
// node of a tree, keeps its state, appears, runs its tasks and observes its objects.
//
// As on iOS, SwiftUI re-exports UIKit, Foundation and Combine.
@_exported import KeepAlive
@_exported import KeepAliveCombine
@_exported import Observation
