package page

// Short is short, for tests.
var Short = short
