package rows

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/consumers/history"
)

// list is a document that lists the rows of a stream.
type list struct {
	rows  string // the member that holds them
	key   string // the member of a row that identifies it
	event string // the frame of a row
	gone  string // the frame of a row that is not listed any more; "": rows stay
	// essence is what of a row makes it another one when it differs; nil: the whole row.
	essence func(row []byte) []byte
	// restless are the members whose presence says that a row may change by time alone.
	restless []string
}

// lists are the lists that are compared, by their verbs.
var lists = map[string]list{
	"board":         {rows: "lanes", key: "lane", event: "lane", gone: "lane_removed", essence: withoutAge, restless: []string{"waits", "clock_ahead"}},
	"approval list": {rows: "approvals", key: "approval", event: "approval"},
}

// Essence is what of a row of a verb makes it another one when it differs; nil for the whole row.
func Essence(verb string) func(row []byte) []byte { return lists[verb].essence }

// withoutAge is a row without its age, which grows with each reading. A text in it has no quotation mark of its own.
func withoutAge(row []byte) []byte {
	before, after, found := bytes.Cut(row, []byte(`"age_ms":`))
	if !found {
		return row
	}
	return slices.Concat(before, bytes.TrimLeft(after, "0123456789"))
}

// page is a page of a list.
type page struct {
	entries  []history.Entry
	restless map[string]bool // by the keys of the rows, which may change by time alone
	position uint64
	next     string
}

// pageOf reads a page of a list.
func pageOf(document []byte, of *list) (p page, err error) {
	p.restless = map[string]bool{}
	var members map[string]jsontext.Value
	var rows []jsontext.Value
	if err = json.Unmarshal(document, &members); err == nil {
		err = json.Unmarshal(members[of.rows], &rows)
	}
	if err == nil {
		err = json.Unmarshal(members["as_of_position"], &p.position)
	}
	if next, ok := members["next_cursor"]; err == nil && ok {
		err = json.Unmarshal(next, &p.next)
	}
	for _, row := range rows {
		if err != nil {
			break
		}
		var id map[string]jsontext.Value
		var key string
		if err = json.Unmarshal(row, &id); err == nil {
			err = json.Unmarshal(id[of.key], &key)
		}
		if err == nil {
			err = row.Compact()
		}
		p.restless[key] = slices.ContainsFunc(of.restless, func(name string) bool { return id[name] != nil })
		p.entries = append(p.entries, history.Entry{Key: key, Event: of.event, Document: row})
	}
	return p, err
}
