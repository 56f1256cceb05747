package gitstate

// ParseStatus is parseStatus for tests of outside bytes.
func ParseStatus(out string) (Changes, error) {
	s, err := parseStatus(out)
	return s.changes, err
}
