package scrub_test

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// plants holds, for each rule, texts with a secret that the rule must find. The secrets are
// made when the test runs, so that none is in the repository: <an:36> are 36 letters and
// digits, and so on, see [alphabets]. What [[ ]] encloses is the secret, without it the whole.
var plants = map[string][]string{
	"private-key": {
		"-----BEGIN <pk>-----\n<b64:64>\n<b64:64>\n<b64:20>==\n-----END <pk>-----",
		"-----BEGIN RSA <pk>-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,<HEX:32>\n\n<b64:64>\n-----END RSA <pk>-----",
		"-----BEGIN OPENSSH <pk>-----\n<b64:70>\n<b64:9>=\n-----END OPENSSH <pk>-----",
		"-----BEGIN PGP <pk> BLOCK-----\nVersion: GnuPG v2\n\n<b64:64>\n=<b64:4>\n-----END PGP <pk> BLOCK-----",
		`-----BEGIN EC <pk>-----\n<b64:64>\n<b64:32>==\n-----END EC <pk>-----`,
		"-----BEGIN <pk>-----\n     2→<b64:64>\n     3→<b64:64>",
		`-----BEGIN <pk>-----\\n<b64:64>\\n<b64:64>`,
	},
	"private-key-tail":      {"[[<b64:64>\n<b64:64>\n<b64:22>==\n-----END RSA <pk>-----]]"},
	"private-key-base64":    {"client-key-data: [[<pk64><b64:300>==]]"},
	"putty-private-key":     {"Private-Lines: 2\n[[<b64:64>\n<b64:64>\n]]Private-MAC: 00"},
	"age-secret-key":        {"AGE-SECRET-KEY-1<AGE:58>"},
	"wireguard-private-key": {"[Interface]\nPrivateKey = [[<b64:42>A=]]\n"},

	"github-token":              {"ghp_<an:36>", "gho_<an:36>", "ghu_<an:36>", "ghs_<an:36>", "ghr_<an:76>"},
	"claw-token":                {"claw_01<d:24>_<an:43>"},
	"github-fine-grained-pat":   {"github_pat_<an:22>_<an:59>", "github_pat_<an:900>"},
	"gitlab-token":              {"glpat-<w:20>", "glrt-t1_<w:30>", "gldt-<w:20>", "glptt-<hex:40>", "GR1348941<w:20>", "glpat-<w:30>.01.0a<hex:7>"},
	"bitbucket-atlassian-token": {"ATATT3<w:186>", "ATBB<an:32>"},
	"sourcegraph-token":         {"sgp_<hex:40>", "sgp_<hex:16>_<hex:40>"},

	"aws-access-key-id":          {"AKIA<B32:16>", "ASIA<B32:16>"},
	"aws-secret-access-key":      {"aws_secret_access_key = [[<b64:40>]]", `"SecretAccessKey": "[[<b64:40>]]"`, "AWS_SECRET_ACCESS_KEY=[[<b64:40>]]", `secretAccessKey: '[[<b64:40>]]'`},
	"aws-session-token":          {"aws_session_token=[[<b64:300>]]", `"SessionToken":"[[<b64:1200>==]]"`},
	"aws-bedrock-api-key":        {"ABSK<b64:120>=", "bedrock-api-key-<b64:80>"},
	"google-api-key":             {"AIza<w:35>"},
	"google-oauth-client-secret": {"GOCSPX-<w:28>"},
	"google-oauth-token":         {"ya29.<w:120>", "1//0<w:60>"},
	"azure-storage-key":          {"DefaultEndpointsProtocol=https;AccountName=a;AccountKey=[[<b64:86>==]];EndpointSuffix=core", "SharedAccessKey=[[<b64:43>=]]"},
	"azure-sas-signature":        {"https://a.blob.core.windows.net/c?sv=2024-01-01&sig=[[<an:43>%3D]]&se=1"},
	"presigned-signature":        {"https://b.s3.amazonaws.com/k?X-Amz-Expires=60&X-Amz-Signature=[[<hex:64>]]"},
	"azure-client-secret":        {"<an:3>8Q~<w:34>"},
	"digitalocean-token":         {"dop_v1_<hex:64>", "doo_v1_<hex:64>"},
	"cloudflare-token":           {`cloudflare_api_token: "[[<w:40>]]"`, "v1.0-<hex:24>-<hex:146>", "cfut_<an:48>"},
	"heroku-api-key":             {"HRKU-AA<w:58>", "HEROKU_API_KEY=[[<uuid>]]"},
	"alibaba-access-key":         {"LTAI<an:20>"},
	"flyio-token":                {"fo1_<w:43>", "fm2_<b64:600>"},
	"netlify-token":              {"nfp_<an:40>"},
	"render-api-key":             {"rnd_<an:28>"},

	"databricks-token":      {"dapi<hex:32>", "dapi<hex:32>-2"},
	"supabase-token":        {"sbp_<hex:40>", "sb_secret_<w:31>"},
	"planetscale-token":     {"pscale_tkn_<w:43>", "pscale_pw_<w:43>"},
	"neon-api-key":          {"napi_<low:64>"},
	"vault-token":           {"hvs.<w:95>", "hvb.<w:140>"},
	"terraform-cloud-token": {"<an:14>.atlasv1.<w:67>"},
	"pulumi-token":          {"pul-<hex:40>"},
	"doppler-token":         {"dp.pt.<an:43>", "dp.st.dev.<an:43>"},
	"onepassword-secret":    {"ops_eyJ<b64:300>", "A3-<B32:6>-<B32:11>-<B32:5>-<B32:5>-<B32:5>"},
	"tailscale-key":         {"tskey-auth-<an:12>-<an:32>"},
	"openshift-token":       {"sha256~<w:43>"},
	"grafana-token":         {"glsa_<an:32>_<hex:8>", "glc_<b64:100>=", "eyJrIjoi<an:90>="},
	"sentry-token":          {"sntrys_eyJ<an:90>_<an:43>", "sntryu_<hex:64>"},
	"newrelic-key":          {"NRAK-<B32:27>", "NRII-<w:32>"},
	"dynatrace-token":       {"dt0c01.<B32:24>.<B32:64>"},
	"sonar-token":           {"squ_<hex:40>", "sqp_<hex:40>"},
	"ci-token":              {"bkua_<hex:40>", "CCIPAT_<an:22>_<hex:40>"},
	"octopus-deploy-key":    {"API-<B32:26>"},
	"artifactory-key":       {"AKCp<an:69>", "cmVmdGtuO<an:55>"},

	"anthropic-api-key":   {"sk-ant-api03-<w:93>AA", "sk-ant-admin01-<w:93>AA", "sk-ant-oat01-<w:93>AA", "sk-ant-ort01-<w:93>AA"},
	"openrouter-api-key":  {"sk-or-v1-<hex:64>"},
	"openai-api-key":      {"sk-proj-<w:74>T3BlbkFJ<w:74>", "sk-svcacct-<w:74>T3BlbkFJ<w:74>", "sk-<an:20>T3BlbkFJ<an:20>", "sk-<hex:32>", "sk-admin-<w:120>"},
	"huggingface-token":   {"hf_<an:34>", "api_org_<an:34>"},
	"groq-api-key":        {"gsk_<an:52>"},
	"xai-api-key":         {"xai-<an:80>"},
	"perplexity-api-key":  {"pplx-<an:48>"},
	"replicate-token":     {"r8_<an:37>"},
	"cerebras-api-key":    {"csk-<low:48>"},
	"nvidia-api-key":      {"nvapi-<w:64>"},
	"langsmith-api-key":   {"lsv2_pt_<hex:32>_<hex:10>"},
	"langfuse-secret-key": {"sk-lf-<uuid>"},
	"elevenlabs-api-key":  {"sk_<hex:48>"},
	"tavily-api-key":      {"tvly-dev-<an:32>"},
	"e2b-api-key":         {"e2b_<hex:40>"},

	"npm-token":          {"npm_<an:36>", "//registry.example.org/:_authToken=[[<uuid>]]"},
	"pypi-token":         {"pypi-AgEIcHlwaS5vcmc<w:150>"},
	"rubygems-token":     {"rubygems_<hex:48>"},
	"cratesio-token":     {"cio<an:32>"},
	"nuget-key":          {"oy2<low:43>"},
	"dockerhub-token":    {"dckr_pat_<w:27>"},
	"docker-config-auth": {`{"auths":{"r.example.org":{"auth":"[[<login>]]"}}}`},
	"clojars-token":      {"CLOJARS_<low:60>"},

	"slack-token":        {"xoxb-<d:12>-<d:12>-<an:24>", "xoxp-<d:12>-<d:12>-<d:12>-<hex:32>", "xapp-1-A<B32:10>-<d:13>-<hex:64>", "xoxe.xoxb-1-<B32:163>"},
	"slack-webhook":      {"https://hooks.slack.com/services/[[T<B32:8>/B<B32:8>/<an:24>]]"},
	"discord-webhook":    {"https://discord.com/api/webhooks/<d:18>/[[<w:68>]]"},
	"discord-bot-token":  {"Authorization: Bot [[M<an:23>.<an:6>.<w:27>]]", "client.login('[[N<an:25>.<w:6>.<w:38>]]')", `"token": "[[O<an:23>.<w:6>.<w:27>]]"`},
	"discord-bare-token": {"<bot:18>.<an:6>.<w:27>", "the robot is [[<bot:19>.<w:6>.<w:38>]] now"},
	"teams-webhook":      {"https://corp.webhook.office.com/webhookb2/[[<uuid>@<uuid>/IncomingWebhook/<hex:32>/<uuid>]]"},
	"telegram-bot-token": {"<d:10>:AA<w:33>", "https://api.telegram.org/bot[[<d:9>:AA<w:33>]]/getMe"},
	"twilio-key":         {"SK<hex:32>"},
	"sendgrid-key":       {"SG.<w:22>.<w:43>"},
	"mailgun-key":        {"MAILGUN_API_KEY=[[key-<hex:32>]]", "curl -s --user api:[[key-<hex:32>]]"},
	"mailchimp-key":      {"mailchimp: '[[<hex:32>-us12]]'"},
	"brevo-key":          {"xkeysib-<hex:64>-<an:16>"},
	"resend-key":         {"re_<an:8>_<an:24>"},

	"stripe-key":      {"sk_live_<an:24>", "rk_test_<an:99>", "whsec_<b64:32>"},
	"shopify-token":   {"shpat_<hex:32>", "shpss_<hex:32>", "shpca_<hex:32>", "shppa_<hex:32>"},
	"square-token":    {"sq0atp-<w:22>", "EAAA<w:60>"},
	"plaid-token":     {"access-production-<uuid>"},
	"flutterwave-key": {"FLWSECK_TEST-<hex:32>-X"},
	"shipping-key":    {"shippo_live_<hex:40>", "EZAK<an:54>", "duffel_test_<w:43>"},

	"linear-token":     {"lin_api_<an:40>"},
	"notion-token":     {"ntn_<d:11><an:35>", "secret_<an:43>"},
	"postman-key":      {"PMAK-<hex:24>-<hex:34>"},
	"figma-token":      {"figd_<w:40>"},
	"airtable-token":   {"AIRTABLE_KEY=[[pat<an:14>.<hex:64>]]"},
	"dropbox-token":    {"sl.u.<w:135>"},
	"hubspot-token":    {"pat-na1-<uuid>"},
	"contentful-token": {"CFPAT-<w:43>"},
	"typeform-token":   {"tfp_<w:59>"},
	"readme-key":       {"rdme_<low:70>"},
	"prefect-key":      {"pnu_<an:36>"},
	"facebook-token":   {"EAAC<an:120>"},

	"wrapped-jwt":          {"<jwt64:200>"},
	"cookie-header":        {"Cookie: [[theme=dark; session=<an:24>]]", `"Set-Cookie": "[[sid=<an:24>; HttpOnly]]"`},
	"curl-cookie":          {"curl -sb '[[session=<an:24>]]' https://x.example.org", "curl --cookie [[sid=<an:24>]]"},
	"jwt":                  {"eyJ<w:30>.eyJ<w:90>.<w:43>", "eyJ<w:20>.eyJ<w:20>.", "eyJ<w:90>.eyJ<w:9000>.<w:300>", "eyJ<w:40>..<w:16>.<w:60>.<w:22>"},
	"authorization-header": {"Authorization: Bearer [[<an:12>]]", `-H "authorization: token [[<hex:40>]]"`, `"Authorization": "Basic [[<login>]]"`},
	"bearer-token":         {"sent Bearer [[<w:40>]] and got 401"},
	"basic-credentials":    {"sent Basic [[<login>]] and got 401"},
	"key-header":           {"X-Api-Key: [[<an:32>]]", `"PRIVATE-TOKEN": "[[<an:20>]]"`},
	"url-password":         {"https://deploy:[[<an:16>]]@git.example.org/x.git", "postgres://app:[[<an:9>!<an:4>]]@db:5432/app", "redis://:[[<an:12>]]@cache:6379"},
	"dsn-password":         {"host=db user=app password=[[<an:12>]] dbname=app", "Server=db;Database=app;User Id=app;Password=[[<an:12>!]];Encrypt=true"},
	"form-secret":          {"grant_type=x&client_secret=[[<an:32>]]&scope=y", "https://x.example.org/v1?api_key=[[<an:32>]]", "https://x.example.org/reset?a=1&token=[[<an:32>]]"},
	"curl-user": {"curl -sS -u admin:[[<an:12>]] https://x.example.org", "curl -u admin:[[<an:12>]] https://x.example.org",
		"curl --user admin:[[<an:12>]] https://x.example.org", "curl -su admin:[[<an:12>]] https://x.example.org"},
	"developer-service-token": {"apify_api_<an:36>", "phx_<an:43>", "sdk-<uuid>"},
	"model-service-key":       {"fc-<hex:32>", "llx-<an:48>", "tgp_v1_<w:43>"},
	"business-service-token":  {"api_<an:45>", "pina_<an:32>"},
	"cloud-service-key":       {"AKID<an:32>", "AQVN<w:36>"},
	"maxmind-key":             {"<an:6>_<an:29>_mmk"},
	"azure-devops-token":      {"<an:76>AZDO<an:4>"},
	"relic-key":               {"<hex:36>NRAL", "NRJS-<hex:19>"},
	"webhook-address":         {"https://hooks.zapier.com/hooks/catch/[[<d:7>/<an:14>]]"},
	"mapbox-token":            {"sk.eyJ<an:60>.<w:22>"},
	"airtable-oauth-token":    {"<an:17>.v1.eyJ<an:120>.<hex:20>"},
	"asana-token":             {"1/<d:16>:<hex:32>", "2/<d:16>/<d:16>:<hex:32>"},
	"url-token":               {"https://[[<an:24>]]@git.example.org/x.git"},
	"driver-password":         {"app:[[<an:12>]]@tcp(db:3306)/app"},
	"pgpass-password":         {"db.example.org:5432:app:deploy:[[<an:12>]]", "*:5432:*:app:[[<an:12>]]"},
	"kubernetes-secret":       {"apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n[[  user: <b64:8>\n  a: <b64:16>\n]]"},
	"kubernetes-secret-data":  {"apiVersion: v1\ndata:\n[[  user: <b64:8>\n  a: <b64:16>\n]]kind: Secret\n"},
	"vendor-key":              {`datadog: "[[<hex:32>]]"`, "algolia.app_id = [[<an:24>]]", "s-s4t2ud-<hex:64>"},
	"command-password":        {"sshpass -p [[<an:12>]] ssh x", "docker login -u me -p '[[<an:12>]]' r.example.org", "redis-cli -h c -a [[<an:12>]] ping", "zip -P [[<an:12>]] a.zip b"},
	"mysql-password":          {"mysql -uroot -p[[<an:12>]] app", "mysqldump -p'[[<an:12>]]' app"},
	"piped-password":          {"echo [[<an:12>]] | sudo -S true", "printf %s '[[<an:12>]]' | docker login -u me --password-stdin", `echo "me:[[<an:12>]]" | chpasswd`},
	"argument-secret":         {"htpasswd -bc f me [[<an:12>]]", "openssl enc -pass pass:[[<an:12>]]", "IDENTIFIED BY '[[<an:12>]]'", "vault login [[<an:24>]]"},
	"airtable-bare-token":     {"it is [[pat<an:14>.<hex:64>]] now"},
	"host-password":           {"scp me:[[<an:20>]]@db.example.org"},
	"login-call":              {`smtp.login("me", "[[<an:16>]]")`, `new mysqli("db", "me", "[[<an:16>]]", "app")`, `HTTPBasicAuth('me', '[[<an:16>]]')`},
	"signing-call":            {`jwt.sign({ id: 1 }, '[[<an:24>]]')`, `createHmac("sha256", "[[<an:24>]]")`},
	"redis-auth":              {"AUTH [[<an:16>]]\n", "> AUTH default [[<an:16>]]", "ACL SETUSER app on >[[<an:16>]] ~*"},
	"written-secret":          {"echo [[<an:24>]] > ~/.vault-token"},
	"here-string-secret":      {`sudo -S <<< "[[<an:16>]]"`},
	"cookie-file":             {"x.example.org\tTRUE\t/\tTRUE\t1700000000\tsid\t[[<an:24>]]"},
	"netrc-password":          {"machine x.example.org login me password [[<an:12>]]"},

	"env-secret":   {"export DB_PASSWORD=[[<an:12>]]", `DEPLOY_TOKEN="[[<an:20>]]"`, `"env": {"SIGNING_SECRET": "[[<an:20>]]"}`, `{\"STATS_API_KEY\":\"[[<an:20>]]\"}`, `os.environ["X_SECRET"] = "[[<an:20>]]"`},
	"named-secret": {`password = "[[<an:10>]]"`, `"api_key": "[[<an:20>]]"`, `clientSecret: '[[<an:20>]]'`, `{\\\"refresh_token\\\": \\\"[[<an:20>]]\\\"}`, "accessToken := `[[<an:20>]]`"},
	"flag-secret":  {"tool --token [[<an:20>]] run", "tool --password=[[<an:12>]]"},
}

