package opencode

import (
	"strings"

	"github.com/clawable/claw/producers/lenient"
)

// Sniff implements [producers.Reader]. It recognizes an export by the session in it, and a
// file of the storage folder by the ids that name its place there.
func (r Reader) Sniff(head []byte) bool {
	version, known := sniff(head)
	return known && ofKilo(version) == (r.source == Kilo)
}

// sniff reports whether a head is in the format, and which version of its program it names.
func sniff(head []byte) (version string, known bool) {
	members := map[string][]byte{}
	for name, value := range lenient.Members(head) {
		members[name] = value
	}
	if info := members["info"]; info != nil {
		for name, value := range lenient.Members(info) {
			members["info/"+name] = value
		}
		return lenient.Text(members["info/version"]), has(members, "info/id", `"`) && has(members, "info/projectID", `"`) && has(members, "info/directory", `"`)
	}
	id, inSession := has(members, "id", `"`), has(members, "sessionID", `"`)
	switch {
	case inSession && has(members, "messageID", `"`):
		return "", id && has(members, "type", `"`)
	case inSession:
		return "", id && (has(members, "role", `"user"`) || has(members, "role", `"assistant"`)) && has(members, "time", "{")
	}
	return lenient.Text(members["version"]), has(members, "id", `"ses_`) && has(members, "projectID", `"`) && has(members, "directory", `"`)
}

func has(members map[string][]byte, name, begin string) bool {
	return strings.HasPrefix(string(members[name]), begin)
}
