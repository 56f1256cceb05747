package sqlite

// WALReport and ScanWAL open the scanner to the external tests.
type WALReport = walReport

var ScanWAL = scanWAL

// Settle does at once what an idle writer does after a while.
func (l *Log) Settle() { l.writer.settle() }
