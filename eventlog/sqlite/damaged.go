package sqlite

func (l *Log) openDamaged() error { return corrupt(0, "write-ahead log") }
func (l *Log) openDenied() error  { return l.connect() }
