package cli_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/invopop/jsonschema"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	approvecmd "github.com/clawable/claw/cmd/claw/cli/approve"
	auditcmd "github.com/clawable/claw/cmd/claw/cli/audit"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	conformancecmd "github.com/clawable/claw/cmd/claw/cli/conformance"
	expectcmd "github.com/clawable/claw/cmd/claw/cli/expect"
	"github.com/clawable/claw/cmd/claw/cli/front"
	hookcmd "github.com/clawable/claw/cmd/claw/cli/hook"
	logcmd "github.com/clawable/claw/cmd/claw/cli/log"
	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"
	pinpointcmd "github.com/clawable/claw/cmd/claw/cli/pinpoint"
	policycmd "github.com/clawable/claw/cmd/claw/cli/policy"
	pricescmd "github.com/clawable/claw/cmd/claw/cli/prices"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	reportcmd "github.com/clawable/claw/cmd/claw/cli/report"
	setupcmd "github.com/clawable/claw/cmd/claw/cli/setup"
	shipcmd "github.com/clawable/claw/cmd/claw/cli/ship"
	testcmd "github.com/clawable/claw/cmd/claw/cli/testrun"
	tokencmd "github.com/clawable/claw/cmd/claw/cli/token"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/cmd/claw/cli/workspace"
	"github.com/clawable/claw/cmd/projector/serve"
	sinkcmd "github.com/clawable/claw/cmd/projector/sink"
	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/eventlog"
	consumerkit "github.com/clawable/claw/fixtures/consumer-kit"
	"github.com/clawable/claw/projections/values"
	"github.com/clawable/claw/schemas"
	"github.com/clawable/claw/schemas/generate"
)

// described are the packages whose types are in documents.
var described = []string{"domain", "policy", "domain/lane", "domain/lane/evidence", "domain/lane/index", "eventlog", "projections", "projections/audit", "projections/follow", "projections/store", "projections/store/claim", "projections/store/query", "projections/store/search", "projections/store/tables", "projections/store/timeline", "projections/store/verify", "commands/approve", "commands/import", "commands/record", "commands/ship", "commands/testrun", "consumers/watch", "git/hooks", "commands/pinpoint", "reports", "reports/nudge", "reports/pinpoint", "reports/redact", "reports/release", "reports/status", "reports/view", "cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/approve", "cmd/claw/cli/audit", "cmd/claw/cli/front", "cmd/claw/cli/guard", "cmd/claw/cli/hook", "cmd/claw/cli/log", "cmd/claw/cli/look", "cmd/claw/cli/pinpoint", "cmd/claw/cli/policy", "cmd/claw/cli/prices", "cmd/claw/cli/projector", "cmd/claw/cli/report", "cmd/claw/cli/setup", "cmd/claw/cli/ship", "cmd/claw/cli/term", "cmd/claw/cli/testrun", "cmd/claw/cli/view", "cmd/claw/cli/workspace", "cmd/claw/cli", "cmd/projector/serve", "cmd/projector/sink", "consumers/sink", "schemas/registry", "fixtures/consumer-kit", "cmd/claw/cli/conformance"}