const (
	digits = "0123456789"
	lower  = "abcdefghijklmnopqrstuvwyz" // without x: a row of them is a placeholder
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWYZ"
)

// alphabets are the kinds of characters that a plant names.
var alphabets = map[string]string{
	"an": lower + upper + digits, "w": lower + upper + digits, "b64": lower + upper + digits,
	"low": lower + digits, "d": digits, "hex": "0123456789abcdef", "HEX": "0123456789ABCDEF",
	"B32": "ABCDEFGHIJKLMNOPQRSTUVW234567", "AGE": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}

var (
	blank  = regexp.MustCompile(`<([A-Za-z0-9]+)(?::([0-9]+))?>`)
	marked = regexp.MustCompile(`(?s)\[\[(.*?)\]\]`)
)

// plant makes a text from a pattern of [plants] and says which part of it is the secret.
func plant(pattern string, random *rand.Rand) (text, secret string) {
	filled := blank.ReplaceAllStringFunc(pattern, func(b string) string {
		part := blank.FindStringSubmatch(b)
		n, _ := strconv.Atoi(part[2])
		return fill(part[1], n, random)
	})
	if m := marked.FindStringSubmatch(filled); m != nil {
		return marked.ReplaceAllString(filled, "$1"), m[1]
	}
	return filled, filled
}

