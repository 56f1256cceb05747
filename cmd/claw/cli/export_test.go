package cli

import "github.com/clawable/claw/consumers/watch"

// Agents is the table of agents.
var Agents = agents

// What puts next steps into words, and its table.
var (
	StepText      = stepText
	StepTexts     = stepTexts
	Rendered      = rendered
	RenderReasons = renderReasons
)

// Documents is what the program prints under --json: by the name of its schema the Go
// type, and what prints it.
var Documents = map[string]struct {
	Type any
	Of   string
}{
	"board":             {boardDocument{}, "claw board"},
	"doctor":            {doctorDocument{}, "claw doctor"},
	"error":             {errorDocument{}, "every verb that fails"},
	"errors":            {errorsDocument{}, "claw errors"},
	"help":              {helpDocument{}, "claw help"},
	"hooks":             {hooksDocument{}, "claw hooks install, uninstall and status"},
	"policy":            {policyDocument{}, "claw policy show"},
	"policy_adopted":    {adoptedDocument{}, "claw policy adopt"},
	"policy_init":       {policyInitDocument{}, "claw policy init"},
	"policy_check":      {verdictDocument{}, "claw policy check"},
	"policy_explain":    {verdictDocument{}, "claw policy explain"},
	"policy_lint":       {lintDocument{}, "claw policy lint"},
	"import":            {importDocument{}, "claw import"},
	"init":              {initDocument{}, "claw init"},
	"lane":              {laneDocument{}, "claw lane show"},
	"lane_decided":      {decidedDocument{}, "claw lane bind, settle and close"},
	"lane_explain":      {explainDocument{}, "claw lane explain"},
	"lane_outcome":      {outcomeDocument{}, "claw lane outcome"},
	"lanes":             {lanesDocument{}, "claw lanes"},
	"log_backup":        {copiedDocument{}, "claw log backup"},
	"log_restore":       {copiedDocument{}, "claw log restore"},
	"log_forget":        {forgetDocument{}, "claw log forget"},
	"log_clock_reset":   {clockResetDocument{}, "claw log clock reset"},
	"log_scrub":         {scrubDocument{}, "claw log scrub"},
	"log_import":        {logImportDocument{}, "claw log import"},
	"log_stat":          {logStatDocument{}, "claw log stat"},
	"log_verify":        {verifyDocument{}, "claw log verify"},
	"man":               {manDocument{}, "claw man"},
	"receipt":           {receiptLine{}, "claw log append, a line for each draft"},
	"schema":            {schemaDocument{}, "claw schema show"},
	"schemas":           {schemasDocument{}, "claw schema list"},
	"search":            {searchDocument{}, "claw search"},
	"sessions":          {sessionsDocument{}, "claw sessions"},
	"status":            {statusDocument{}, "claw status"},
	"tools":             {toolsDocument{}, "claw tools"},
	"trust":             {trustDocument{}, "claw trust"},
	"usage":             {usageDocument{}, "claw usage"},
	"version":           {versionDocument{}, "claw version"},
	"fixture_written":   {fixtureWrittenDocument{}, "claw fixtures write"},
	"fixtures":          {fixturesDocument{}, "claw fixtures list"},
	"fixtures_verified": {fixturesVerifiedDocument{}, "claw fixtures verify"},

	"audit":              {auditDocument{}, "claw audit who, approval and session"},
	"approval_requested": {approvalRequested{}, "claw approval request"},
	"approval":           {approvalDocument{}, "claw approval show and wait"},
	"approvals":          {approvalsDocument{}, "claw approval list"},
	"approval_decided":   {approvalDecided{}, "claw approval grant, deny, revoke and delegate"},
	"approval_consumed":  {consumedDocument{}, "claw approval consume"},
	"approval_verified":  {verifiedDocument{}, "claw approval verify"},
	"approval_exported":  {exportedDocument{}, "claw approval export"},
	"signers":            {signersDocument{}, "claw signers"},

	"ship":          {shipDocument{}, "claw ship show"},
	"ships":         {shipsDocument{}, "claw ship list"},
	"audit_ship":    {auditShipDocument{}, "claw audit ship"},
	"audit_what":    {auditWhatDocument{}, "claw audit what"},
	"audit_gaps":    {gapsDocument{}, "claw audit gaps"},
	"git_status":    {gitStatusDocument{}, "claw git status"},
	"ship_scan":     {scanDocument{}, "claw ship scan"},
	"ship_prepared": {preparedDocument{}, "claw ship prepare, and push --dry-run"},
	"ship_pushed":   {pushedDocument{}, "claw ship push"},
	"ship_hooks":    {shipHooksDocument{}, "claw ship hooks"},

	"outcome":           {watch.Line{}, "claw watch, a line for each outcome"},
	"projector":         {projectorLine{}, "claw projector run, a line for each change"},
	"projector_rebuild": {rebuiltDocument{}, "claw projector rebuild"},
	"projector_status":  {projectorDocument{}, "claw projector status"},
	"worker_state":      {stateDocument{}, "claw state write and read"},
	"projector_verify":  {verifiedModel{}, "claw projector verify"},
}

// Printable and ArgumentWord show texts of others.
var (
	Printable    = printable
	ArgumentWord = argumentWord
)
