// What the app needs on Linux alone would stand here.
