package calls

// leastRandom is how many letters and digits in a row make an id unique: 20 of them
// are more than 100 random bits where they are drawn from letters of both cases.
const leastRandom = 20

// Unique reports whether an id has the form of one that was made once: a UUID, or a run
// of at least 20 letters and digits with both in it, is part of it. An id that ends as
// the hash of a record does ("#1", see [domain.LineKey]) without a UUID is of what the
// record says: another record may say the same.
func Unique[ID ~string](id ID) bool {
	hashed := hasCounter(string(id))
	run, digits, letters := 0, false, false
	for i := 0; i < len(id); i++ {
		c := id[i]
		switch {
		case c >= '0' && c <= '9':
			digits = true
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
			letters = true
		default:
			run, digits, letters = 0, false, false
			continue
		}
		if run++; run >= leastRandom && digits && letters && !hashed {
			return true
		}
		if run >= 8 && isUUID(string(id[i-7:])) {
			return true
		}
	}
	return false
}

// hasCounter reports whether an id holds the counter of equal records.
func hasCounter(id string) bool {
	for i := 1; i+1 < len(id); i++ {
		if id[i] == '#' && id[i+1] >= '0' && id[i+1] <= '9' {
			return true
		}
	}
	return false
}

// lengthOfUUID is that of the form with hyphens.
const lengthOfUUID = 36

// isUUID reports whether s begins with a UUID.
func isUUID(s string) bool {
	if len(s) < lengthOfUUID {
		return false
	}
	for i := range lengthOfUUID {
		c := s[i]
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
				return false
			}
		}
	}
	return true
}