// TestPublishedSchemasOfDocumentsAreWhatTheTypesSay holds schemas/documents to the
// documents of the program; -update writes them anew.
func TestPublishedSchemasOfDocumentsAreWhatTheTypesSay(t *testing.T) {
	r, err := generate.Reflector(clitest.InRepository(""), described...)
	if err != nil {
		t.Fatal(err)
	}
	r.Namer = named
	r.Mapper = mapped
	for name, d := range printed {
		s := r.Reflect(d.Type)
		s.Description = "What " + d.Of + " --json prints."
		if kind, ok := s.Properties.Get("kind"); ok {
			kind.Const = name
		}
		if version, ok := s.Properties.Get("schema_version"); ok {
			version.Const = 1
		}
		text, err := generate.Text(schemas.DocumentFile(name, 1), name, s)
		if err != nil {
			t.Fatal(err)
		}
		clitest.Golden(t, filepath.Join(clitest.InRepository("schemas"), schemas.DocumentFile(name, 1)), text)
	}
	files, err := os.ReadDir(filepath.Join(clitest.InRepository("schemas"), "documents"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, ok := printed[strings.TrimSuffix(f.Name(), ".v1.json")]; !ok {
			t.Errorf("schemas/documents/%s is of no document", f.Name())
		}
	}
}

// publishedAs is the prefix of a package's types in the published schemas, where that is not
// its name today: a definition keeps its name when its type moves.
var publishedAs = map[string]string{
	"commands/approve":     "commands.",
	"commands/import":      "commands.",
	"commands/record":      "commands.",
	"commands/ship":        "commands.",
	"domain/lane/evidence": "lane.",
	"domain/lane/index":    "lane.",
	"proof":                "signing.",

	"projections/store/claim":  "store.",
	"projections/store/query":  "store.",
	"projections/store/search": "store.",
	"projections/store/tables": "store.",
	"projections/store/verify": "store.",
}

// frontDoor is the package of the types of the command line: their published names have no
// prefix and, but for those of capitalized, begin with a small letter.
const frontDoor = "cmd/claw/cli"

var capitalized = []string{"Head", "Warning", "Setting"}

// named is the name of a type in the published schemas.
func named(t reflect.Type) string {
	of := strings.TrimPrefix(t.PkgPath(), "github.com/clawable/claw/")
	switch prefix, moved := publishedAs[of]; {
	case t.Name() == "":
		return ""
	case moved:
		return prefix + t.Name()
	case strings.HasPrefix(of, frontDoor) && !slices.Contains(capitalized, t.Name()):
		return strings.ToLower(t.Name()[:1]) + t.Name()[1:]
	case strings.HasPrefix(of, frontDoor):
		return t.Name()
	}
	return t.String()
}

// mapped has the types of documents that write their JSON themselves.
func mapped(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[values.Time]():
		return generate.Time()
	case reflect.TypeFor[jsontext.Value]():
		return &jsonschema.Schema{}
	}
	return generate.Mapper(t)
}

