package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	auditcmd "github.com/clawable/claw/cmd/claw/cli/audit"
	"github.com/clawable/claw/cmd/claw/cli/front"
	hookcmd "github.com/clawable/claw/cmd/claw/cli/hook"
	logcmd "github.com/clawable/claw/cmd/claw/cli/log"
	pinpointcmd "github.com/clawable/claw/cmd/claw/cli/pinpoint"
	reportcmd "github.com/clawable/claw/cmd/claw/cli/report"
	shipcmd "github.com/clawable/claw/cmd/claw/cli/ship"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/fixtures"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/reports"
	reportview "github.com/clawable/claw/reports/view"
	"github.com/clawable/claw/schemas/registry"
)

// mostOffered is how many rows of a list are offered.
const mostOffered = 200

// offeredArguments is the table of the words that fit after a verb, place by place.
func offeredArguments() map[string][]front.Offer {
	files := front.Offer(nil)
	return map[string][]front.Offer{
		"claw import":               {files},
		"claw ship scan":            {files},
		"claw git status":           {files},
		"claw ship show":            {offerShips},
		"claw audit ship":           {offerShips},
		"claw audit lane":           {offerLanes},
		"claw audit what":           {files},
		"claw audit gaps":           {files},
		"claw audit release":        {front.Words(), files},
		"claw audit verify":         {files},
		"claw lane show":            {offerLanes},
		"claw lane outcome":         {offerLanes},
		"claw timeline":             {offerLanes},
		"claw lane explain":         {offerLanes},
		"claw lane bind":            {offerLanes, offerSessions},
		"claw lane settle":          {offerLanes},
		"claw lane close":           {offerLanes},
		"claw lane start":           {offerLanes},
		"claw lane restart":         {offerLanes},
		"claw lane finish":          {offerLanes},
		"claw lane accept":          {offerLanes},
		"claw lane reopen":          {offerLanes},
		"claw lane expect":          append([]front.Offer{offerLanes}, slices.Repeat([]front.Offer{front.Words(domain.Expectation("").Enum()...)}, len(domain.Expectation("").Enum()))...),
		"claw log append":           {files},
		"claw log import":           {files},
		"claw ship prepare":         {files},
		"claw ship push":            {files},
		"claw ship hooks install":   {files},
		"claw ship hooks uninstall": {files},
		"claw ship hooks status":    {files},
		"claw ship hook":            {files},
		"claw schema show":          {offerSchemas},
		"claw schema fields":        {offerSchemas},
		"claw schema diff":          {offerReleases, offerReleases},
		"claw fixtures write":       {front.Words(fixtures.Names()...), files},
		"claw fixtures verify":      {files},
		"claw audit session":        {offerSessions},
		"claw trust":                {files},
		"claw man":                  {files},
		"claw prices update":        {files},
		"claw policy adopt":         {files},
		"claw expect adopt":         {files},
		"claw expect explain":       {offerLanes},
		"claw policy lint":          {files},
		"claw log backup":           {files},
		"claw log restore":          {files},
		"claw log compare":          {files, files},
		"claw log copy":             {files, files},
		"claw state write":          {files},
		"claw report file":          {files},
		"claw report amend":         {reportcmd.Filed, files},
		"claw report ack":           {reportcmd.Filed},
		"claw report show":          {reportcmd.Filed},
		"claw report diff":          {reportcmd.Filed, reportcmd.Filed},
		"claw report verify":        {reportcmd.Filed},
		"claw report view":          {reportcmd.Filed},
		"claw report status post":   {front.Words(domain.ProgressState("").Enum()...)},
		"claw pinpoint attach":      {pinpointcmd.FiledNow},
		"claw pinpoint link":        {pinpointcmd.FiledNow, front.Words(domain.PinpointRelation("").Enum()...), pinpointcmd.FiledNow},
		"claw pinpoint rank":        {pinpointcmd.FiledNow},
		"claw pinpoint move":        {pinpointcmd.FiledNow, front.Words(domain.PinpointState("").Enum()...)},
		"claw pinpoint handoff":     {pinpointcmd.FiledNow},
		"claw pinpoint follow":      {pinpointcmd.FiledNow},
		"claw pinpoint show":        {pinpointcmd.FiledNow},
		"claw nudge send":           {pinpointcmd.Delivered},
		"claw nudge ack":            {pinpointcmd.Delivered},
		"claw redact lint":          {files},
		"claw state read":           {files},
	}
}