func fill(kind string, n int, random *rand.Rand) string {
	switch kind {
	case "pk":
		return "PRIVATE" + " KEY"
	case "pk64":
		return strings.TrimRight(base64.StdEncoding.EncodeToString([]byte("-----BEGIN "+"PRIVATE"+" KEY-----\n")), "=")
	case "uuid":
		h := fill("hex", 32, random)
		return fmt.Sprintf("%s-%s-%s-%s-%s", h[:8], h[8:12], h[12:16], h[16:20], h[20:])
	case "bot":
		number := []byte(fill("d", n, random))
		number[0] = '1' + number[0]%9
		return base64.RawURLEncoding.EncodeToString(number)
	case "jwt64":
		return base64.RawStdEncoding.EncodeToString([]byte("eyJ" + fill("an", n/2, random) + ".eyJ" + fill("an", n/2, random)))
	case "login":
		return base64.StdEncoding.EncodeToString([]byte("deploy:" + fill("an", 17, random)))
	}
	letters := alphabets[kind]
	out := make([]byte, n)
	for i := range out {
		out[i] = letters[random.IntN(len(letters))]
	}
	// Every secret of letters and digits has both, as real ones do.
	if n >= 2 && strings.Contains(letters, "a") {
		out[0], out[1] = 'a', '7'
	}
	if kind == "b64" && n >= 32 {
		out[n/2] = '/'
	}
	if kind == "w" && n >= 20 {
		out[n/2] = '-'
	}
	return string(out)
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
