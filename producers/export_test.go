package producers

// ReadWhole is readWhole, for a test that takes less than [MaxDocument].
var ReadWhole = readWhole
