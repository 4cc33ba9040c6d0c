// The sample needs nothing of its own here: its screen is in its storyboard.
