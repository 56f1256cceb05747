package codex

import (
	"bytes"
)

// sniffLines is how many lines may be damaged before the first that can be
// recognized.
const sniffLines = 16

// Sniff implements [producers.Reader]. It recognizes a rollout by the members of a
// record and never by a file's name.
func (Reader) Sniff(head []byte) bool {
	for range sniffLines {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte{'\n'})
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] == '{' {
			if known, ours := sniffRecord(line); known {
				return ours
			}
		}
		if len(head) == 0 {
			return false
		}
	}
	return false
}

// sniffRecord reads as much of the record as is available; told is false when that
// is not enough to decide.
func sniffRecord(line []byte) (told, ours bool) {
	d := decode(line)
	defer d.done()
	var kind string
	var wrapped, id, timestamp, instructions bool
	_, err := d.members(nil, func(name []byte) (bool, error) {
		raw := d.PeekKind()
		switch string(name) {
		case "type":
			v, err := d.value()
			kind = textOf(v)
			return true, err
		case "payload":
			wrapped = raw == '{'
		case "id":
			id = raw == '"'
		case "timestamp":
			timestamp = raw == '"'
		case "instructions":
			instructions = true
		}
		return false, nil
	})
	switch kind {
	case "session_meta", "turn_context", "response_item", "event_msg", "compacted", "token_usage_record", "world_state",
		"inter_agent_communication":
		if wrapped {
			return true, timestamp
		}
	case "": // the first line of mid-2025 has no type
		if id && timestamp && instructions {
			return true, true
		}
	}
	return err == nil, false
}
