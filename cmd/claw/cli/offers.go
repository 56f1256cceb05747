package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/fixtures"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
)

// mostOffered is how many rows of a list are offered.
const mostOffered = 200

// offeredArguments is the table of what can stand after a verb, place by place.
func (a *app) offeredArguments() map[string][]offer {
	files := offer(nil)
	return map[string][]offer{
		"claw import":               {files},
		"claw ship scan":            {files},
		"claw git status":           {files},
		"claw ship show":            {a.offerShips},
		"claw audit ship":           {a.offerShips},
		"claw audit what":           {files},
		"claw audit gaps":           {files},
		"claw lane show":            {a.offerLanes},
		"claw lane outcome":         {a.offerLanes},
		"claw lane explain":         {a.offerLanes},
		"claw lane bind":            {a.offerLanes, a.offerSessions},
		"claw lane settle":          {a.offerLanes},
		"claw lane close":           {a.offerLanes},
		"claw log append":           {files},
		"claw log import":           {files},
		"claw ship prepare":         {files},
		"claw ship push":            {files},
		"claw ship hooks install":   {files},
		"claw ship hooks uninstall": {files},
		"claw ship hooks status":    {files},
		"claw ship hook":            {files},
		"claw schema show":          {offerSchemas},
		"claw fixtures write":       {words(fixtures.Names()...), files},
		"claw fixtures verify":      {files},
		"claw audit session":        {a.offerSessions},
		"claw trust":                {files},
		"claw man":                  {files},
		"claw policy adopt":         {files},
		"claw policy lint":          {files},
		"claw log backup":           {files},
		"claw log restore":          {files},
		"claw state write":          {files},
		"claw state read":           {files},
	}
}

// offeredFlags is the table of what flags can be, by --NAME or by VERB --NAME. A flag
// that is not in it takes what only the person knows.
func (a *app) offeredFlags() map[string]offer {
	files := offer(nil)
	return map[string]offer{
		"--log":             files,
		"--worktree":        files,
		"--clone":           files,
		"--key":             files,
		"--allowed-signers": files,
		"--output-format":   words(string(formatText), string(formatJSON)),
		"--lane":            a.offerLanes,
		"--session":         a.offerSessions,
		"--agent":           words(agentNames()...),
		"--from":            words(append([]string{"auto"}, sourceNames()...)...),
		"--since":           words("1h", "24h", "7d", "30d"),
		"--repo":            a.offerOf(func(s *store.SessionRow) string { return s.Repo }),
		"--branch":          a.offerOf(func(s *store.SessionRow) string { return s.Branch }),
		"--origin":          words(projections.ErrorOrigin("").Enum()...),
		"--by":              words(store.UsageBy("").Enum()...),
		"--expect":          words("any", "none", "exists"),
		"--scope":           words(hookScopes...),
		"--content":         words(producers.Content("").Enum()...),
		"--path":            files,
		"--file":            files,
		"--note":            files,
		"--after":           a.offerPositions,
		"--until":           a.offerPositions,
		"--kind":            offerKinds,

		"claw audit who --until": words("1h", "24h", "7d", "30d"),

		"--format": words("text", inToto),
		"--method": words(domain.MergeMethod("").Enum()...),
		"--basis":  words(domain.Basis("").Enum()...),

		"claw errors --kind":    a.offerErrorKinds,
		"claw board --state":    words(laneStates()...),
		"claw lanes --state":    words(laneStates()...),
		"claw usage --state":    words(laneStates()...),
		"claw sessions --state": words(projections.SessionState("").Enum()...),
		"claw tools --state":    words(projections.ToolStatus("").Enum()...),
		"claw errors --state":   words(projections.ErrorState("").Enum()...),
	}
}

// described is a completion with what it is.
func described(word, says string) cobra.Completion {
	return cobra.CompletionWithDesc(printable(word), printable(says))
}

func (a *app) offerLanes() (all []cobra.Completion, err error) {
	v, err := a.views()
	if err != nil {
		return nil, err
	}
	list, err := v.Lanes(store.Filter{}, store.Page{Limit: mostOffered}, v.asOf)
	for i := range list.Lanes {
		r := &list.Lanes[i]
		all = append(all, described(string(r.Lane), outcomeWord(r)+" "+laneTitle(r)))
	}
	return all, err
}

func (a *app) offerShips() (all []cobra.Completion, err error) {
	v, err := a.views()
	if err != nil {
		return nil, err
	}
	list, err := v.Ships(store.ShipFilter{}, store.Page{Limit: mostOffered})
	for i := range list.Ships {
		r := rowOfShip(&list.Ships[i])
		all = append(all, described(r.Ship.ULID.String(), r.pathText()+" "+shortName(r.New)+" on "+string(r.Ref)))
	}
	return all, err
}

func (a *app) offerSessions() ([]cobra.Completion, error) {
	return a.sessionRows(func(s *store.SessionRow) cobra.Completion {
		return described(string(s.Session), string(s.State)+" "+what(s.Title, s.Opening, s.Workspace))
	})
}

// offerOf offers what the latest sessions have, each once.
func (a *app) offerOf(of func(*store.SessionRow) string) offer {
	return func() ([]cobra.Completion, error) {
		all, err := a.sessionRows(func(s *store.SessionRow) cobra.Completion { return printable(of(s)) })
		slices.Sort(all)
		return slices.DeleteFunc(slices.Compact(all), func(c cobra.Completion) bool { return c == "" }), err
	}
}

func (a *app) sessionRows(completion func(*store.SessionRow) cobra.Completion) (all []cobra.Completion, err error) {
	v, err := a.views()
	if err != nil {
		return nil, err
	}
	list, err := v.Sessions(store.Filter{}, store.Page{Limit: mostOffered})
	for i := range list.Sessions {
		all = append(all, completion(&list.Sessions[i]))
	}
	return all, err
}

func (a *app) offerErrorKinds() (all []cobra.Completion, err error) {
	v, err := a.views()
	if err != nil {
		return nil, err
	}
	list, err := v.Errors(store.Filter{}, store.Page{Limit: 1})
	for _, k := range list.ByKind {
		all = append(all, described(k.Kind, many(k.Count, "error")+" of "+string(k.Origin)))
	}
	return all, err
}

func offerKinds() (all []cobra.Completion, _ error) {
	for _, k := range domain.Kinds() {
		all = append(all, string(k.Kind))
	}
	return all, nil
}

// offerPositions offers the last position, and the round ones before it.
func (a *app) offerPositions() ([]cobra.Completion, error) {
	log, _, err := a.openLog(toRead)
	if err != nil {
		return nil, err
	}
	head, err := log.Head(a.ctx)
	last := head.Position.Number()
	all := []cobra.Completion{described(strconv.FormatUint(last, 10), "the last")}
	for _, back := range []uint64{10, 100, 1000} {
		if last > back {
			all = append(all, described(strconv.FormatUint(last-back, 10), strconv.FormatUint(back, 10)+" before the last"))
		}
	}
	return all, err
}

func offerSchemas() (all []cobra.Completion, err error) {
	published, err := publishedSchemas()
	for _, s := range published {
		all = append(all, described(s.Name, string(s.Of)))
	}
	return all, err
}

// offerVerbs offers the verbs below claw.
func (a *app) offerVerbs() (all []cobra.Completion, _ error) {
	for _, v := range a.verbs() {
		cmd := v.make()
		all = append(all, described(strings.Fields(cmd.Use)[0], cmd.Short))
	}
	return all, nil
}
