package reports

import "github.com/clawable/claw/domain/jcs"

// named finds a member; nil for none.
func named(all []jcs.Member, name string) []byte {
	for _, m := range all {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// beside calls each with the members of two objects by name: nil for a value that one of them lacks.
func beside(a, b []jcs.Member, each func(name string, a, b []byte)) {
	in := make(map[string][]byte, len(b))
	for _, m := range b {
		in[m.Name] = m.Value
	}
	for _, m := range a {
		each(m.Name, m.Value, in[m.Name])
		delete(in, m.Name)
	}
	for _, m := range b {
		if _, left := in[m.Name]; left {
			each(m.Name, nil, m.Value)
		}
	}
}