// offeredFlags is the table of the values of flags, by --NAME or by VERB --NAME. A flag that is not
// in it has values that only the person knows.
func offeredFlags() map[string]front.Offer {
	files := front.Offer(nil)
	return map[string]front.Offer{
		"--log":             files,
		"--worktree":        files,
		"--clone":           files,
		"--key":             files,
		"--allowed-signers": files,
		"--output-format":   front.Words(string(app.FormatText), string(app.FormatJSON)),
		"--lane":            offerLanes,
		"--expects":         front.Words(domain.Expectation("").Enum()...),
		"--watcher":         front.Words(domain.Watcher("").Enum()...),
		"--session":         offerSessions,
		"--agent":           front.Words(logcmd.AgentNames()...),
		"--from":            front.Words(append([]string{"auto"}, logcmd.SourceNames()...)...),
		"--since":           front.Words("1h", "24h", "7d", "30d"),
		"--repo":            offerOf(func(s *query.SessionRow) string { return s.Repo }),
		"--branch":          offerOf(func(s *query.SessionRow) string { return s.Branch }),
		"--level":           front.Words(domain.GreenLevel("").Enum()...),
		"--origin":          front.Words(projections.ErrorOrigin("").Enum()...),
		"--by":              front.Words(query.UsageBy("").Enum()...),
		"--expect":          front.Words("any", "none", "exists"),
		"--scope":           front.Words(hookcmd.HookScopes...),
		"--content":         front.Words(producers.Content("").Enum()...),
		"--path":            files,
		"--html":            files,
		"--file":            files,
		"--note":            files,
		"--statement":       files,
		"--previous":        reportcmd.Filed,
		"--supersedes":      reportcmd.Filed,
		"--after":           offerPositions,
		"--until":           offerPositions,
		"--kind":            offerKinds,

		"claw audit who --until": front.Words("1h", "24h", "7d", "30d"),

		"--format":                    front.Words("text", auditcmd.InToto),
		"--audience":                  front.Words(reportview.Audiences()...),
		"claw report view --audience": reportcmd.Audiences,
		"claw report view --format":   front.Words(reportview.Format("").Enum()...),
		"claw audit release --format": front.Words(reportview.Format("").Enum()...),
		"--max-sensitivity":           front.Words(domain.Sensitivity("").Enum()...),
		"--families":                  front.Words(reportview.Families()...),
		"--release":                   front.Words(registry.Releases()...),
		"--schema-versions":           front.Words(reports.SchemaVersion),
		"--verbosity":                 front.Words(reportview.Verbosity("").Enum()...),
		"--policy":                    files,
		"--views":                     files,
		"--method":                    front.Words(domain.MergeMethod("").Enum()...),
		"--basis":                     front.Words(domain.Basis("").Enum()...),
		"--expires":                   front.Words("24h", "7d", "30d", "90d"),
		"--append":                    front.Words(domain.TokenClass("").Enum()...),

		"--priority":                 front.Words(domain.Priority("").Enum()...),
		"--severity":                 front.Words(domain.Severity("").Enum()...),
		"--harm":                     front.Words(domain.Harm("").Enum()...),
		"--class":                    front.Words(domain.FailureClass("").Enum()...),
		"--role":                     front.Words(domain.EvidenceRole("").Enum()...),
		"--readiness":                front.Words(domain.Readiness("").Enum()...),
		"--outcome":                  front.Words(domain.NudgeOutcome("").Enum()...),
		"claw pinpoint list --state": front.Words(domain.PinpointState("").Enum()...),

		"claw errors --kind":    offerErrorKinds,
		"claw board --state":    front.Words(view.LaneStates()...),
		"claw lanes --state":    front.Words(view.LaneStates()...),
		"claw usage --state":    front.Words(view.LaneStates()...),
		"claw sessions --state": front.Words(sessions.State("").Enum()...),
		"claw tools --state":    front.Words(tools.Status("").Enum()...),
		"claw errors --state":   front.Words(projections.ErrorState("").Enum()...),
	}
}

