package sqlite

// WALReport and ScanWAL open the scanner to the external tests.
type WALReport = walReport

var ScanWAL = scanWAL
