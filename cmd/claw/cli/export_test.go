package cli

import (
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/front"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"

	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"

	approvecmd "github.com/clawable/claw/cmd/claw/cli/approve"

	auditcmd "github.com/clawable/claw/cmd/claw/cli/audit"

	hookcmd "github.com/clawable/claw/cmd/claw/cli/hook"

	logcmd "github.com/clawable/claw/cmd/claw/cli/log"

	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"

	policycmd "github.com/clawable/claw/cmd/claw/cli/policy"

	setupcmd "github.com/clawable/claw/cmd/claw/cli/setup"

	shipcmd "github.com/clawable/claw/cmd/claw/cli/ship"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/cmd/claw/cli/workspace"
	"github.com/clawable/claw/consumers/watch"
)

// Agents is the table of agents.
var Agents = logcmd.Agents

// What puts next steps into words, and its table.
var (
	StepText      = app.StepText
	StepTexts     = app.StepTexts
	Rendered      = app.Rendered
	RenderReasons = app.RenderReasons
)

// Documents is what the program prints under --json: by the name of its schema the Go
// type, and what prints it.
var Documents = map[string]struct {
	Type any
	Of   string
}{
	"board":             {lookcmd.BoardDocument{}, "claw board"},
	"doctor":            {setupcmd.DoctorDocument{}, "claw doctor"},
	"error":             {app.ErrorDocument{}, "every verb that fails"},
	"errors":            {view.ErrorsDocument{}, "claw errors"},
	"help":              {front.HelpDocument{}, "claw help"},
	"hooks":             {hookcmd.HooksDocument{}, "claw hooks install, uninstall and status"},
	"policy":            {policycmd.PolicyDocument{}, "claw policy show"},
	"policy_adopted":    {policycmd.AdoptedDocument{}, "claw policy adopt"},
	"policy_init":       {policycmd.PolicyInitDocument{}, "claw policy init"},
	"policy_check":      {policycmd.VerdictDocument{}, "claw policy check"},
	"policy_explain":    {policycmd.VerdictDocument{}, "claw policy explain"},
	"policy_lint":       {policycmd.LintDocument{}, "claw policy lint"},
	"import":            {logcmd.ImportDocument{}, "claw import"},
	"init":              {setupcmd.InitDocument{}, "claw init"},
	"lane":              {lookcmd.LaneDocument{}, "claw lane show"},
	"lane_decided":      {lookcmd.DecidedDocument{}, "claw lane bind, settle and close"},
	"lane_explain":      {lookcmd.ExplainDocument{}, "claw lane explain"},
	"lane_outcome":      {lookcmd.OutcomeDocument{}, "claw lane outcome"},
	"lanes":             {view.LanesDocument{}, "claw lanes"},
	"log_backup":        {logcmd.CopiedDocument{}, "claw log backup"},
	"log_restore":       {logcmd.CopiedDocument{}, "claw log restore"},
	"log_forget":        {logcmd.ForgetDocument{}, "claw log forget"},
	"log_clock_reset":   {logcmd.ClockResetDocument{}, "claw log clock reset"},
	"log_scrub":         {logcmd.ScrubDocument{}, "claw log scrub"},
	"log_import":        {logcmd.LogImportDocument{}, "claw log import"},
	"log_stat":          {logcmd.LogStatDocument{}, "claw log stat"},
	"log_verify":        {logcmd.VerifyDocument{}, "claw log verify"},
	"man":               {manDocument{}, "claw man"},
	"receipt":           {logcmd.ReceiptLine{}, "claw log append, a line for each draft"},
	"schema":            {setupcmd.SchemaDocument{}, "claw schema show"},
	"schemas":           {setupcmd.SchemasDocument{}, "claw schema list"},
	"search":            {lookcmd.SearchDocument{}, "claw search"},
	"sessions":          {view.SessionsDocument{}, "claw sessions"},
	"status":            {setupcmd.StatusDocument{}, "claw status"},
	"tools":             {view.ToolsDocument{}, "claw tools"},
	"trust":             {setupcmd.TrustDocument{}, "claw trust"},
	"usage":             {lookcmd.UsageDocument{}, "claw usage"},
	"version":           {app.VersionDocument{}, "claw version"},
	"fixture_written":   {setupcmd.FixtureWrittenDocument{}, "claw fixtures write"},
	"fixtures":          {setupcmd.FixturesDocument{}, "claw fixtures list"},
	"fixtures_verified": {setupcmd.FixturesVerifiedDocument{}, "claw fixtures verify"},

	"audit":              {auditcmd.AuditDocument{}, "claw audit who, approval and session"},
	"approval_requested": {approvecmd.ApprovalRequested{}, "claw approval request"},
	"approval":           {approvecmd.ApprovalDocument{}, "claw approval show and wait"},
	"approvals":          {approvecmd.ApprovalsDocument{}, "claw approval list"},
	"approval_decided":   {approvecmd.ApprovalDecided{}, "claw approval grant, deny, revoke and delegate"},
	"approval_consumed":  {approvecmd.ConsumedDocument{}, "claw approval consume"},
	"approval_verified":  {approvecmd.VerifiedDocument{}, "claw approval verify"},
	"approval_exported":  {approvecmd.ExportedDocument{}, "claw approval export"},
	"signers":            {approvecmd.SignersDocument{}, "claw signers"},

	"ship":          {shipcmd.ShipDocument{}, "claw ship show"},
	"ships":         {shipcmd.ShipsDocument{}, "claw ship list"},
	"audit_ship":    {auditcmd.AuditShipDocument{}, "claw audit ship"},
	"audit_what":    {auditcmd.AuditWhatDocument{}, "claw audit what"},
	"audit_gaps":    {auditcmd.GapsDocument{}, "claw audit gaps"},
	"git_status":    {workspace.GitStatusDocument{}, "claw git status"},
	"ship_scan":     {shipcmd.ScanDocument{}, "claw ship scan"},
	"ship_prepared": {shipcmd.PreparedDocument{}, "claw ship prepare, and push --dry-run"},
	"ship_pushed":   {shipcmd.PushedDocument{}, "claw ship push"},
	"ship_hooks":    {hookcmd.ShipHooksDocument{}, "claw ship hooks"},

	"outcome":           {watch.Line{}, "claw watch, a line for each outcome"},
	"projector":         {projectorcmd.ProjectorLine{}, "claw projector run, a line for each change"},
	"projector_rebuild": {projectorcmd.RebuiltDocument{}, "claw projector rebuild"},
	"projector_status":  {projectorcmd.ProjectorDocument{}, "claw projector status"},
	"worker_state":      {lookcmd.StateDocument{}, "claw state write and read"},
	"projector_verify":  {projectorcmd.VerifiedModel{}, "claw projector verify"},
}

// Printable and ArgumentWord show texts of others.
var (
	Printable    = term.Printable
	ArgumentWord = approvaltext.ArgumentWord
)
