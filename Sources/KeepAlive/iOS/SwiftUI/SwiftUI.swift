// SwiftUI's names for the life cycle, and for what views do apart from their look. Nothing is drawn: a view is a node
// of a tree, which keeps state, appears, runs tasks and observes objects.
//
// As on iOS, SwiftUI re-exports UIKit, Foundation and Combine.
@_exported import KeepAlive
@_exported import KeepAliveCombine
@_exported import Observation