// printed is what the program prints under --json: by the name of its schema the Go
// type, and what prints it.
var printed = map[string]struct {
	Type any
	Of   string
}{
	"board":               {lookcmd.BoardDocument{}, "claw board"},
	"doctor":              {setupcmd.DoctorDocument{}, "claw doctor"},
	"error":               {app.ErrorDocument{}, "every verb that fails"},
	"errors":              {view.ErrorsDocument{}, "claw errors"},
	"overview":            {cli.OverviewDocument{}, "claw without a verb"},
	"words":               {cli.WordsDocument{}, "claw help words"},
	"help":                {front.HelpDocument{}, "claw help"},
	"hooks":               {hookcmd.HooksDocument{}, "claw hooks install, uninstall and status"},
	"policy":              {policycmd.PolicyDocument{}, "claw policy show"},
	"expects_profile":     {expectcmd.ProfileDocument{}, "claw expect show"},
	"expects_adopted":     {expectcmd.ProfileAdopted{}, "claw expect adopt"},
	"lane_expects":        {expectcmd.LaneExpects{}, "claw expect explain"},
	"policy_adopted":      {policycmd.AdoptedDocument{}, "claw policy adopt"},
	"policy_init":         {policycmd.PolicyInitDocument{}, "claw policy init"},
	"policy_check":        {policycmd.VerdictDocument{}, "claw policy check"},
	"policy_explain":      {policycmd.VerdictDocument{}, "claw policy explain"},
	"policy_lint":         {policycmd.LintDocument{}, "claw policy lint"},
	"import":              {logcmd.ImportDocument{}, "claw import"},
	"init":                {setupcmd.InitDocument{}, "claw init"},
	"lane":                {lookcmd.LaneDocument{}, "claw lane show"},
	"lane_decided":        {lookcmd.DecidedDocument{}, "claw lane start, restart, expect, bind, finish, accept, reopen, settle and close"},
	"lane_explain":        {lookcmd.ExplainDocument{}, "claw lane explain"},
	"lane_outcome":        {lookcmd.OutcomeDocument{}, "claw lane outcome"},
	"lanes":               {view.LanesDocument{}, "claw lanes"},
	"log_backup":          {logcmd.CopiedDocument{}, "claw log backup"},
	"log_compare":         {logcmd.CompareDocument{}, "claw log compare"},
	"log_copy":            {logcmd.CopyDocument{}, "claw log copy"},
	"log_restore":         {logcmd.CopiedDocument{}, "claw log restore"},
	"log_forget":          {logcmd.ForgetDocument{}, "claw log forget"},
	"log_clock_reset":     {logcmd.ClockResetDocument{}, "claw log clock reset"},
	"log_scrub":           {logcmd.ScrubDocument{}, "claw log scrub"},
	"log_import":          {logcmd.LogImportDocument{}, "claw log import"},
	"log_stat":            {logcmd.LogStatDocument{}, "claw log stat"},
	"log_verify":          {logcmd.VerifyDocument{}, "claw log verify"},
	"man":                 {cli.ManDocument{}, "claw man"},
	"receipt":             {eventlog.ReceiptLine{}, "claw log append, a line for each draft"},
	"schema":              {setupcmd.SchemaDocument{}, "claw schema show"},
	"schemas":             {setupcmd.SchemasDocument{}, "claw schema list"},
	"schema_fields":       {setupcmd.SchemaFieldsDocument{}, "claw schema fields"},
	"schema_diff":         {setupcmd.SchemaDiffDocument{}, "claw schema diff"},
	"search":              {lookcmd.SearchDocument{}, "claw search"},
	"report":              {reportcmd.ReportDocument{}, "claw report new and show"},
	"report_diff":         {reportcmd.DiffDocument{}, "claw report diff"},
	"report_filed":        {reportcmd.FiledDocument{}, "claw report file and amend"},
	"report_parts":        {reportcmd.PartsDocument{}, "claw report show --part-bytes"},
	"report_verified":     {reportcmd.VerifiedDocument{}, "claw report verify"},
	"reports":             {reportcmd.ReportsDocument{}, "claw report list"},
	"report_acknowledged": {reportcmd.AcknowledgedDocument{}, "claw report ack"},
	"conformance_run":     {conformancecmd.RunDocument{}, "claw conformance run"},
	"conformance_list":    {conformancecmd.ListDocument{}, "claw conformance list"},
	"conformance_case":    {consumerkit.Question{}, "claw conformance run, to the consumer"},
	"conformance_answer":  {consumerkit.Answer{}, "a consumer, to claw conformance run"},
	"report_advertised":   {reportcmd.AdvertisedDocument{}, "claw report advertise"},
	"report_view":         {reportcmd.ViewDocument{}, "claw report view"},
	"report_status":       {reportcmd.StatusPostedDocument{}, "claw report status post"},
	"report_statuses":     {reportcmd.StatusesDocument{}, "claw report status list and expire"},
	"pinpoint":            {pinpointcmd.PinpointDocument{}, "claw pinpoint show"},
	"pinpoints":           {pinpointcmd.PinpointsDocument{}, "claw pinpoint list"},
	"pinpoint_filed":      {pinpointcmd.FiledDocument{}, "claw pinpoint file"},
	"pinpoint_decided":    {pinpointcmd.DecidedDocument{}, "claw pinpoint attach, link, rank, move and handoff"},
	"pinpoints_followed":  {pinpointcmd.FollowedDocument{}, "claw pinpoint follow"},
	"nudge":               {pinpointcmd.NudgeDocument{}, "claw nudge send and ack"},
	"nudges":              {pinpointcmd.NudgesDocument{}, "claw nudge list"},
	"redact_explain":      {reportcmd.ExplainDocument{}, "claw redact explain"},
	"redact_lint":         {reportcmd.LintDocument{}, "claw redact lint"},
	"sessions":            {view.SessionsDocument{}, "claw sessions"},
	"status":              {setupcmd.StatusDocument{}, "claw status"},
	"tools":               {view.ToolsDocument{}, "claw tools"},
	"trust":               {setupcmd.TrustDocument{}, "claw trust"},
	"price":               {pricescmd.PriceDocument{}, "claw prices show"},
	"prices":              {pricescmd.PricesDocument{}, "claw prices list and update"},
	"page":                {view.PageDocument{}, "claw board, timeline, lane show, report new, report view and audit release with --html"},
	"timeline":            {lookcmd.TimelineDocument{}, "claw timeline"},
	"usage":               {lookcmd.UsageDocument{}, "claw usage"},
	"version":             {cli.VersionDocument{}, "claw version"},
	"fixture_written":     {setupcmd.FixtureWrittenDocument{}, "claw fixtures write"},
	"fixtures":            {setupcmd.FixturesDocument{}, "claw fixtures list"},
	"fixtures_verified":   {setupcmd.FixturesVerifiedDocument{}, "claw fixtures verify"},

	"audit":              {auditcmd.AuditDocument{}, "claw audit who, approval and session"},
	"approval_requested": {approvecmd.ApprovalRequested{}, "claw approval request"},
	"approval":           {approvecmd.ApprovalDocument{}, "claw approval show and wait"},
	"approvals":          {approvecmd.ApprovalsDocument{}, "claw approval list"},
	"approval_decided":   {approvecmd.ApprovalDecided{}, "claw approval grant, import, deny, revoke and delegate"},
	"approval_consumed":  {approvecmd.ConsumedDocument{}, "claw approval consume"},
	"approval_verified":  {approvecmd.VerifiedDocument{}, "claw approval verify"},
	"approval_exported":  {approvecmd.ExportedDocument{}, "claw approval export"},
	"signers":            {approvecmd.SignersDocument{}, "claw signers"},
	"token_created":      {tokencmd.CreatedDocument{}, "claw token create"},
	"token_revoked":      {tokencmd.RevokedDocument{}, "claw token revoke"},
	"tokens":             {tokencmd.TokensDocument{}, "claw token list"},

	"ship":                   {shipcmd.ShipDocument{}, "claw ship show"},
	"ships":                  {shipcmd.ShipsDocument{}, "claw ship list"},
	"audit_ship":             {auditcmd.AuditShipDocument{}, "claw audit ship"},
	"audit_lane":             {auditcmd.AuditLaneDocument{}, "claw audit lane"},
	"audit_tokens":           {auditcmd.AuditTokensDocument{}, "claw audit tokens"},
	"audit_what":             {auditcmd.AuditWhatDocument{}, "claw audit what"},
	"audit_gaps":             {auditcmd.GapsDocument{}, "claw audit gaps"},
	"audit_release":          {auditcmd.ReleaseDocument{}, "claw audit release"},
	"audit_release_verified": {auditcmd.ReleaseVerifiedDocument{}, "claw audit verify"},
	"git_status":             {workspace.GitStatusDocument{}, "claw git status"},
	"ship_scan":              {shipcmd.ScanDocument{}, "claw ship scan"},
	"ship_prepared":          {shipcmd.PreparedDocument{}, "claw ship prepare, and push --dry-run"},
	"ship_pushed":            {shipcmd.PushedDocument{}, "claw ship push"},
	"ship_hooks":             {hookcmd.ShipHooksDocument{}, "claw ship hooks"},

	"test_run":          {testcmd.TestDocument{}, "claw test"},
	"outcome":           {watch.Line{}, "claw watch, a line for each outcome"},
	"rule_changed":      {watch.RuleChanged{}, "claw watch, a line where other rules derive outcomes"},
	"projector":         {projectorcmd.ProjectorLine{}, "claw projector run, a line for each change"},
	"serving":           {serve.Serving{}, "projector serve, a line when it answers"},
	"delivery":          {sink.Delivery{}, "a sink, to its receiver"},
	"sink":              {sinkcmd.SinkLine{}, "projector sink run, a line when the state of a sink changes"},
	"sink_list":         {sinkcmd.SinkListDocument{}, "projector sink list"},
	"sink_replay":       {sinkcmd.SinkReplayDocument{}, "projector sink replay"},
	"sink_test":         {sinkcmd.SinkTestDocument{}, "projector sink test"},
	"projector_rebuild": {projectorcmd.RebuiltDocument{}, "claw projector rebuild"},
	"projector_status":  {projectorcmd.ProjectorDocument{}, "claw projector status"},
	"worker_state":      {lookcmd.StateDocument{}, "claw state write and read"},
	"projector_verify":  {projectorcmd.VerifiedModel{}, "claw projector verify"},
}
