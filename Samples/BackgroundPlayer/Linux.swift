// The sample needs nothing of its own here. Its view controller is in a storyboard: the test makes it.
