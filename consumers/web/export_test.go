package web

// Short is short, for tests.
var Short = short