// described is a completion with a description.
func described(word, says string) cobra.Completion {
	return cobra.CompletionWithDesc(term.Printable(word), term.Printable(says))
}

func offerLanes(a *app.App) (all []cobra.Completion, err error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	list, err := query.Lanes(v, selection.Filter{}, selection.Page{Limit: mostOffered}, v.AsOf)
	for i := range list.Lanes {
		r := &list.Lanes[i]
		all = append(all, described(string(r.Lane), view.OutcomeWord(r)+" "+view.LaneTitle(r)))
	}
	return all, err
}

func offerShips(a *app.App) (all []cobra.Completion, err error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	list, err := query.Ships(v, query.ShipFilter{}, selection.Page{Limit: mostOffered})
	for i := range list.Ships {
		r := shipcmd.RowOfShip(&list.Ships[i])
		all = append(all, described(r.Ship.ULID.String(), r.PathText()+" "+term.ShortName(r.New)+" on "+string(r.Ref)))
	}
	return all, err
}

func offerSessions(a *app.App) ([]cobra.Completion, error) {
	return sessionRows(a, func(s *query.SessionRow) cobra.Completion {
		return described(string(s.Session), string(s.State)+" "+view.What(s.Title, s.Opening, s.Workspace, s.Parent.Value != ""))
	})
}

// offerOf offers the values of a column of the latest sessions, each once.
func offerOf(of func(*query.SessionRow) string) front.Offer {
	return func(a *app.App) ([]cobra.Completion, error) {
		all, err := sessionRows(a, func(s *query.SessionRow) cobra.Completion { return term.Printable(of(s)) })
		slices.Sort(all)
		return slices.DeleteFunc(slices.Compact(all), func(c cobra.Completion) bool { return c == "" }), err
	}
}

func sessionRows(a *app.App, completion func(*query.SessionRow) cobra.Completion) (all []cobra.Completion, err error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	list, err := query.Sessions(v, selection.Filter{}, selection.Page{Limit: mostOffered})
	for i := range list.Sessions {
		all = append(all, completion(&list.Sessions[i]))
	}
	return all, err
}

func offerErrorKinds(a *app.App) (all []cobra.Completion, err error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	list, err := query.Errors(v, selection.Filter{}, selection.Page{Limit: 1})
	for _, k := range list.ByKind {
		all = append(all, described(k.Kind, term.Many(k.Count, "error")+" of "+string(k.Origin)))
	}
	return all, err
}

func offerKinds(*app.App) (all []cobra.Completion, _ error) {
	for _, k := range domain.Kinds() {
		all = append(all, string(k.Kind))
	}
	return all, nil
}

// offerPositions offers the last position, and round ones before it.
func offerPositions(a *app.App) ([]cobra.Completion, error) {
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	head, err := log.Head(a.Ctx)
	last := head.Position.Number()
	all := []cobra.Completion{described(strconv.FormatUint(last, 10), "the last")}
	for _, back := range []uint64{10, 100, 1000} {
		if last > back {
			all = append(all, described(strconv.FormatUint(last-back, 10), strconv.FormatUint(back, 10)+" before the last"))
		}
	}
	return all, err
}

func offerSchemas(*app.App) (all []cobra.Completion, err error) {
	published, err := registry.Read(registry.Current)
	if err != nil {
		return nil, err
	}
	for _, s := range published.Schemas {
		all = append(all, described(s.Name, string(s.Of)))
	}
	return all, nil
}

func offerReleases(*app.App) ([]cobra.Completion, error) { return registry.Releases(), nil }

// offerVerbs offers the verbs below claw.
func offerVerbs(a *app.App) (all []cobra.Completion, _ error) {
	for _, v := range verbs() {
		cmd := v.make(a)
		all = append(all, described(strings.Fields(cmd.Use)[0], cmd.Short))
	}
	return all, nil
}
