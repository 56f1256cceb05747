package eventlog

import (
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// CheckData is the strict decode at append: it reports whether data, canonical
// JSON as [Canonical] returns it, fits the payload of kind exactly. A member that
// the payload does not have, one that it needs and data lacks, a null, another
// JSON type, an enum value that is not listed: each is refused. The published
// schemas say the same, but are open to members of later versions.
//
// It builds no payload and keeps nothing of data.
//
// Errors: always a *domain.Error. Kind [domain.ErrUsage] for a kind or version
// that is not known here; [domain.ErrParse] for data that do not fit, with the
// kind and the JSON pointer as target.
func CheckData(kind domain.Kind, version int, data []byte) error {
	info, ok := domain.LookupKind(kind)
	if !ok {
		return unknownKind(kind)
	}
	if version != info.Version {
		return otherVersion(kind, version, info.Version)
	}
	if f := runCheck(shapeOf(&info), data); f != nil {
		return f.asError(kind)
	}
	return nil
}

// shapes are those of the kinds' payloads; one is compiled when it is first used, so that a
// short-lived process pays for the kinds that it appends only.
var shapes struct {
	sync.RWMutex
	of map[domain.Kind]*shape
}

func shapeOf(info *domain.KindInfo) *shape {
	shapes.RLock()
	s := shapes.of[info.Kind]
	shapes.RUnlock()
	if s != nil {
		return s
	}
	s = compileShape(reflect.TypeOf(info.New()).Elem())
	shapes.Lock()
	defer shapes.Unlock()
	if shapes.of == nil {
		shapes.of = map[domain.Kind]*shape{}
	}
	shapes.of[info.Kind] = s
	return s
}

func unknownKind(kind domain.Kind) error {
	table := domain.Kinds()
	names := make([]string, len(table))
	for i, info := range table {
		names[i] = string(info.Kind)
	}
	e := domain.Usage("check payload", quoteShort(string(kind)), "kinds: "+strings.Join(names, " "))
	e.Message = "no such kind of event"
	if near := nextstep.Nearest(string(kind), names); near != "" {
		e.Hint = "did you mean " + near + "?"
	}
	return e
}

func otherVersion(kind domain.Kind, version, known int) error {
	e := domain.Usage("check payload", string(kind), "payload schemas count from 1")
	e.Message = "no payload version " + strconv.Itoa(version) + ", this claw writes version " + strconv.Itoa(known)
	if version > known {
		e.Message = "payload version " + strconv.Itoa(version) + " is newer than this claw, which knows " + strconv.Itoa(known)
		e.Hint = "update claw, then append again"
	}
	e.Detail = map[string]any{"version": version, "known": known}
	return e
}
