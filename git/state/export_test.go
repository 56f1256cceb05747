package gitstate

// ParseStatus is parseStatus for tests of outside bytes.
var ParseStatus = parseStatus
