package planted_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// appendedTo appends drafts to the log of a world, each to its stream.
func appendedTo(t *testing.T, w *clitest.World, drafts ...domain.Draft) {
	t.Helper()
	log, err := engine.Open(t.Context(), "sqlite:"+w.Log(), engine.Options{Now: w.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	for _, d := range drafts {
		if _, err := log.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			t.Fatalf("%s: %v", d.Kind, err)
		}
	}
}

// mark begins each text that is planted.
const mark = "zqPLANTEDqz"

// plantedWord is in each text that is planted: what a search finds.
const plantedWord = "hemlock"

// plantedSession is the session of what is planted, and plantedLane its lane.
var (
	plantedSession = domain.MakeSessionID("test", "planted")
	plantedLane    = plantedSession.Lane()
)

// planter fills payloads with marked texts.
type planter struct {
	kind  domain.Kind
	field []string
	texts int // that were planted
}

// plant appends an event of every kind to the log of a world, in each text of which is a mark, and each member
// of which is labelled with a class. It returns how many texts there are.
func plant(t *testing.T, w *clitest.World, class domain.Sensitivity) (texts int) {
	t.Helper()
	var drafts []domain.Draft
	at := clitest.Now.Add(-time.Hour)
	for _, info := range domain.Kinds() {
		at = at.Add(time.Second)
		p := &planter{kind: info.Kind}
		payload := info.New()
		p.fill(reflect.ValueOf(payload).Elem())
		texts += p.texts
		data, err := eventlog.Encode(payload.(domain.Payload))
		if err != nil {
			t.Fatalf("%s: %v", info.Kind, err)
		}
		drafts = append(drafts, domain.Draft{ID: domain.EventID(domain.Derive(at, "planted", string(info.Kind))), Kind: info.Kind, Version: info.Version, Stream: plantedStream(info.Family), Data: data,
			ObservedAt: domain.AtUnixNano(at.UnixNano()), Emitter: "import/planted", Epoch: plantedSession.Epoch(), Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh},
			Subject:     domain.Subject{Lane: domain.Known(plantedLane), Session: domain.Known(plantedSession), Turn: domain.Known(domain.TurnID("t")), Item: domain.Known(domain.ItemID("i"))},
			Sensitivity: labelled(t, data, class)})
	}
	appendedTo(t, w, drafts...)
	return texts
}

// plantedStream is the stream of what is planted of a family.
func plantedStream(f domain.Family) domain.StreamID {
	switch f {
	case domain.FamilySession:
		return plantedSession.Stream()
	case domain.FamilyLane:
		return domain.StreamID{Family: f, ULID: plantedSession.Stream().ULID}
	default:
		return domain.StreamID{Family: f, ULID: domain.Derive(clitest.Now, "planted", f.Prefix())}
	}
}

// plantedStreams are the streams of what is planted.
func plantedStreams() (names []string) {
	for _, info := range domain.Kinds() {
		names = append(names, plantedStream(info.Family).String())
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// labelled labels each member of a payload.
func labelled(t *testing.T, data []byte, class domain.Sensitivity) (labels []domain.Label) {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		labels = append(labels, domain.Label{Pointer: "/" + name, Class: class})
	}
	return labels
}

// text is a marked text, which names its field.
func (p *planter) text() string {
	p.texts++
	return mark + "." + string(p.kind) + "." + strings.Join(p.field, ".") + " " + plantedWord
}

// fill gives each field of a struct a value: a text where it takes any.
func (p *planter) fill(v reflect.Value) {
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		p.field = append(p.field, v.Type().Field(i).Name)
		p.set(v.Field(i))
		p.field = p.field[:len(p.field)-1]
	}
}

func (p *planter) set(v reflect.Value) {
	id := domain.Derive(clitest.Now, "planted")
	switch of := v.Addr().Interface().(type) {
	case *domain.Text:
		*of = domain.TextOf(p.text())
	case *domain.JSON:
		*of = domain.JSON(`{"text":"` + p.text() + `"}`)
	case *domain.Instant:
		*of = domain.AtUnixNano(clitest.Now.UnixNano())
	case *domain.EventID:
		*of = domain.EventID(id)
	case *domain.Epoch:
		*of = domain.Epoch(id)
	case *domain.LaneID:
		*of = plantedLane
	case *domain.StreamID:
		*of = domain.StreamID{Family: domain.FamilyApproval, ULID: id}
	case *domain.Digest:
		of[0] = 0xAB
	case interface{ Enum() []string }:
		v.SetString(of.Enum()[0])
	default:
		p.plain(v)
	}
}

func (p *planter) plain(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(p.text())
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint64:
		v.SetUint(7)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		p.set(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		p.set(v.Index(0))
	case reflect.Struct:
		if strings.HasPrefix(v.Type().Name(), "Maybe[") {
			p.set(v.Field(0))
			return
		}
		p.fill(v)
	}
}
