// Code generated from rules.toml by go generate; DO NOT EDIT.

package scrub

var rules = [148]rule{
	{
		ID:              "private-key",
		Family:          "private-key",
		What:            "PEM or PGP private key block, whole or cut off at its end",
		Keywords:        []string{"-----BEGIN"},
		Reach:           32768,
		Edge:            "none",
		Regex:           "-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-{1,4}[^-])*?[A-Za-z0-9+/]{32,}(?:[^-]|-{1,4}[^-])*-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|(?:[\\s\\\\\"'+,|>→\\x60-]|\\\\[nrt]|[0-9]{1,6}(?:→|\\t|:|\\|)|(?:Proc-Type|DEK-Info|Version|Comment): ?[^\\r\\n\\\\]*|[A-Za-z0-9+/]{24,}={0,2}|[A-Za-z0-9+/]{1,23}={1,2})*[A-Za-z0-9+/]{24,}={0,2})",
		startsAtKeyword: true,
	},
	{
		ID:       "private-key-tail",
		Family:   "private-key",
		What:     "end of a PEM or PGP private key block whose beginning was cut away",
		Keywords: []string{"-----END "},
		Back:     4096,
		Reach:    80,
		Edge:     "none",
		Regex:    "(?:[A-Za-z0-9+/]{24,}={0,2}(?:\\s|\\\\+[nrt]|[0-9]{1,6}→)+)+(?:=?[A-Za-z0-9+/]{1,23}={0,2}(?:\\s|\\\\+[nrt]|[0-9]{1,6}→)+)*-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
		order:    1,
	},
	{
		ID:              "private-key-base64",
		Family:          "private-key",
		What:            "PEM private key encoded once more in base64 (kubeconfig client-key-data and the like)",
		Keywords:        []string{"LS0tLS1CRUdJTiBQUklWQVRFIEtFW", "LS0tLS1CRUdJTiBSU0EgUFJJVkFURS", "LS0tLS1CRUdJTiBFQyBQUklWQVRFI", "LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVE", "LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURS"},
		Reach:           16384,
		Regex:           "LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,}={0,2}",
		order:           2,
		startsAtKeyword: true,
	},
	{
		ID:       "putty-private-key",
		Family:   "private-key",
		What:     "private lines of a PuTTY key file",
		Keywords: []string{"Private-Lines:"},
		Reach:    8192,
		Edge:     "none",
		Regex:    "Private-Lines: ?[0-9]+(?:\\s|\\\\+[nr])+((?:[A-Za-z0-9+/]{16,}={0,2}(?:\\s|\\\\+[nr])*)+)",
		order:    3,
	},
	{
		ID:              "age-secret-key",
		Family:          "private-key",
		What:            "age identity",
		Keywords:        []string{"AGE-SECRET-KEY-"},
		Reach:           512,
		Regex:           "AGE-SECRET-KEY-(?:PQ-)?1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58,}",
		order:           4,
		startsAtKeyword: true,
	},
	{
		ID:       "wireguard-private-key",
		Family:   "private-key",
		What:     "WireGuard private or preshared key",
		Keywords: []string{"PrivateKey", "PresharedKey"},
		Reach:    512,
		Regex:    "(?:PrivateKey|PresharedKey)\\s*=\\s*([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)",
		order:    5,
	},
	{
		ID:              "github-token",
		Family:          "code-host",
		What:            "GitHub token: personal (ghp_), OAuth (gho_), app (ghu_, ghs_), refresh (ghr_)",
		Keywords:        []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"},
		Reach:           512,
		Regex:           "gh[pousr]_[A-Za-z0-9_]{36,}",
		order:           6,
		startsAtKeyword: true,
	},
	{
		ID:              "claw-token",
		Family:          "code-host",
		What:            "token of claw's own server",
		Keywords:        []string{"claw_0"},
		Reach:           512,
		Regex:           "claw_[0-9A-HJKMNP-TV-Z]{26}_[A-Za-z0-9_-]{40,}",
		order:           7,
		startsAtKeyword: true,
	},
	{
		ID:              "github-fine-grained-pat",
		Family:          "code-host",
		What:            "GitHub fine-grained personal access token",
		Keywords:        []string{"github_pat_"},
		Reach:           512,
		Regex:           "github_pat_[A-Za-z0-9_]{60,}",
		order:           8,
		startsAtKeyword: true,
	},
	{
		ID:              "gitlab-token",
		Family:          "code-host",
		What:            "GitLab token: personal, deploy, runner, trigger, job, feed, mail, agent, SCIM, OAuth",
		Keywords:        []string{"glpat-", "gldt-", "glrt-", "glrtr-", "glptt-", "glcbt-", "glft-", "glimt-", "glagent-", "glsoat-", "gloas-", "glffct-", "GR1348941"},
		Reach:           512,
		Regex:           "(?:gl(?:pat|dt|rt|rtr|ptt|cbt|ft|imt|agent|soat|oas|ffct)-|GR1348941)[A-Za-z0-9_-]{20,}(?:\\.[0-9a-z]{2}\\.?[0-9a-z]{7,})?",
		order:           9,
		startsAtKeyword: true,
	},
	{
		ID:              "bitbucket-atlassian-token",
		Family:          "code-host",
		What:            "Atlassian or Bitbucket API token",
		Keywords:        []string{"ATATT3", "ATCTT3", "ATBB"},
		Reach:           512,
		Regex:           "(?:AT[AC]TT3[A-Za-z0-9_=-]{60,}|ATBB[A-Za-z0-9]{24,})",
		order:           10,
		startsAtKeyword: true,
	},
	{
		ID:              "sourcegraph-token",
		Family:          "code-host",
		What:            "Sourcegraph access token",
		Keywords:        []string{"sgp_"},
		Reach:           512,
		Regex:           "sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}",
		order:           11,
		startsAtKeyword: true,
	},
	{
		ID:              "aws-access-key-id",
		Family:          "cloud",
		What:            "AWS access key id",
		Keywords:        []string{"AKIA", "ASIA", "ABIA", "ACCA"},
		Reach:           512,
		Regex:           "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
		order:           12,
		startsAtKeyword: true,
	},
	{
		ID:       "aws-secret-access-key",
		Family:   "cloud",
		What:     "AWS secret access key, named as such",
		Keywords: []string{"secret_access_key", "secretaccesskey", "aws_secret_key", "aws_secret"},
		Fold:     true,
		Reach:    512,
		Style:    "any",
		Name:     "(?:(?:aws_)?secret_access_key|secretaccesskey|aws_secret_key|aws_secret)",
		Value:    "[A-Za-z0-9/+]{40}",
		order:    13,
	},
	{
		ID:       "aws-session-token",
		Family:   "cloud",
		What:     "AWS session token, named as such",
		Keywords: []string{"session_token", "sessiontoken", "security_token", "x-amz-security-token"},
		Fold:     true,
		Reach:    4096,
		Style:    "any",
		Name:     "(?:session_token|sessiontoken|security_token|x-amz-security-token)",
		Value:    "[A-Za-z0-9/+%]{100,}={0,2}",
		order:    14,
	},
	{
		ID:              "aws-bedrock-api-key",
		Family:          "cloud",
		What:            "Amazon Bedrock API key",
		Keywords:        []string{"ABSK", "bedrock-api-key-"},
		Reach:           4096,
		Regex:           "(?:ABSK[A-Za-z0-9+/]{100,}={0,2}|bedrock-api-key-[A-Za-z0-9+/]{40,}={0,2})",
		order:           15,
		startsAtKeyword: true,
	},
	{
		ID:              "google-api-key",
		Family:          "cloud",
		What:            "Google API key",
		Keywords:        []string{"AIza"},
		Reach:           512,
		Regex:           "AIza[A-Za-z0-9_-]{35}",
		order:           16,
		startsAtKeyword: true,
	},
	{
		ID:              "google-oauth-client-secret",
		Family:          "cloud",
		What:            "Google OAuth client secret",
		Keywords:        []string{"GOCSPX-"},
		Reach:           512,
		Regex:           "GOCSPX-[A-Za-z0-9_-]{24,}",
		order:           17,
		startsAtKeyword: true,
	},
	{
		ID:              "google-oauth-token",
		Family:          "cloud",
		What:            "Google OAuth access (ya29.) or refresh (1//) token",
		Keywords:        []string{"ya29.", "1//0"},
		Reach:           2048,
		Regex:           "(?:ya29\\.[A-Za-z0-9_.-]{20,}|1//0[A-Za-z0-9_-]{30,})",
		order:           18,
		startsAtKeyword: true,
	},
	{
		ID:       "azure-storage-key",
		Family:   "cloud",
		What:     "Azure storage, Service Bus, Event Hubs, Cosmos or IoT key of a connection string",
		Keywords: []string{"AccountKey=", "SharedAccessKey="},
		Reach:    512,
		Regex:    "(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})",
		order:    19,
	},
	{
		ID:       "azure-sas-signature",
		Family:   "cloud",
		What:     "signature of an Azure shared access address",
		Keywords: []string{"sig="},
		Reach:    512,
		Regex:    "sig=([A-Za-z0-9%+/]{40,}(?:%3[dD]|=))",
		order:    20,
	},
	{
		ID:       "presigned-signature",
		Family:   "cloud",
		What:     "signature of an AWS or Google presigned address",
		Keywords: []string{"X-Amz-Signature=", "X-Goog-Signature="},
		Reach:    1024,
		Regex:    "X-(?:Amz|Goog)-Signature=([0-9a-f]{64,})",
		order:    21,
	},
	{
		ID:       "azure-client-secret",
		Family:   "cloud",
		What:     "Microsoft Entra client secret",
		Keywords: []string{"Q~"},
		Back:     4,
		Reach:    80,
		Regex:    "[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}",
		order:    22,
	},
	{
		ID:              "digitalocean-token",
		Family:          "cloud",
		What:            "DigitalOcean token",
		Keywords:        []string{"dop_v1_", "doo_v1_", "dor_v1_"},
		Reach:           512,
		Regex:           "do[opr]_v1_[a-f0-9]{64}",
		order:           23,
		startsAtKeyword: true,
	},
	{
		ID:       "cloudflare-token",
		Family:   "cloud",
		What:     "Cloudflare API token or key",
		Keywords: []string{"cloudflare", "v1.0-", "cfut_", "cfat_", "cfk_"},
		Fold:     true,
		Reach:    512,
		Regex:    "(?:cloudflare[\\w .-]{0,30}\\\\*[\"'\\x60]?\\s*(?:=>|[:=])\\s*\\\\*[\"'\\x60]?([A-Za-z0-9_-]{40}|[a-f0-9]{37})|v1\\.0-[a-z0-9]{24}-[a-f0-9]{146}|cf(?:ut|at|k)_[A-Za-z0-9]{40,})",
		order:    24,
	},
	{
		ID:       "heroku-api-key",
		Family:   "cloud",
		What:     "Heroku API key",
		Keywords: []string{"HRKU-", "heroku"},
		Fold:     true,
		Reach:    512,
		Regex:    "(?:HRKU-[A-Za-z0-9_-]{36,}|heroku[\\w .-]{0,20}\\\\*[\"'\\x60]?\\s*(?:=>|[:=])\\s*\\\\*[\"'\\x60]?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))",
		order:    25,
	},
	{
		ID:              "alibaba-access-key",
		Family:          "cloud",
		What:            "Alibaba Cloud access key id",
		Keywords:        []string{"LTAI"},
		Reach:           512,
		Regex:           "LTAI[A-Za-z0-9]{20}",
		order:           26,
		startsAtKeyword: true,
	},
	{
		ID:              "flyio-token",
		Family:          "cloud",
		What:            "Fly.io token",
		Keywords:        []string{"fo1_", "fm1r_", "fm1a_", "fm2_"},
		Reach:           4096,
		Regex:           "(?:fo1_[A-Za-z0-9_-]{40,}|fm1[ar]_[A-Za-z0-9+/]{80,}={0,3}|fm2_[A-Za-z0-9+/]{80,}={0,3})",
		order:           27,
		startsAtKeyword: true,
	},
	{
		ID:              "netlify-token",
		Family:          "cloud",
		What:            "Netlify personal access token",
		Keywords:        []string{"nfp_"},
		Reach:           512,
		Regex:           "nfp_[A-Za-z0-9]{36,}",
		order:           28,
		startsAtKeyword: true,
	},
	{
		ID:              "render-api-key",
		Family:          "cloud",
		What:            "Render API key",
		Keywords:        []string{"rnd_"},
		Reach:           512,
		Regex:           "rnd_[A-Za-z0-9]{28,}",
		order:           29,
		startsAtKeyword: true,
	},
	{
		ID:              "databricks-token",
		Family:          "infrastructure",
		What:            "Databricks token",
		Keywords:        []string{"dapi"},
		Reach:           512,
		Regex:           "dapi[a-f0-9]{32}(?:-[0-9])?",
		order:           30,
		startsAtKeyword: true,
	},
	{
		ID:              "supabase-token",
		Family:          "infrastructure",
		What:            "Supabase access token or secret key",
		Keywords:        []string{"sbp_", "sb_secret_"},
		Reach:           512,
		Regex:           "(?:sbp_(?:oauth_)?[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{22,})",
		order:           31,
		startsAtKeyword: true,
	},
	{
		ID:              "planetscale-token",
		Family:          "infrastructure",
		What:            "PlanetScale token or password",
		Keywords:        []string{"pscale_"},
		Reach:           512,
		Regex:           "pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_=.-]{32,}",
		order:           32,
		startsAtKeyword: true,
	},
	{
		ID:              "neon-api-key",
		Family:          "infrastructure",
		What:            "Neon API key",
		Keywords:        []string{"napi_"},
		Reach:           512,
		Regex:           "napi_[a-z0-9]{60,}",
		order:           33,
		startsAtKeyword: true,
	},
	{
		ID:              "vault-token",
		Family:          "infrastructure",
		What:            "HashiCorp Vault service, batch or recovery token",
		Keywords:        []string{"hvs.", "hvb.", "hvr."},
		Reach:           2048,
		Regex:           "hv[sbr]\\.[A-Za-z0-9_-]{24,}",
		order:           34,
		startsAtKeyword: true,
	},
	{
		ID:       "terraform-cloud-token",
		Family:   "infrastructure",
		What:     "Terraform Cloud token",
		Keywords: []string{".atlasv1."},
		Back:     14,
		Reach:    120,
		Regex:    "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,}",
		order:    35,
	},
	{
		ID:              "pulumi-token",
		Family:          "infrastructure",
		What:            "Pulumi token",
		Keywords:        []string{"pul-"},
		Reach:           512,
		Regex:           "pul-[a-f0-9]{40}",
		order:           36,
		startsAtKeyword: true,
	},
	{
		ID:              "doppler-token",
		Family:          "infrastructure",
		What:            "Doppler token",
		Keywords:        []string{"dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."},
		Reach:           512,
		Regex:           "dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}",
		order:           37,
		startsAtKeyword: true,
	},
	{
		ID:              "onepassword-secret",
		Family:          "infrastructure",
		What:            "1Password service account token or secret key",
		Keywords:        []string{"ops_eyJ", "A3-"},
		Reach:           4096,
		Regex:           "(?:ops_eyJ[A-Za-z0-9+/_-]{100,}={0,3}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5})",
		order:           38,
		startsAtKeyword: true,
	},
	{
		ID:              "tailscale-key",
		Family:          "infrastructure",
		What:            "Tailscale key",
		Keywords:        []string{"tskey-"},
		Reach:           512,
		Regex:           "tskey-(?:[a-z]+-)?[A-Za-z0-9]{8,}(?:-[A-Za-z0-9]{16,})?",
		order:           39,
		startsAtKeyword: true,
	},
	{
		ID:              "openshift-token",
		Family:          "infrastructure",
		What:            "OpenShift user token",
		Keywords:        []string{"sha256~"},
		Reach:           512,
		Regex:           "sha256~[A-Za-z0-9_-]{43}",
		order:           40,
		startsAtKeyword: true,
	},
	{
		ID:              "grafana-token",
		Family:          "infrastructure",
		What:            "Grafana Cloud, service account or legacy API token",
		Keywords:        []string{"glc_", "glsa_", "eyJrIjoi"},
		Reach:           2048,
		Regex:           "(?:glc_[A-Za-z0-9+/]{32,}={0,3}|glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|eyJrIjoi[A-Za-z0-9]{70,}={0,3})",
		order:           41,
		startsAtKeyword: true,
	},
	{
		ID:              "sentry-token",
		Family:          "infrastructure",
		What:            "Sentry organisation or user token",
		Keywords:        []string{"sntrys_", "sntryu_"},
		Reach:           2048,
		Regex:           "(?:sntrys_eyJ[A-Za-z0-9+/=_-]{40,}|sntryu_[a-f0-9]{64})",
		order:           42,
		startsAtKeyword: true,
	},
	{
		ID:              "newrelic-key",
		Family:          "infrastructure",
		What:            "New Relic user or insert key",
		Keywords:        []string{"NRAK-", "NRII-"},
		Reach:           512,
		Regex:           "(?:NRAK-[A-Z0-9]{27}|NRII-[A-Za-z0-9_-]{32})",
		order:           43,
		startsAtKeyword: true,
	},
	{
		ID:              "dynatrace-token",
		Family:          "infrastructure",
		What:            "Dynatrace token",
		Keywords:        []string{"dt0c01.", "dt0s01.", "dt0s16."},
		Reach:           512,
		Regex:           "dt0[cs](?:01|16)\\.[A-Z0-9]{8,24}\\.[A-Z0-9]{64}",
		order:           44,
		startsAtKeyword: true,
	},
	{
		ID:       "sonar-token",
		Family:   "infrastructure",
		What:     "SonarQube token",
		Keywords: []string{"squ_", "sqp_", "sqa_", "sonar"},
		Fold:     true,
		Reach:    512,
		Regex:    "(?:sq[upa]_[a-f0-9]{40}|sonar[._-]?login[\\w .-]{0,20}\\\\*[\"'\\x60]?\\s*(?:=>|:*=|:)\\s*\\\\*[\"'\\x60]?([a-z0-9]{40}))",
		order:    45,
	},
	{
		ID:              "ci-token",
		Family:          "infrastructure",
		What:            "Buildkite or CircleCI token",
		Keywords:        []string{"bkua_", "CCIPAT_", "CCIPRJ_"},
		Reach:           512,
		Regex:           "(?:bkua_[a-f0-9]{40}|CCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[a-f0-9]{40})",
		order:           46,
		startsAtKeyword: true,
	},
	{
		ID:              "octopus-deploy-key",
		Family:          "infrastructure",
		What:            "Octopus Deploy API key",
		Keywords:        []string{"API-"},
		Reach:           512,
		Regex:           "API-[A-Z0-9]{25,32}",
		order:           47,
		startsAtKeyword: true,
	},
	{
		ID:              "artifactory-key",
		Family:          "infrastructure",
		What:            "JFrog Artifactory API key or reference token",
		Keywords:        []string{"AKCp", "cmVmdGtuO"},
		Reach:           512,
		Regex:           "(?:AKCp[A-Za-z0-9]{69}|cmVmdGtuO[A-Za-z0-9]{50,60})",
		order:           48,
		startsAtKeyword: true,
	},
	{
		ID:              "anthropic-api-key",
		Family:          "model-provider",
		What:            "Anthropic API, admin or OAuth key",
		Keywords:        []string{"sk-ant-"},
		Reach:           512,
		Regex:           "sk-ant-[A-Za-z0-9_-]{32,}",
		order:           49,
		startsAtKeyword: true,
	},
	{
		ID:              "openrouter-api-key",
		Family:          "model-provider",
		What:            "OpenRouter API key",
		Keywords:        []string{"sk-or-"},
		Reach:           512,
		Regex:           "sk-or-(?:v[0-9]+-)?[A-Za-z0-9]{48,}",
		order:           50,
		startsAtKeyword: true,
	},
	{
		ID:              "openai-api-key",
		Family:          "model-provider",
		What:            "OpenAI API key: project, service account, admin or of the old form (others use that one too)",
		Keywords:        []string{"sk-"},
		Reach:           512,
		Regex:           "sk-(?:(?:proj|svcacct|service|admin|None)-[A-Za-z0-9_-]{40,}|[A-Za-z0-9]{32,})",
		order:           51,
		startsAtKeyword: true,
	},
	{
		ID:              "huggingface-token",
		Family:          "model-provider",
		What:            "Hugging Face token",
		Keywords:        []string{"hf_", "api_org_"},
		Reach:           512,
		Regex:           "(?:hf_|api_org_)[A-Za-z0-9]{30,}",
		order:           52,
		startsAtKeyword: true,
	},
	{
		ID:              "groq-api-key",
		Family:          "model-provider",
		What:            "Groq API key",
		Keywords:        []string{"gsk_"},
		Reach:           512,
		Regex:           "gsk_[A-Za-z0-9]{40,}",
		order:           53,
		startsAtKeyword: true,
	},
	{
		ID:              "xai-api-key",
		Family:          "model-provider",
		What:            "xAI API key",
		Keywords:        []string{"xai-"},
		Reach:           512,
		Regex:           "xai-[A-Za-z0-9]{60,}",
		order:           54,
		startsAtKeyword: true,
	},
	{
		ID:              "perplexity-api-key",
		Family:          "model-provider",
		What:            "Perplexity API key",
		Keywords:        []string{"pplx-"},
		Reach:           512,
		Regex:           "pplx-[A-Za-z0-9]{40,}",
		order:           55,
		startsAtKeyword: true,
	},
	{
		ID:              "replicate-token",
		Family:          "model-provider",
		What:            "Replicate token",
		Keywords:        []string{"r8_"},
		Reach:           512,
		Regex:           "r8_[A-Za-z0-9]{37,}",
		order:           56,
		startsAtKeyword: true,
	},
	{
		ID:              "cerebras-api-key",
		Family:          "model-provider",
		What:            "Cerebras API key",
		Keywords:        []string{"csk-"},
		Reach:           512,
		Regex:           "csk-[a-z0-9]{40,}",
		order:           57,
		startsAtKeyword: true,
	},
	{
		ID:              "nvidia-api-key",
		Family:          "model-provider",
		What:            "NVIDIA API key",
		Keywords:        []string{"nvapi-"},
		Reach:           512,
		Regex:           "nvapi-[A-Za-z0-9_-]{50,}",
		order:           58,
		startsAtKeyword: true,
	},
	{
		ID:              "langsmith-api-key",
		Family:          "model-provider",
		What:            "LangSmith API key",
		Keywords:        []string{"lsv2_"},
		Reach:           512,
		Regex:           "lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}",
		order:           59,
		startsAtKeyword: true,
	},
	{
		ID:              "langfuse-secret-key",
		Family:          "model-provider",
		What:            "Langfuse secret key",
		Keywords:        []string{"sk-lf-"},
		Reach:           512,
		Regex:           "sk-lf-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
		order:           60,
		startsAtKeyword: true,
	},
	{
		ID:              "elevenlabs-api-key",
		Family:          "model-provider",
		What:            "ElevenLabs API key",
		Keywords:        []string{"sk_"},
		Reach:           512,
		Regex:           "sk_[a-f0-9]{48}",
		order:           61,
		startsAtKeyword: true,
	},
	{
		ID:              "tavily-api-key",
		Family:          "model-provider",
		What:            "Tavily API key",
		Keywords:        []string{"tvly-"},
		Reach:           512,
		Regex:           "tvly-(?:dev-|prod-)?[A-Za-z0-9]{30,}",
		order:           62,
		startsAtKeyword: true,
	},
	{
		ID:              "e2b-api-key",
		Family:          "model-provider",
		What:            "E2B API key",
		Keywords:        []string{"e2b_"},
		Reach:           512,
		Regex:           "e2b_[a-f0-9]{40}",
		order:           63,
		startsAtKeyword: true,
	},
	{
		ID:       "npm-token",
		Family:   "package-registry",
		What:     "npm token, or any registry's token in an .npmrc",
		Keywords: []string{"npm_", "_authToken"},
		Reach:    512,
		Regex:    "(?:npm_[A-Za-z0-9]{36,}|_authToken(?:=| +)\\\\*[\"']?([^\\s\"'\\\\$]{12,}))",
		order:    64,
	},
	{
		ID:              "pypi-token",
		Family:          "package-registry",
		What:            "PyPI upload token",
		Keywords:        []string{"pypi-AgE"},
		Reach:           2048,
		Regex:           "pypi-AgE[A-Za-z0-9_-]{50,}",
		order:           65,
		startsAtKeyword: true,
	},
	{
		ID:              "rubygems-token",
		Family:          "package-registry",
		What:            "RubyGems API key",
		Keywords:        []string{"rubygems_"},
		Reach:           512,
		Regex:           "rubygems_[a-f0-9]{48}",
		order:           66,
		startsAtKeyword: true,
	},
	{
		ID:              "cratesio-token",
		Family:          "package-registry",
		What:            "crates.io token",
		Keywords:        []string{"cio"},
		Reach:           512,
		Regex:           "cio[A-Za-z0-9]{32}",
		Checks:          []string{"mixed"},
		order:           67,
		startsAtKeyword: true,
	},
	{
		ID:              "nuget-key",
		Family:          "package-registry",
		What:            "NuGet API key",
		Keywords:        []string{"oy2"},
		Reach:           512,
		Regex:           "oy2[a-z0-9]{43}",
		order:           68,
		startsAtKeyword: true,
	},
	{
		ID:              "dockerhub-token",
		Family:          "package-registry",
		What:            "Docker Hub access token",
		Keywords:        []string{"dckr_pat_", "dckr_oat_"},
		Reach:           512,
		Regex:           "dckr_[po]at_[A-Za-z0-9_-]{27,}",
		order:           69,
		startsAtKeyword: true,
	},
	{
		ID:       "docker-config-auth",
		Family:   "package-registry",
		What:     "registry login of a Docker configuration file",
		Keywords: []string{"auth"},
		Reach:    512,
		Style:    "quoted",
		Name:     "auth",
		Value:    "[A-Za-z0-9+/]{12,}={0,2}",
		Checks:   []string{"basic"},
		order:    70,
	},
	{
		ID:              "clojars-token",
		Family:          "package-registry",
		What:            "Clojars token",
		Keywords:        []string{"CLOJARS_"},
		Reach:           512,
		Regex:           "CLOJARS_[a-z0-9]{60}",
		order:           71,
		startsAtKeyword: true,
	},
	{
		ID:              "slack-token",
		Family:          "messaging",
		What:            "Slack token: bot, user, app, configuration, legacy",
		Keywords:        []string{"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxe-", "xoxc-", "xoxd-", "xoxe.xox", "xapp-"},
		Reach:           512,
		Regex:           "(?:xoxe\\.xox[bp]-|xox[abcdeoprs]-|xapp-)[A-Za-z0-9%-]*[0-9][A-Za-z0-9%-]{9,}",
		order:           72,
		startsAtKeyword: true,
	},
	{
		ID:       "slack-webhook",
		Family:   "messaging",
		What:     "path of a Slack incoming webhook, workflow or trigger",
		Keywords: []string{"hooks.slack.com/"},
		Reach:    512,
		Regex:    "hooks\\.slack\\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/_]{20,})",
		order:    73,
	},
	{
		ID:       "discord-webhook",
		Family:   "messaging",
		What:     "token of a Discord webhook",
		Keywords: []string{"/api/webhooks/"},
		Reach:    512,
		Regex:    "/api/webhooks/[0-9]{15,22}/([A-Za-z0-9_-]{50,})",
		order:    74,
	},
	{
		ID:       "discord-bot-token",
		Family:   "messaging",
		What:     "Discord bot token, in a header, a login call or named as such",
		Keywords: []string{"bot ", "discord", ".login(", "token"},
		Fold:     true,
		Reach:    512,
		Regex:    "(?:bot|discord[\\w .-]{0,30}|\\.login|token)[\\\\\"'\\x60\\s:=>(]{1,40}([MNO][A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,})",
		order:    75,
	},
	{
		ID:              "discord-bare-token",
		Family:          "messaging",
		What:            "Discord bot token wherever it stands: its first part is the number of the bot",
		Keywords:        []string{"MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"},
		Reach:           512,
		Regex:           "[MNO][A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,}",
		Checks:          []string{"numbered"},
		order:           76,
		startsAtKeyword: true,
	},
	{
		ID:       "teams-webhook",
		Family:   "messaging",
		What:     "address of a Microsoft Teams webhook",
		Keywords: []string{".webhook.office.com/"},
		Reach:    512,
		Regex:    "\\.webhook\\.office\\.com/webhookb2/([0-9a-f@-]{60,}/IncomingWebhook/[0-9a-f]{32}/[0-9a-f-]{36})",
		order:    77,
	},
	{
		ID:       "telegram-bot-token",
		Family:   "messaging",
		What:     "Telegram bot token",
		Keywords: []string{":AA"},
		Back:     10,
		Reach:    64,
		Edge:     "right",
		Regex:    "[0-9]{8,10}:AA[A-Za-z0-9_-]{33}",
		order:    78,
	},
	{
		ID:              "twilio-key",
		Family:          "messaging",
		What:            "Twilio API key",
		Keywords:        []string{"SK"},
		Reach:           512,
		Regex:           "SK[0-9a-f]{32}",
		order:           79,
		startsAtKeyword: true,
	},
	{
		ID:              "sendgrid-key",
		Family:          "messaging",
		What:            "SendGrid API key",
		Keywords:        []string{"SG."},
		Reach:           512,
		Regex:           "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,}",
		order:           80,
		startsAtKeyword: true,
	},
	{
		ID:       "mailgun-key",
		Family:   "messaging",
		What:     "Mailgun API key, named as such",
		Keywords: []string{"mailgun", "api:key-"},
		Fold:     true,
		Reach:    512,
		Regex:    "(?:mailgun[\\w .-]{0,30}[\\\\\"'\\x60\\s:=>(]{1,40}|api:)((?:key-)?[0-9a-f]{32}(?:-[0-9a-f]{8}-[0-9a-f]{8})?)",
		order:    81,
	},
	{
		ID:       "mailchimp-key",
		Family:   "messaging",
		What:     "Mailchimp API key, named as such",
		Keywords: []string{"mailchimp"},
		Fold:     true,
		Reach:    512,
		Regex:    "mailchimp[\\w .-]{0,30}[\\\\\"'\\x60\\s:=>(]{1,40}([0-9a-f]{32}-us[0-9]{1,2})",
		order:    82,
	},
	{
		ID:              "brevo-key",
		Family:          "messaging",
		What:            "Brevo (Sendinblue) API key",
		Keywords:        []string{"xkeysib-"},
		Reach:           512,
		Regex:           "xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}",
		order:           83,
		startsAtKeyword: true,
	},
	{
		ID:              "resend-key",
		Family:          "messaging",
		What:            "Resend API key",
		Keywords:        []string{"re_"},
		Reach:           512,
		Regex:           "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}",
		order:           84,
		startsAtKeyword: true,
	},
	{
		ID:              "stripe-key",
		Family:          "payment",
		What:            "Stripe secret or restricted key, or webhook secret",
		Keywords:        []string{"sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_prod_", "rk_prod_", "whsec_"},
		Reach:           512,
		Regex:           "(?:[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/]{24,}={0,2})",
		order:           85,
		startsAtKeyword: true,
	},
	{
		ID:              "shopify-token",
		Family:          "payment",
		What:            "Shopify token or shared secret",
		Keywords:        []string{"shpat_", "shpca_", "shppa_", "shpss_"},
		Reach:           512,
		Regex:           "shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}",
		order:           86,
		startsAtKeyword: true,
	},
	{
		ID:              "square-token",
		Family:          "payment",
		What:            "Square access token or OAuth secret",
		Keywords:        []string{"sq0", "EAAA"},
		Reach:           512,
		Regex:           "(?:sq0(?:[a-z]{3})-[A-Za-z0-9_-]{22,}|EAAA[A-Za-z0-9_-]{60})",
		order:           87,
		startsAtKeyword: true,
	},
	{
		ID:              "plaid-token",
		Family:          "payment",
		What:            "Plaid access token",
		Keywords:        []string{"access-sandbox-", "access-development-", "access-production-"},
		Reach:           512,
		Regex:           "access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
		order:           88,
		startsAtKeyword: true,
	},
	{
		ID:              "flutterwave-key",
		Family:          "payment",
		What:            "Flutterwave secret key",
		Keywords:        []string{"FLWSECK"},
		Reach:           512,
		Regex:           "FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}(?:-X)?",
		order:           89,
		startsAtKeyword: true,
	},
	{
		ID:              "shipping-key",
		Family:          "payment",
		What:            "Shippo, EasyPost or Duffel key",
		Keywords:        []string{"shippo_", "EZAK", "EZTK", "duffel_"},
		Reach:           512,
		Regex:           "(?:shippo_(?:live|test)_[a-fA-F0-9]{40}|EZ[AT]K[A-Za-z0-9]{54}|duffel_(?:test|live)_[A-Za-z0-9_=-]{43})",
		order:           90,
		startsAtKeyword: true,
	},
	{
		ID:              "linear-token",
		Family:          "service",
		What:            "Linear API key or OAuth token",
		Keywords:        []string{"lin_api_", "lin_oauth_"},
		Reach:           512,
		Regex:           "lin_(?:api|oauth)_[A-Za-z0-9]{40,}",
		order:           91,
		startsAtKeyword: true,
	},
	{
		ID:              "notion-token",
		Family:          "service",
		What:            "Notion integration token",
		Keywords:        []string{"ntn_", "secret_"},
		Reach:           512,
		Regex:           "(?:ntn_[0-9]{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})",
		order:           92,
		startsAtKeyword: true,
	},
	{
		ID:              "postman-key",
		Family:          "service",
		What:            "Postman API key",
		Keywords:        []string{"PMAK-"},
		Reach:           512,
		Regex:           "PMAK-[a-f0-9]{24}-[a-f0-9]{34}",
		order:           93,
		startsAtKeyword: true,
	},
	{
		ID:              "figma-token",
		Family:          "service",
		What:            "Figma personal access token",
		Keywords:        []string{"figd_"},
		Reach:           512,
		Regex:           "figd_[A-Za-z0-9_-]{38,}",
		order:           94,
		startsAtKeyword: true,
	},
	{
		ID:       "airtable-token",
		Family:   "service",
		What:     "Airtable personal access token, named as such",
		Keywords: []string{"airtable"},
		Fold:     true,
		Reach:    512,
		Regex:    "airtable[\\w .-]{0,30}[\\\\\"'\\x60\\s:=>(]{1,40}(pat[A-Za-z0-9]{14}\\.[a-f0-9]{64})",
		order:    95,
	},
	{
		ID:              "airtable-bare-token",
		Family:          "service",
		What:            "Airtable personal access token, wherever it stands",
		Keywords:        []string{"pat"},
		Reach:           100,
		Dot:             17,
		Regex:           "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}",
		order:           96,
		startsAtKeyword: true,
	},
	{
		ID:              "dropbox-token",
		Family:          "service",
		What:            "Dropbox short-lived token",
		Keywords:        []string{"sl."},
		Reach:           2048,
		Regex:           "sl\\.(?:u\\.)?[A-Za-z0-9_-]{120,}",
		order:           97,
		startsAtKeyword: true,
	},
	{
		ID:              "hubspot-token",
		Family:          "service",
		What:            "HubSpot private app token",
		Keywords:        []string{"pat-na", "pat-eu", "pat-ap"},
		Reach:           512,
		Regex:           "pat-(?:na|eu|ap)[0-9]-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
		order:           98,
		startsAtKeyword: true,
	},
	{
		ID:              "contentful-token",
		Family:          "service",
		What:            "Contentful personal access token",
		Keywords:        []string{"CFPAT-"},
		Reach:           512,
		Regex:           "CFPAT-[A-Za-z0-9_-]{43}",
		order:           99,
		startsAtKeyword: true,
	},
	{
		ID:              "typeform-token",
		Family:          "service",
		What:            "Typeform token",
		Keywords:        []string{"tfp_"},
		Reach:           512,
		Regex:           "tfp_[A-Za-z0-9_.=-]{40,}",
		order:           100,
		startsAtKeyword: true,
	},
	{
		ID:              "readme-key",
		Family:          "service",
		What:            "ReadMe API key",
		Keywords:        []string{"rdme_"},
		Reach:           512,
		Regex:           "rdme_[a-z0-9]{70}",
		order:           101,
		startsAtKeyword: true,
	},
	{
		ID:              "prefect-key",
		Family:          "service",
		What:            "Prefect API key",
		Keywords:        []string{"pnu_", "pnb_"},
		Reach:           512,
		Regex:           "pn[ub]_[A-Za-z0-9]{36}",
		order:           102,
		startsAtKeyword: true,
	},
	{
		ID:              "facebook-token",
		Family:          "service",
		What:            "Facebook access token",
		Keywords:        []string{"EAA"},
		Reach:           2048,
		Regex:           "EAA[A-Za-z0-9]{90,}",
		Checks:          []string{"mixed"},
		order:           103,
		startsAtKeyword: true,
	},
	{
		ID:              "developer-service-token",
		Family:          "service",
		What:            "token of a developer's service by its prefix: Apify, Axiom, Browserbase, Checkly, Chromatic, Daytona, Depot, Doppler, Honeybadger, Honeycomb, Inngest, LaunchDarkly, Open VSX, pganalyze, Pinecone, PostHog, Rootly, Spectral, Trigger.dev, Unkey, Vercel, Xata, Zuplo",
		Keywords:        []string{"apify_api_", "xaat-", "xapt-", "bb_live_", "cu_", "chpt_", "dtn_", "depot_", "hbp_", "hcaik_", "hcamk_", "signkey-", "sdk-", "api-", "mob-", "ovsxp_", "ovsxat_", "pgar_", "pgapi_", "pcsk_", "phx_", "phs_", "rootly_", "spu-", "tr_prod_", "tr_dev_", "unkey_", "vcp_", "vci_", "vca_", "vcr_", "vck_", "vercel_blob_rw_", "xau_", "zpka_", "crsr_", "key_", "aio_", "avns_", "thog-key-", "wandb_v1_", "bkaj_", "snyk_uat.", "snyk_sat.", "sgd_", "slk_", "sts_", "ico-", "rpa_", "fio-u-", "ccdb1_", "dnkey-", "tss_", "ion_", "nfo_", "nfc_", "nfu_", "nfb_", "dkea", "dose", "hcxik_"},
		Fold:            true,
		Reach:           1024,
		Regex:           "(?:apify_api_[a-z0-9_-]{30,}|xa(?:at|pt)-[0-9a-f]{8}-[0-9a-f-]{27}|bb_live_[a-z0-9_-]{20,}|cu_[0-9a-f]{32}|chpt_[a-z0-9]{12,}|dtn_[0-9a-f]{64}|depot_(?:project|org|user)_[0-9a-f]{40,}|hbp_[a-z0-9]{30,}|hc[ax][im]k_[a-z0-9]{30,}|signkey-(?:prod|test|branch)-[0-9a-f]{32,}|(?:sdk|api|mob)-[0-9a-z]{8}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{12}|ovsx(?:p|at)_[0-9a-f-]{36}|pga(?:r|pi)_[a-z0-9_-]{27,}|pcsk_[a-z0-9_]{50,}|ph[xs]_[a-z0-9]{32,}|rootly_[0-9a-f]{64}|spu-[0-9a-f]{32}|tr_(?:prod|dev)_[a-z0-9]{20,}|unkey_[a-z0-9]{16,}|vc[pciar]_[a-z0-9]{24,}|vck_[a-z0-9]{24,}|vercel_blob_rw_[a-z0-9]{16}_[a-z0-9]{30,}|xau_[a-z0-9]{30,}|zpka_[0-9a-f]{32}_[0-9a-f]{8}|(?:crsr|key)_[0-9a-f]{64}|aio_[a-z0-9]{28}|avns_[a-z0-9_-]{18,}|thog-key-[0-9a-f]{16}|wandb_v1_[a-z0-9_]{40,}|bkaj_[a-z0-9]{40,}|snyk_[us]at\\.[0-9a-f]{8}\\.[a-z0-9_.-]{40,}|(?:sgd|slk)_[0-9a-f]{64}|sts_[0-9a-f]{32}|ico-[a-z0-9]{32}|rpa_[a-z0-9]{64}|fio-u-[a-z0-9_=-]{64}|ccdb1_[a-z0-9]{22}_[a-z0-9]{40}|dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}|tss_[a-z0-9]{40,}|ion_[a-z0-9]{42}|nf[ocub]_[a-z0-9]{36,}|dkea[0-9a-f]{32}|dose[0-9a-f]{32})",
		order:           104,
		startsAtKeyword: true,
	},
	{
		ID:              "model-service-key",
		Family:          "model-provider",
		What:            "key of Fireworks, Firecrawl, Helicone, Jina, LlamaCloud, Modal, Together, Voyage or Brave Search",
		Keywords:        []string{"fw_", "fc-", "sk-helicone-", "jina_", "llx-", "ak-", "as-", "tgp_v1_", "pa-", "BSA", "AQ.Ab8"},
		Reach:           512,
		Regex:           "(?:fw_[A-Za-z0-9]{22,}|fc-[0-9a-f]{32}|sk-helicone-[a-z0-9-]{20,}|jina_[A-Za-z0-9_-]{50,}|llx-[A-Za-z0-9]{40,}|a[ks]-[A-Za-z0-9]{22}|tgp_v1_[A-Za-z0-9_-]{40,}|pa-[A-Za-z0-9_-]{40,}|BSA[A-Za-z0-9_-]{27}|AQ\\.Ab8[A-Za-z0-9_-]{40,})",
		Checks:          []string{"machine"},
		order:           105,
		startsAtKeyword: true,
	},
	{
		ID:              "business-service-token",
		Family:          "service",
		What:            "token of Asana, Canva, Close, GoCardless, Lob, Mandrill, Midtrans, Onfido, Paddle, PayPal, Persona, Pinterest, Salesforce, Samsara, Telnyx, Webex or Zoho",
		Keywords:        []string{"cnvca", "api_", "live_", "test_", "sandbox_", "md-", "Mid-server-", "api_live", "api_sandbox", "pdl_live_apikey_", "pdl_sdbx_apikey_", "access_token$", "persona_", "pina_", "00D", "samsara_api_", "KEY0", "1000.", "sqco_"},
		Reach:           256,
		Regex:           "(?:cnvca[A-Za-z0-9_-]{40,}|api_[A-Za-z0-9.]{43,46}|(?:live|test)_(?:pub_)?[0-9a-f]{31,35}|(?:live|sandbox)_[A-Za-z0-9=_-]{40}|md-[A-Za-z0-9_-]{22}|Mid-server-[A-Za-z0-9_-]{20,}|api_(?:live|sandbox)(?:_[a-z]{2})?\\.[A-Za-z0-9_-]{11}\\.[A-Za-z0-9_-]{32}|pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9_]{20,}|access_token\\$(?:production|sandbox)\\$[a-z0-9]{16}\\$[0-9a-f]{32}|persona_(?:production|sandbox)_[0-9a-f-]{36}|pina_[A-Za-z0-9]{32,}|00D[A-Za-z0-9]{12,15}![A-Za-z0-9._-]{80,}|samsara_api_[A-Za-z0-9]{30}|KEY0[0-9A-F]{29,32}_[A-Za-z0-9]{22}|1000\\.[0-9a-f]{32}\\.[0-9a-f]{32}|sqco_[A-Za-z0-9]{50,})",
		Checks:          []string{"mixed"},
		order:           106,
		startsAtKeyword: true,
	},
	{
		ID:       "maxmind-key",
		Family:   "service",
		What:     "MaxMind license key",
		Keywords: []string{"_mmk"},
		Back:     36,
		Reach:    4,
		Regex:    "[A-Za-z0-9]{6}_[A-Za-z0-9_]{29}_mmk",
		order:    107,
	},
	{
		ID:              "cloud-service-key",
		Family:          "cloud",
		What:            "key of Baidu, Scaleway, Tencent, Volcano Engine or Yandex Cloud",
		Keywords:        []string{"bce-v3/ALTAK-", "SCW", "AKID", "AKLT", "AQVN", "y0_", "t1.9eu", "YCAJ", "YCO", "YCP", "YCM"},
		Reach:           600,
		Regex:           "(?:bce-v3/ALTAK-[A-Za-z0-9]{21}/[0-9a-f]{40}|SCW[A-Z0-9]{17}|AKID[A-Za-z0-9]{32}|AKLT[A-Za-z0-9_=-]{40,}|AQVN[A-Za-z0-9_-]{35,38}|y0_[A-Za-z0-9_-]{50,}|t1\\.9eu[A-Za-z0-9_-]{50,}={0,2}\\.[A-Za-z0-9_-]{80,}={0,2}|YC[AOPM][A-Za-z0-9_-]{37,})",
		Checks:          []string{"mixed"},
		order:           108,
		startsAtKeyword: true,
	},
	{
		ID:       "azure-devops-token",
		Family:   "cloud",
		What:     "Azure DevOps personal access token",
		Keywords: []string{"AZDO"},
		Back:     76,
		Reach:    8,
		Regex:    "[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}",
		order:    109,
	},
	{
		ID:       "relic-key",
		Family:   "infrastructure",
		What:     "New Relic license, browser, insights or REST key",
		Keywords: []string{"NRAL", "NRJS-", "NRBR-", "NRRA-", "NRIQ-", "NRII-"},
		Back:     36,
		Reach:    60,
		Regex:    "(?:[0-9a-f]{36}NRAL|NR(?:JS|BR)-[0-9a-f]{19}|NR(?:RA|IQ|II)-[A-Za-z0-9_-]{28,42})",
		order:    110,
	},
	{
		ID:       "webhook-address",
		Family:   "messaging",
		What:     "secret part of a webhook's address: Zapier, Tines, Make, Power Automate",
		Keywords: []string{"hooks.zapier.com/hooks/catch/", ".tines.com/webhook/", "hook.eu", "hook.us", "&sig=", "?sig="},
		Reach:    512,
		Regex:    "(?:hooks\\.zapier\\.com/hooks/catch/([A-Za-z0-9/]{14,})|\\.tines\\.com/webhook/([a-z0-9]{32}/[a-z0-9]{32})|hook\\.(?:eu|us)[0-9]\\.make\\.com/([a-z0-9]{30,})|[&?]sig=([A-Za-z0-9%+/_-]{24,}))",
		order:    111,
	},
	{
		ID:       "mapbox-token",
		Family:   "service",
		What:     "Mapbox secret or temporary token",
		Keywords: []string{"sk.eyJ", "tk.eyJ", "mapbox"},
		Fold:     true,
		Reach:    512,
		Regex:    "(?:[st]k\\.eyJ[A-Za-z0-9_-]{40,}\\.[A-Za-z0-9_-]{20,}|mapbox[\\w .-]{0,20}[\"'\\x60\\s:=]{1,4}([st]k\\.[A-Za-z0-9_.-]{40,}))",
		order:    112,
	},
	{
		ID:       "airtable-oauth-token",
		Family:   "service",
		What:     "Airtable OAuth token",
		Keywords: []string{".v1.eyJ"},
		Back:     17,
		Reach:    600,
		Regex:    "[A-Za-z0-9]{17}\\.v1\\.eyJ[A-Za-z0-9_-]{60,}\\.[0-9a-f]{5,}",
		order:    113,
	},
	{
		ID:              "asana-token",
		Family:          "service",
		What:            "Asana personal access token",
		Keywords:        []string{"0/", "1/", "2/"},
		Reach:           90,
		Regex:           "(?:[0-9]/[0-9]{16}/[0-9]{16}:[0-9a-f]{32}|[01]/[0-9]{16}:[0-9a-f]{32})",
		order:           114,
		startsAtKeyword: true,
	},
	{
		ID:              "jwt",
		Family:          "web",
		What:            "JSON Web Token: signed, encrypted or bare",
		Keywords:        []string{"eyJ"},
		Reach:           8192,
		Edge:            "dash",
		Regex:           "eyJ[A-Za-z0-9_-]{10,}\\.(?:eyJ[A-Za-z0-9_-]{10,}(?:\\.[A-Za-z0-9_-]*|\\z)|[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,})",
		order:           115,
		startsAtKeyword: true,
	},
	{
		ID:              "wrapped-jwt",
		Family:          "web",
		What:            "JSON Web Token encoded once more in base64",
		Keywords:        []string{"ZXlK"},
		Reach:           8192,
		Regex:           "ZXlK[A-Za-z0-9+/_-]{60,}={0,2}",
		Checks:          []string{"wrapped"},
		order:           116,
		startsAtKeyword: true,
	},
	{
		ID:       "cookie-header",
		Family:   "web",
		What:     "cookies of a Cookie or Set-Cookie header, with a value that looks like a session",
		Keywords: []string{"cookie"},
		Fold:     true,
		Reach:    4096,
		Style:    "any",
		Name:     "(?:set-)?cookie",
		Value:    "[^\\r\\n\"'\\x60\\\\]{8,}",
		Checks:   []string{"cookie"},
		order:    117,
	},
	{
		ID:       "curl-cookie",
		Family:   "web",
		What:     "cookies given to curl",
		Keywords: []string{"curl "},
		Reach:    4096,
		Program:  true,
		Regex:    "curl (?:[^\\n]*?[ \\\\])?(?:-[a-zA-Z]*b|--cookie)[ =]*\\\\*[\"']?([^\\s=;\"'\\x60\\\\]+=[^\\r\\n\"'\\x60\\\\]{8,})",
		Checks:   []string{"cookie"},
		order:    118,
	},
	{
		ID:       "authorization-header",
		Family:   "web",
		What:     "credentials of an Authorization header",
		Keywords: []string{"authorization"},
		Fold:     true,
		Reach:    4096,
		Style:    "any",
		Name:     "(?:proxy-)?authorization",
		Value:    "(?:bearer|token|basic|bot|ssws|apikey|api-key|api-token|key|digest|oauth|negotiate|splunk|geniekey|snyk)[ =]+([^\\s\"'\\x60\\\\,;<>{}()|]{8,})",
		Checks:   []string{"literal"},
		order:    119,
	},
	{
		ID:       "bearer-token",
		Family:   "web",
		What:     "bearer token outside a header line",
		Keywords: []string{"bearer "},
		Fold:     true,
		Reach:    4096,
		Regex:    "bearer +([A-Za-z0-9_.~+/-]{20,}=*)",
		Checks:   []string{"literal", "mixed"},
		order:    120,
	},
	{
		ID:       "basic-credentials",
		Family:   "web",
		What:     "HTTP basic credentials outside a header line",
		Keywords: []string{"basic "},
		Fold:     true,
		Reach:    512,
		Regex:    "basic +([A-Za-z0-9+/_-]{8,}={0,2})",
		Checks:   []string{"basic"},
		order:    121,
	},
	{
		ID:       "key-header",
		Family:   "web",
		What:     "key of an X-API-Key, X-Auth-Token, PRIVATE-TOKEN or similar header",
		Keywords: []string{"x-api-key", "x-auth-token", "private-token", "x-goog-api-key", "x-vault-token", "x-access-token", "x-figma-token", "dd-api-key"},
		Fold:     true,
		Reach:    512,
		Style:    "any",
		Name:     "(?:x-api-key|x-auth-token|private-token|x-goog-api-key|x-vault-token|x-access-token|x-figma-token|dd-api-key)",
		Value:    "[A-Za-z0-9_.~+/=-]{12,}",
		Checks:   []string{"literal", "mixed"},
		order:    122,
	},
	{
		ID:       "url-password",
		Family:   "web",
		What:     "password in the user part of an address or database address",
		Keywords: []string{"://"},
		Reach:    512,
		Regex:    "://[^\\s:/@\"'\\x60<>\\\\?#{}]*:([^\\s/@\"'\\x60<>\\\\{}]{3,})@[A-Za-z0-9\\[.-]",
		Checks:   []string{"literal"},
		order:    123,
	},
	{
		ID:       "dsn-password",
		Family:   "web",
		What:     "password of a database connection string (key=value form, ADO form, Go driver form)",
		Keywords: []string{"user=", "username=", "user id=", "uid=", "server=", "data source=", "host="},
		Fold:     true,
		Reach:    512,
		Regex:    "(?:user|username|user id|uid|server|data source|host)=[^\\s;\"'\\x60=\\\\]{1,100}[; ]{1,3}(?:[a-z_ ]{2,30}=[^\\s;\"'\\x60=\\\\]{0,100}[; ]{1,3}){0,8}(?:password|pwd)=([^\\s;\"'\\x60\\\\]{4,})",
		Checks:   []string{"literal"},
		order:    124,
	},
	{
		ID:       "form-secret",
		Family:   "web",
		What:     "secret of a query string or a form body",
		Keywords: []string{"access_token=", "refresh_token=", "id_token=", "auth_token=", "client_secret=", "api_key=", "apikey=", "api-key=", "client_assertion=", "?token=", "&token=", "?password=", "&password=", "?secret=", "&secret=", "?key=", "&key=", "?auth=", "&auth=", "?pwd=", "&pwd=", "token%3d", "secret%3d", "password%3d", "key%3d"},
		Fold:     true,
		Reach:    4096,
		Regex:    "(?:(?:access_token|refresh_token|id_token|auth_token|client_secret|api_?key|api-key|client_assertion|[?&](?:token|password|secret|key|auth|pwd))=([A-Za-z0-9_.~%+/-]{16,}=*)|(?:token|secret|password|key)%3d([A-Za-z0-9_.~+/-]{16,}))",
		Checks:   []string{"literal", "mixed"},
		order:    125,
	},
	{
		ID:       "curl-user",
		Family:   "web",
		What:     "user and password given to curl",
		Keywords: []string{"curl ", "xh "},
		Reach:    400,
		Program:  true,
		Regex:    "(?:curl|xh) (?:(?:[^\\n\\\\]|\\\\.|\\\\\\n)*?[ \\\\])?(?:-[a-zA-Z]*[ua]|--(?:proxy-)?user)[ =]*\\\\*[\"']?(?:[^\\s:\"'\\x60$]{1,64}\\\\*[\"']?:\\\\*[\"']?([^\\s\"'\\x60\\\\]{4,})|:([^\\s\"'\\x60\\\\]{4,})|([^\\s:\"'\\x60\\\\$]{8,}):\\\\*[\"'])",
		Checks:   []string{"literal"},
		order:    126,
	},
	{
		ID:       "netrc-password",
		Family:   "web",
		What:     "password of a .netrc line",
		Keywords: []string{"login "},
		Reach:    512,
		Regex:    "login +[^\\s\\\\]{1,100}(?:(?:\\s|\\\\+n)+account +[^\\s\\\\]{1,100})?(?:\\s|\\\\+n)+password +([^\\s\"'\\x60\\\\]{4,})",
		Checks:   []string{"literal"},
		order:    127,
	},
	{
		ID:       "url-token",
		Family:   "web",
		What:     "token in the user part of an address, without a password",
		Keywords: []string{"://"},
		Reach:    512,
		Regex:    "://([^\\s:/@\"'\\x60<>\\\\?#{}]{12,})(?::(?:x-oauth-basic|x-token-auth)?)?@[A-Za-z0-9\\[]",
		Checks:   []string{"machine"},
		order:    128,
	},
	{
		ID:       "driver-password",
		Family:   "web",
		What:     "password of a Go database address",
		Keywords: []string{"@tcp(", "@unix("},
		Back:     160,
		Reach:    8,
		Edge:     "none",
		Regex:    "[A-Za-z0-9_.-]+:([^\\s:@/\"'\\x60]{4,})@(?:tcp|unix)\\(",
		Checks:   []string{"literal"},
		order:    129,
	},
	{
		ID:       "host-password",
		Family:   "web",
		What:     "random password of a user before a host, in an address without a scheme",
		Keywords: []string{"@"},
		Reach:    512,
		Style:    "user",
		order:    130,
	},
	{
		ID:       "pgpass-password",
		Family:   "web",
		What:     "password of a .pgpass line",
		Keywords: []string{":5432:", ":5433:", ":6432:"},
		Back:     100,
		Reach:    512,
		Regex:    "[A-Za-z0-9_.*-]+:[0-9]{4}:[A-Za-z0-9_.*-]+:[A-Za-z0-9_.*-]+:([^\\s\"'\\x60\\\\]{6,})",
		Checks:   []string{"literal"},
		order:    131,
	},
	{
		ID:       "kubernetes-secret",
		Family:   "infrastructure",
		What:     "data of a Kubernetes secret",
		Keywords: []string{"kind: Secret", "kind: secret"},
		Reach:    4096,
		Edge:     "none",
		Regex:    "kind: [\"']?[Ss]ecret[\"']?[ \\t]*(?:\\n|\\\\+n)(?:[^\\n\\\\]*(?:\\n|\\\\+n)){0,12}?[ \\t]*(?:data|stringData):[ \\t]*(?:\\n|\\\\+n)(?:[ \\t]*#[^\\n\\\\]*(?:\\n|\\\\+n))*((?:[ \\t]+[\\w.\"'-]+:[ \\t]+[^\\n\\\\#][^\\n\\\\]*(?:(?:\\n|\\\\+n)|\\z))+)",
		order:    132,
	},
	{
		ID:       "kubernetes-secret-data",
		Family:   "infrastructure",
		What:     "data of a Kubernetes secret, before its kind",
		Keywords: []string{"kind: Secret", "kind: secret", "kind: 'Secret'"},
		Back:     2048,
		Reach:    24,
		Edge:     "none",
		Regex:    "(?:\\A|\\n|\\\\+n)(?:data|stringData):[ \\t]*(?:\\n|\\\\+n)(?:[ \\t]*#[^\\n\\\\]*(?:\\n|\\\\+n))*((?:[ \\t]+[\\w.\"'-]+:[ \\t]+(?:[|>]-?[ \\t]*(?:\\n|\\\\+n)[ \\t]+)?[^\\n\\\\#][^\\n\\\\]*(?:\\n|\\\\+n))+)(?:[^\\n\\\\]*(?:\\n|\\\\+n)){0,12}?[ \\t]*kind: [\"']?[Ss]ecret",
		order:    133,
	},
	{
		ID:       "vendor-key",
		Family:   "service",
		What:     "long random value that stands with the name of a service whose keys have no form of their own",
		Keywords: []string{"adobe", "adafruit", "algolia", "artifactory", "bittrex", "contribsys", "facebook", "finicity", "intra42", "s-s4t2", "jfrog", "kucoin", "messagebird", "sourcegraph", "sumo", "datadog", "etsy", "fastly", "freshbooks", "launchdarkly", "maxmind", "sendbird", "snyk", "travis", "yandex", "zendesk", "okta", "pagerduty", "opsgenie", "rapidapi", "twitch", "twitter", "linkedin", "dropbox", "asana", "codecov", "coinbase", "mattermost", "meraki", "mapbox", "stripe", "twilio", "mailgun", "sendgrid", "mixpanel", "amplitude", "segment_", "rollbar", "logdna", "pusher", "auth0", "firebase"},
		Fold:     true,
		Reach:    200,
		Regex:    "(?:s-s4t2(?:ud|af)-[a-f0-9]{64}|(?:contribsys|sumo)[\\w.-]{0,30}[\"'\\x60]?\\s*(?:=>|:*=|:)\\s*\\\\*[\"'\\x60]?([a-z0-9]{8}:[a-z0-9]{8}|su[a-zA-Z0-9]{12})\\b|facebook[\\w .-]{0,20}[\"'\\x60]?[\\s:=]{1,3}[\"'\\x60]?([0-9]{15,16}(?:\\||%7C)[\\w-]{27,40})|[a-z0-9]+(?:[._-]?(?:api|app|client|access|account|admin|auth|login|license|key|id|token|secret|code)){0,3}\\\\*[\"'\\x60]?\\s*(?:=>|:*=|:|,|\\s)\\s*\\\\*[\"'\\x60]?([A-Za-z0-9_=-]{24,}))",
		Checks:   []string{"random"},
		order:    134,
	},
	{
		ID:       "command-password",
		Family:   "command",
		What:     "password that a program is given by a short option: sshpass -p, docker login -p, redis-cli -a, zip -P and the like",
		Keywords: []string{"sshpass ", "login ", "mongo", "twine ", "redis-cli ", "ldap", "zip ", "sqlcmd ", "bcp ", "ipmitool ", "useradd ", "usermod ", "cqlsh ", "skopeo ", "http ", "7z ", "rdesktop ", "psexec ", "evil-winrm ", "crackmapexec ", "netexec ", "ncftp ", "beeline ", "cypher-shell ", "rabbitmqadmin ", "poetry ", "keychain ", "altool ", "isql ", "mosquitto_pub ", "mosquitto_sub ", "security ", "-password ", "keygen "},
		Reach:    600,
		Program:  true,
		Edge:     "none",
		Regex:    "(?:(?:sshpass|login|mongo[a-z]*|twine|cqlsh|useradd|usermod|7z|rdesktop|psexec|evil-winrm|crackmapexec|netexec|ncftp|beeline|cypher-shell|rabbitmqadmin|poetry|keychain|altool) (?:[^\\n|]*? )?-p *|redis-cli (?:[^\\n|]*? )?-a +|ldap[a-z]+ (?:[^\\n|]*? )?-w +|(?:zip|sqlcmd|bcp|ipmitool|isql|mosquitto_[ps]ub|security|keygen) (?:[^\\n|]*? )?-P +|-password (?:[^\\n|]*? )?-w +|skopeo (?:[^\\n|]*? )?--(?:src-|dest-)?creds[ =][^\\s:]+:|http (?:[^\\n|]*? )?-a +[^\\s:]{1,64}:)\\\\*[\"']?([^\\s\"'\\x60\\\\|;<>]{6,})",
		Checks:   []string{"literal"},
		order:    135,
	},
	{
		ID:       "mysql-password",
		Family:   "command",
		What:     "password that is one word with -p, as mysql and 7z take it",
		Keywords: []string{"mysql", "mariadb", "7z"},
		Reach:    600,
		Program:  true,
		Edge:     "none",
		Regex:    "(?:mysql[a-z]*|mariadb[a-z-]*|7z[a-z]*) (?:[^\\n|]*? )?-p\\\\*[\"']?([^\\s\"'\\x60\\\\|;<>]{6,})",
		Checks:   []string{"literal"},
		order:    136,
	},
	{
		ID:       "piped-password",
		Family:   "command",
		What:     "password that echo writes to a program that reads one",
		Keywords: []string{"echo ", "printf ", "yes "},
		Reach:    600,
		Edge:     "none",
		Regex:    "(?:echo|printf|yes) +(?:-[neE]+ +)?(?:\\\\*[\"']?%s(?:\\\\*n)?\\\\*[\"']? +)?(?:\\\\*[\"']?([^\\s\"'\\x60\\\\|:]{6,}(?:(?:\\\\+n|\\n)[^\\s\"'\\x60\\\\|:]*)*)(?:\\\\n)?\\\\*[\"']? *\\| *(?:(?:sudo +)?(?:smb)?passwd|su |docker +secret +create|gh +secret +set|(?:npx +)?wrangler +secret +put|(?:npx +)?vercel +env +add|gcloud +secrets|kubectl +create +secret|[^\\n|]*--(?:password|passphrase)-(?:stdin|fd)|sudo +(?:-[A-Za-z]+ +)*-S|gh +auth +login|cryptsetup )|\\\\*[\"']?[^\\s\"'\\x60\\\\:]{1,64}:([^\\s\"'\\x60\\\\]{6,})\\\\*[\"']? *\\| *(?:sudo +)?chpasswd)",
		Checks:   []string{"literal"},
		order:    137,
	},
	{
		ID:       "argument-secret",
		Family:   "command",
		What:     "secret that a program takes by its place: htpasswd, vault login, gh secret set, openssl -pass, ConvertTo-SecureString, smbclient -U, wpa_passphrase",
		Keywords: []string{"htpasswd ", "vault login ", "gh secret set ", "pass:", "ConvertTo-SecureString ", "smbclient ", "wpa_passphrase ", "requirepass ", "masterauth ", "IDENTIFIED BY", "identified by", "mysqladmin ", "nmcli ", "sqlplus ", "put-parameter ", "secret set ", "ssh-keygen ", "net use ", "lftp ", "--oauth2-bearer ", "auth=(", "auth = (", "rabbitmqctl ", "mosquitto_passwd ", "set-initial-password ", "reset-admin-password ", "cargo login ", "snyk auth ", "authtoken ", "cloudflared service ", "authorize-account ", "mc alias set ", "mc config host add ", "bw login ", "bw unlock ", "operator unseal ", "net user ", "IDENTIFIED WITH "},
		Reach:    400,
		Edge:     "none",
		Regex:    "(?:rabbitmqctl +(?:add_user|change_password|authenticate_user) +\\S+ +|mosquitto_passwd +-b +\\S+ +\\S+ +|(?:set-initial-password|reset-admin-password|cargo login|snyk auth|authtoken|cloudflared service +install|bw unlock|operator unseal) +|(?:authorize-account|net user) +\\S+ +|mc (?:alias set|config host add) +\\S+ +\\S+ +\\S+ +|bw login +\\S+@\\S+ +|IDENTIFIED WITH +\\S+ +BY +|htpasswd -[a-zA-Z]*b[a-zA-Z]* +[^\\s>|]+ +[^\\s>|]+ +|htpasswd -[a-zA-Z]*n[a-zA-Z]* +[^\\s>|]+ +|vault login +(?:-\\S+ +)*|gh secret set [^\\n|]*?(?:--body|-b)[ =]+|pass:|ConvertTo-SecureString +(?:-[Ss]tring +)?|smbclient [^\\n|]*?-U +[^\\s%]{1,64}%|wpa_passphrase +\\S+ +|(?:requirepass|masterauth) +|(?:mysqladmin|nmcli) [^\\n|]*?password +|sqlplus +(?:-\\S+ +)*[^\\s/@]+/|(?:put-parameter|secret set) [^\\n|]*?--value[ =]+|ssh-keygen [^\\n|]*?-N +|net use [^\\n|]*?/user:\\S+ +|lftp [^\\n|]*?-u +[^\\s,]+,|--oauth2-bearer +|auth ?= ?\\([\"'][^\"'\\n]{1,64}[\"'], *|(?:IDENTIFIED BY|identified by)(?: PASSWORD)? +\\\\*[\"'])\\\\*[\"']?([^\\s\"'\\x60\\\\|;<>-][^\\s\"'\\x60\\\\|;<>]{5,})",
		Checks:   []string{"literal"},
		order:    138,
	},
	{
		ID:       "login-call",
		Family:   "command",
		What:     "password that a call takes by its place, behind a user, or behind an address and a user",
		Keywords: []string{"login(", "authenticate(", "auth(", "credential(", "credentials(", "connect(", "connection(", "mysqli(", "pdo(", "ldap_bind("},
		Fold:     true,
		Reach:    400,
		Edge:     "none",
		Regex:    "(?:(?:login|authenticate|auth|credentials?)\\(\\s*(?:\\\\*[\"'][^\"'\\n\\\\]{0,120}\\\\*[\"']|[\\w.$>-]{1,60})|(?:connect|connection|mysqli|pdo|ldap_bind)\\(\\s*(?:(?:\\\\*[\"'][^\"'\\n\\\\]{0,120}\\\\*[\"']|[\\w.$>-]{1,60}),\\s*)(?:\\\\*[\"'][^\"'\\n\\\\]{0,120}\\\\*[\"']|[\\w.$>-]{1,60})),\\s*\\\\*[\"']([^\\s\"'\\\\]{6,200})\\\\*[\"']\\s*[,)]",
		Checks:   []string{"human"},
		order:    139,
	},
	{
		ID:       "signing-call",
		Family:   "command",
		What:     "key that a call signs or checks with",
		Keywords: []string{"jwt.sign(", "jwt.encode(", "jwt.decode(", "jwt.verify(", "hmac.new(", "createHmac("},
		Reach:    400,
		Edge:     "none",
		Regex:    "(?:jwt\\.(?:sign|encode|decode|verify)\\((?:[^(){}\"'\\n]|\\{[^{}\\n]*\\}){1,200}, *|hmac\\.new\\( *b?|createHmac\\( *\\\\*[\"'][\\w-]+\\\\*[\"'], *)\\\\*[\"']([^\\s\"'\\\\]{6,200})\\\\*[\"']",
		Checks:   []string{"human"},
		order:    140,
	},
	{
		ID:       "redis-auth",
		Family:   "command",
		What:     "password of Redis' AUTH or ACL SETUSER, or of SMTP's AUTH PLAIN",
		Keywords: []string{"AUTH ", "SETUSER ", "user default on "},
		Reach:    400,
		Edge:     "none",
		Regex:    "(?:AUTH +(?:PLAIN +)?(?:\\\\*[\"']?default\\\\*[\"']? +)?\\\\*[\"']?([^\\s\"'\\x60\\\\<>]{6,})\\\\*[\"']?[ \\t]*(?:[\\r\\n\"']|\\\\+[rn]|\\z)|(?:SETUSER|user) +[^\\n>]{1,80}>([^\\s\"'\\x60\\\\]{6,}))",
		Checks:   []string{"human"},
		order:    141,
	},
	{
		ID:       "written-secret",
		Family:   "command",
		What:     "secret that a shell writes to a file whose name says so",
		Keywords: []string{"echo ", "printf "},
		Reach:    400,
		Edge:     "none",
		Regex:    "(?:echo|printf) +(?:-[neE]+ +)?(?:\\\\*[\"']?%s(?:\\\\*n)?\\\\*[\"']? +)?\\\\*[\"']?([^\\s\"'\\x60\\\\|<>]{8,})\\\\*[\"']? *>>? *[^\\s|;&]{0,80}(?:token|secret|passw|credential)",
		Checks:   []string{"machine"},
		order:    142,
	},
	{
		ID:       "here-string-secret",
		Family:   "command",
		What:     "secret that a shell gives a program on its standard input",
		Keywords: []string{"<<<"},
		Back:     120,
		Reach:    200,
		Edge:     "none",
		Regex:    "(?:sudo (?:-\\S+ +)*-S|passwd(?: +\\w+)?|wrangler +secret +put +\\S+|gh +auth +login +--with-token|gh +secret +set +\\S+|pass +insert [^\\n<]{0,60}|secret-tool +store [^\\n<]{0,80}|docker +login [^\\n<]{0,80}--password-stdin) *<<< *\\\\*[\"']?([^\\s\"'\\x60\\\\|<>]{6,})",
		Checks:   []string{"machine"},
		order:    143,
	},
	{
		ID:       "cookie-file",
		Family:   "command",
		What:     "cookie of a file of cookies as Netscape wrote it",
		Keywords: []string{"TRUE", "FALSE"},
		Reach:    4096,
		Edge:     "none",
		Regex:    "(?:TRUE|FALSE)(?:\\t|\\\\+t)(?:\\\\*/)[^\\t\\n\\\\]{0,200}(?:\\t|\\\\+t)(?:TRUE|FALSE)(?:\\t|\\\\+t)[0-9]{1,12}(?:\\t|\\\\+t)[^\\t\\n\\\\]{1,100}(?:\\t|\\\\+t)([^\\s\"'\\x60\\\\]{10,})",
		Checks:   []string{"machine"},
		order:    144,
	},
	{
		ID:     "env-secret",
		Family: "assignment",
		What:   "environment variable whose name says that it is a token, a secret, a password or a key",
		Reach:  512,
		Style:  "named",
		Form:   "env",
		order:  145,
	},
	{
		ID:       "named-secret",
		Family:   "assignment",
		What:     "value of a field, variable, element or header called password, secret, token, api_key and the like",
		Keywords: []string{"pass", "pwd", "secret", "token", "key", "auth", "cred", "psk", "pat", "pw"},
		Fold:     true,
		Reach:    512,
		Style:    "named",
		order:    146,
	},
	{
		ID:     "flag-secret",
		Family: "assignment",
		What:   "value of a command-line flag called --password, --token, --api-key and the like",
		Reach:  512,
		Style:  "named",
		Form:   "flag",
		order:  147,
	},
}

// tried is what is tried at each word.
var tried = [557][]attempt{
	{{rule: &rules[0], exact: "-----BEGIN"}},                                     // -----begin
	{{rule: &rules[1], exact: "-----END "}},                                      // -----end
	{{rule: &rules[2], exact: "LS0tLS1CRUdJTiBQUklWQVRFIEtFW"}},                  // ls0tls1crudjtibquklwqvrfietfw
	{{rule: &rules[2], exact: "LS0tLS1CRUdJTiBSU0EgUFJJVkFURS"}},                 // ls0tls1crudjtibsu0egufjjvkfurs
	{{rule: &rules[2], exact: "LS0tLS1CRUdJTiBFQyBQUklWQVRFI"}},                  // ls0tls1crudjtibfqybquklwqvrfi
	{{rule: &rules[2], exact: "LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVE"}},             // ls0tls1crudjtibpuevou1niifbssvzbve
	{{rule: &rules[2], exact: "LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURS"}},         // ls0tls1crudjtibftknswvburuqgufjjvkfurs
	{{rule: &rules[3], exact: "Private-Lines:"}},                                 // private-lines:
	{{rule: &rules[4], exact: "AGE-SECRET-KEY-"}},                                // age-secret-key-
	{{rule: &rules[5], exact: "PrivateKey"}},                                     // privatekey
	{{rule: &rules[5], exact: "PresharedKey"}},                                   // presharedkey
	{{rule: &rules[6], exact: "ghp_"}},                                           // ghp_
	{{rule: &rules[6], exact: "gho_"}},                                           // gho_
	{{rule: &rules[6], exact: "ghu_"}},                                           // ghu_
	{{rule: &rules[6], exact: "ghs_"}},                                           // ghs_
	{{rule: &rules[6], exact: "ghr_"}},                                           // ghr_
	{{rule: &rules[7], exact: "claw_0"}},                                         // claw_0
	{{rule: &rules[8], exact: "github_pat_"}},                                    // github_pat_
	{{rule: &rules[9], exact: "glpat-"}},                                         // glpat-
	{{rule: &rules[9], exact: "gldt-"}},                                          // gldt-
	{{rule: &rules[9], exact: "glrt-"}},                                          // glrt-
	{{rule: &rules[9], exact: "glrtr-"}},                                         // glrtr-
	{{rule: &rules[9], exact: "glptt-"}},                                         // glptt-
	{{rule: &rules[9], exact: "glcbt-"}},                                         // glcbt-
	{{rule: &rules[9], exact: "glft-"}},                                          // glft-
	{{rule: &rules[9], exact: "glimt-"}},                                         // glimt-
	{{rule: &rules[9], exact: "glagent-"}},                                       // glagent-
	{{rule: &rules[9], exact: "glsoat-"}},                                        // glsoat-
	{{rule: &rules[9], exact: "gloas-"}},                                         // gloas-
	{{rule: &rules[9], exact: "glffct-"}},                                        // glffct-
	{{rule: &rules[9], exact: "GR1348941"}},                                      // gr1348941
	{{rule: &rules[10], exact: "ATATT3"}},                                        // atatt3
	{{rule: &rules[10], exact: "ATCTT3"}},                                        // atctt3
	{{rule: &rules[10], exact: "ATBB"}},                                          // atbb
	{{rule: &rules[11], exact: "sgp_"}},                                          // sgp_
	{{rule: &rules[12], exact: "AKIA"}},                                          // akia
	{{rule: &rules[12], exact: "ASIA"}},                                          // asia
	{{rule: &rules[12], exact: "ABIA"}},                                          // abia
	{{rule: &rules[12], exact: "ACCA"}},                                          // acca
	{{rule: &rules[13], exact: ""}},                                              // secret_access_key
	{{rule: &rules[13], exact: ""}},                                              // secretaccesskey
	{{rule: &rules[13], exact: ""}},                                              // aws_secret_key
	{{rule: &rules[13], exact: ""}},                                              // aws_secret
	{{rule: &rules[14], exact: ""}},                                              // session_token
	{{rule: &rules[14], exact: ""}},                                              // sessiontoken
	{{rule: &rules[14], exact: ""}},                                              // security_token
	{{rule: &rules[14], exact: ""}},                                              // x-amz-security-token
	{{rule: &rules[15], exact: "ABSK"}},                                          // absk
	{{rule: &rules[15], exact: "bedrock-api-key-"}},                              // bedrock-api-key-
	{{rule: &rules[16], exact: "AIza"}},                                          // aiza
	{{rule: &rules[17], exact: "GOCSPX-"}},                                       // gocspx-
	{{rule: &rules[18], exact: "ya29."}},                                         // ya29.
	{{rule: &rules[18], exact: "1//0"}},                                          // 1//0
	{{rule: &rules[19], exact: "AccountKey="}},                                   // accountkey=
	{{rule: &rules[19], exact: "SharedAccessKey="}},                              // sharedaccesskey=
	{{rule: &rules[20], exact: "sig="}},                                          // sig=
	{{rule: &rules[21], exact: "X-Amz-Signature="}},                              // x-amz-signature=
	{{rule: &rules[21], exact: "X-Goog-Signature="}},                             // x-goog-signature=
	{{rule: &rules[22], exact: "Q~"}},                                            // q~
	{{rule: &rules[23], exact: "dop_v1_"}},                                       // dop_v1_
	{{rule: &rules[23], exact: "doo_v1_"}},                                       // doo_v1_
	{{rule: &rules[23], exact: "dor_v1_"}},                                       // dor_v1_
	{{rule: &rules[24], exact: ""}},                                              // cloudflare
	{{rule: &rules[24], exact: ""}},                                              // v1.0-
	{{rule: &rules[24], exact: ""}},                                              // cfut_
	{{rule: &rules[24], exact: ""}},                                              // cfat_
	{{rule: &rules[24], exact: ""}},                                              // cfk_
	{{rule: &rules[25], exact: ""}},                                              // hrku-
	{{rule: &rules[25], exact: ""}},                                              // heroku
	{{rule: &rules[26], exact: "LTAI"}},                                          // ltai
	{{rule: &rules[27], exact: "fo1_"}},                                          // fo1_
	{{rule: &rules[27], exact: "fm1r_"}},                                         // fm1r_
	{{rule: &rules[27], exact: "fm1a_"}},                                         // fm1a_
	{{rule: &rules[27], exact: "fm2_"}},                                          // fm2_
	{{rule: &rules[28], exact: "nfp_"}},                                          // nfp_
	{{rule: &rules[29], exact: "rnd_"}},                                          // rnd_
	{{rule: &rules[30], exact: "dapi"}},                                          // dapi
	{{rule: &rules[31], exact: "sbp_"}},                                          // sbp_
	{{rule: &rules[31], exact: "sb_secret_"}},                                    // sb_secret_
	{{rule: &rules[32], exact: "pscale_"}},                                       // pscale_
	{{rule: &rules[33], exact: "napi_"}},                                         // napi_
	{{rule: &rules[34], exact: "hvs."}},                                          // hvs.
	{{rule: &rules[34], exact: "hvb."}},                                          // hvb.
	{{rule: &rules[34], exact: "hvr."}},                                          // hvr.
	{{rule: &rules[35], exact: ".atlasv1."}},                                     // .atlasv1.
	{{rule: &rules[36], exact: "pul-"}},                                          // pul-
	{{rule: &rules[37], exact: "dp.pt."}},                                        // dp.pt.
	{{rule: &rules[37], exact: "dp.st."}},                                        // dp.st.
	{{rule: &rules[37], exact: "dp.ct."}},                                        // dp.ct.
	{{rule: &rules[37], exact: "dp.sa."}},                                        // dp.sa.
	{{rule: &rules[37], exact: "dp.scim."}},                                      // dp.scim.
	{{rule: &rules[37], exact: "dp.audit."}},                                     // dp.audit.
	{{rule: &rules[38], exact: "ops_eyJ"}},                                       // ops_eyj
	{{rule: &rules[38], exact: "A3-"}},                                           // a3-
	{{rule: &rules[39], exact: "tskey-"}},                                        // tskey-
	{{rule: &rules[40], exact: "sha256~"}},                                       // sha256~
	{{rule: &rules[41], exact: "glc_"}},                                          // glc_
	{{rule: &rules[41], exact: "glsa_"}},                                         // glsa_
	{{rule: &rules[41], exact: "eyJrIjoi"}},                                      // eyjrijoi
	{{rule: &rules[42], exact: "sntrys_"}},                                       // sntrys_
	{{rule: &rules[42], exact: "sntryu_"}},                                       // sntryu_
	{{rule: &rules[43], exact: "NRAK-"}},                                         // nrak-
	{{rule: &rules[43], exact: "NRII-"}, {rule: &rules[110], exact: "NRII-"}},    // nrii-
	{{rule: &rules[44], exact: "dt0c01."}},                                       // dt0c01.
	{{rule: &rules[44], exact: "dt0s01."}},                                       // dt0s01.
	{{rule: &rules[44], exact: "dt0s16."}},                                       // dt0s16.
	{{rule: &rules[45], exact: ""}},                                              // squ_
	{{rule: &rules[45], exact: ""}},                                              // sqp_
	{{rule: &rules[45], exact: ""}},                                              // sqa_
	{{rule: &rules[45], exact: ""}},                                              // sonar
	{{rule: &rules[46], exact: "bkua_"}},                                         // bkua_
	{{rule: &rules[46], exact: "CCIPAT_"}},                                       // ccipat_
	{{rule: &rules[46], exact: "CCIPRJ_"}},                                       // cciprj_
	{{rule: &rules[47], exact: "API-"}, {rule: &rules[104], exact: ""}},          // api-
	{{rule: &rules[48], exact: "AKCp"}},                                          // akcp
	{{rule: &rules[48], exact: "cmVmdGtuO"}},                                     // cmvmdgtuo
	{{rule: &rules[49], exact: "sk-ant-"}},                                       // sk-ant-
	{{rule: &rules[50], exact: "sk-or-"}},                                        // sk-or-
	{{rule: &rules[51], exact: "sk-"}},                                           // sk-
	{{rule: &rules[52], exact: "hf_"}},                                           // hf_
	{{rule: &rules[52], exact: "api_org_"}},                                      // api_org_
	{{rule: &rules[53], exact: "gsk_"}},                                          // gsk_
	{{rule: &rules[54], exact: "xai-"}},                                          // xai-
	{{rule: &rules[55], exact: "pplx-"}},                                         // pplx-
	{{rule: &rules[56], exact: "r8_"}},                                           // r8_
	{{rule: &rules[57], exact: "csk-"}},                                          // csk-
	{{rule: &rules[58], exact: "nvapi-"}},                                        // nvapi-
	{{rule: &rules[59], exact: "lsv2_"}},                                         // lsv2_
	{{rule: &rules[60], exact: "sk-lf-"}},                                        // sk-lf-
	{{rule: &rules[61], exact: "sk_"}},                                           // sk_
	{{rule: &rules[62], exact: "tvly-"}},                                         // tvly-
	{{rule: &rules[63], exact: "e2b_"}},                                          // e2b_
	{{rule: &rules[64], exact: "npm_"}},                                          // npm_
	{{rule: &rules[64], exact: "_authToken"}},                                    // _authtoken
	{{rule: &rules[65], exact: "pypi-AgE"}},                                      // pypi-age
	{{rule: &rules[66], exact: "rubygems_"}},                                     // rubygems_
	{{rule: &rules[67], exact: "cio"}},                                           // cio
	{{rule: &rules[68], exact: "oy2"}},                                           // oy2
	{{rule: &rules[69], exact: "dckr_pat_"}},                                     // dckr_pat_
	{{rule: &rules[69], exact: "dckr_oat_"}},                                     // dckr_oat_
	{{rule: &rules[70], exact: "auth"}, {rule: &rules[146], exact: ""}},          // auth
	{{rule: &rules[71], exact: "CLOJARS_"}},                                      // clojars_
	{{rule: &rules[72], exact: "xoxb-"}},                                         // xoxb-
	{{rule: &rules[72], exact: "xoxp-"}},                                         // xoxp-
	{{rule: &rules[72], exact: "xoxa-"}},                                         // xoxa-
	{{rule: &rules[72], exact: "xoxr-"}},                                         // xoxr-
	{{rule: &rules[72], exact: "xoxs-"}},                                         // xoxs-
	{{rule: &rules[72], exact: "xoxo-"}},                                         // xoxo-
	{{rule: &rules[72], exact: "xoxe-"}},                                         // xoxe-
	{{rule: &rules[72], exact: "xoxc-"}},                                         // xoxc-
	{{rule: &rules[72], exact: "xoxd-"}},                                         // xoxd-
	{{rule: &rules[72], exact: "xoxe.xox"}},                                      // xoxe.xox
	{{rule: &rules[72], exact: "xapp-"}},                                         // xapp-
	{{rule: &rules[73], exact: "hooks.slack.com/"}},                              // hooks.slack.com/
	{{rule: &rules[74], exact: "/api/webhooks/"}},                                // /api/webhooks/
	{{rule: &rules[75], exact: ""}},                                              // bot
	{{rule: &rules[75], exact: ""}},                                              // discord
	{{rule: &rules[75], exact: ""}},                                              // .login(
	{{rule: &rules[75], exact: ""}, {rule: &rules[146], exact: ""}},              // token
	{{rule: &rules[76], exact: "MT"}},                                            // mt
	{{rule: &rules[76], exact: "Mj"}},                                            // mj
	{{rule: &rules[76], exact: "Mz"}},                                            // mz
	{{rule: &rules[76], exact: "ND"}},                                            // nd
	{{rule: &rules[76], exact: "NT"}},                                            // nt
	{{rule: &rules[76], exact: "Nj"}},                                            // nj
	{{rule: &rules[76], exact: "Nz"}},                                            // nz
	{{rule: &rules[76], exact: "OD"}},                                            // od
	{{rule: &rules[76], exact: "OT"}},                                            // ot
	{{rule: &rules[77], exact: ".webhook.office.com/"}},                          // .webhook.office.com/
	{{rule: &rules[78], exact: ":AA"}},                                           // :aa
	{{rule: &rules[79], exact: "SK"}},                                            // sk
	{{rule: &rules[80], exact: "SG."}},                                           // sg.
	{{rule: &rules[81], exact: ""}, {rule: &rules[134], exact: ""}},              // mailgun
	{{rule: &rules[81], exact: ""}},                                              // api:key-
	{{rule: &rules[82], exact: ""}},                                              // mailchimp
	{{rule: &rules[83], exact: "xkeysib-"}},                                      // xkeysib-
	{{rule: &rules[84], exact: "re_"}},                                           // re_
	{{rule: &rules[85], exact: "sk_live_"}},                                      // sk_live_
	{{rule: &rules[85], exact: "sk_test_"}},                                      // sk_test_
	{{rule: &rules[85], exact: "rk_live_"}},                                      // rk_live_
	{{rule: &rules[85], exact: "rk_test_"}},                                      // rk_test_
	{{rule: &rules[85], exact: "sk_prod_"}},                                      // sk_prod_
	{{rule: &rules[85], exact: "rk_prod_"}},                                      // rk_prod_
	{{rule: &rules[85], exact: "whsec_"}},                                        // whsec_
	{{rule: &rules[86], exact: "shpat_"}},                                        // shpat_
	{{rule: &rules[86], exact: "shpca_"}},                                        // shpca_
	{{rule: &rules[86], exact: "shppa_"}},                                        // shppa_
	{{rule: &rules[86], exact: "shpss_"}},                                        // shpss_
	{{rule: &rules[87], exact: "sq0"}},                                           // sq0
	{{rule: &rules[87], exact: "EAAA"}},                                          // eaaa
	{{rule: &rules[88], exact: "access-sandbox-"}},                               // access-sandbox-
	{{rule: &rules[88], exact: "access-development-"}},                           // access-development-
	{{rule: &rules[88], exact: "access-production-"}},                            // access-production-
	{{rule: &rules[89], exact: "FLWSECK"}},                                       // flwseck
	{{rule: &rules[90], exact: "shippo_"}},                                       // shippo_
	{{rule: &rules[90], exact: "EZAK"}},                                          // ezak
	{{rule: &rules[90], exact: "EZTK"}},                                          // eztk
	{{rule: &rules[90], exact: "duffel_"}},                                       // duffel_
	{{rule: &rules[91], exact: "lin_api_"}},                                      // lin_api_
	{{rule: &rules[91], exact: "lin_oauth_"}},                                    // lin_oauth_
	{{rule: &rules[92], exact: "ntn_"}},                                          // ntn_
	{{rule: &rules[92], exact: "secret_"}},                                       // secret_
	{{rule: &rules[93], exact: "PMAK-"}},                                         // pmak-
	{{rule: &rules[94], exact: "figd_"}},                                         // figd_
	{{rule: &rules[95], exact: ""}},                                              // airtable
	{{rule: &rules[96], exact: "pat"}, {rule: &rules[146], exact: ""}},           // pat
	{{rule: &rules[97], exact: "sl."}},                                           // sl.
	{{rule: &rules[98], exact: "pat-na"}},                                        // pat-na
	{{rule: &rules[98], exact: "pat-eu"}},                                        // pat-eu
	{{rule: &rules[98], exact: "pat-ap"}},                                        // pat-ap
	{{rule: &rules[99], exact: "CFPAT-"}},                                        // cfpat-
	{{rule: &rules[100], exact: "tfp_"}},                                         // tfp_
	{{rule: &rules[101], exact: "rdme_"}},                                        // rdme_
	{{rule: &rules[102], exact: "pnu_"}},                                         // pnu_
	{{rule: &rules[102], exact: "pnb_"}},                                         // pnb_
	{{rule: &rules[103], exact: "EAA"}},                                          // eaa
	{{rule: &rules[104], exact: ""}},                                             // apify_api_
	{{rule: &rules[104], exact: ""}},                                             // xaat-
	{{rule: &rules[104], exact: ""}},                                             // xapt-
	{{rule: &rules[104], exact: ""}},                                             // bb_live_
	{{rule: &rules[104], exact: ""}},                                             // cu_
	{{rule: &rules[104], exact: ""}},                                             // chpt_
	{{rule: &rules[104], exact: ""}},                                             // dtn_
	{{rule: &rules[104], exact: ""}},                                             // depot_
	{{rule: &rules[104], exact: ""}},                                             // hbp_
	{{rule: &rules[104], exact: ""}},                                             // hcaik_
	{{rule: &rules[104], exact: ""}},                                             // hcamk_
	{{rule: &rules[104], exact: ""}},                                             // signkey-
	{{rule: &rules[104], exact: ""}},                                             // sdk-
	{{rule: &rules[104], exact: ""}},                                             // mob-
	{{rule: &rules[104], exact: ""}},                                             // ovsxp_
	{{rule: &rules[104], exact: ""}},                                             // ovsxat_
	{{rule: &rules[104], exact: ""}},                                             // pgar_
	{{rule: &rules[104], exact: ""}},                                             // pgapi_
	{{rule: &rules[104], exact: ""}},                                             // pcsk_
	{{rule: &rules[104], exact: ""}},                                             // phx_
	{{rule: &rules[104], exact: ""}},                                             // phs_
	{{rule: &rules[104], exact: ""}},                                             // rootly_
	{{rule: &rules[104], exact: ""}},                                             // spu-
	{{rule: &rules[104], exact: ""}},                                             // tr_prod_
	{{rule: &rules[104], exact: ""}},                                             // tr_dev_
	{{rule: &rules[104], exact: ""}},                                             // unkey_
	{{rule: &rules[104], exact: ""}},                                             // vcp_
	{{rule: &rules[104], exact: ""}},                                             // vci_
	{{rule: &rules[104], exact: ""}},                                             // vca_
	{{rule: &rules[104], exact: ""}},                                             // vcr_
	{{rule: &rules[104], exact: ""}},                                             // vck_
	{{rule: &rules[104], exact: ""}},                                             // vercel_blob_rw_
	{{rule: &rules[104], exact: ""}},                                             // xau_
	{{rule: &rules[104], exact: ""}},                                             // zpka_
	{{rule: &rules[104], exact: ""}},                                             // crsr_
	{{rule: &rules[104], exact: ""}},                                             // key_
	{{rule: &rules[104], exact: ""}},                                             // aio_
	{{rule: &rules[104], exact: ""}},                                             // avns_
	{{rule: &rules[104], exact: ""}},                                             // thog-key-
	{{rule: &rules[104], exact: ""}},                                             // wandb_v1_
	{{rule: &rules[104], exact: ""}},                                             // bkaj_
	{{rule: &rules[104], exact: ""}},                                             // snyk_uat.
	{{rule: &rules[104], exact: ""}},                                             // snyk_sat.
	{{rule: &rules[104], exact: ""}},                                             // sgd_
	{{rule: &rules[104], exact: ""}},                                             // slk_
	{{rule: &rules[104], exact: ""}},                                             // sts_
	{{rule: &rules[104], exact: ""}},                                             // ico-
	{{rule: &rules[104], exact: ""}},                                             // rpa_
	{{rule: &rules[104], exact: ""}},                                             // fio-u-
	{{rule: &rules[104], exact: ""}},                                             // ccdb1_
	{{rule: &rules[104], exact: ""}},                                             // dnkey-
	{{rule: &rules[104], exact: ""}},                                             // tss_
	{{rule: &rules[104], exact: ""}},                                             // ion_
	{{rule: &rules[104], exact: ""}},                                             // nfo_
	{{rule: &rules[104], exact: ""}},                                             // nfc_
	{{rule: &rules[104], exact: ""}},                                             // nfu_
	{{rule: &rules[104], exact: ""}},                                             // nfb_
	{{rule: &rules[104], exact: ""}},                                             // dkea
	{{rule: &rules[104], exact: ""}},                                             // dose
	{{rule: &rules[104], exact: ""}},                                             // hcxik_
	{{rule: &rules[105], exact: "fw_"}},                                          // fw_
	{{rule: &rules[105], exact: "fc-"}},                                          // fc-
	{{rule: &rules[105], exact: "sk-helicone-"}},                                 // sk-helicone-
	{{rule: &rules[105], exact: "jina_"}},                                        // jina_
	{{rule: &rules[105], exact: "llx-"}},                                         // llx-
	{{rule: &rules[105], exact: "ak-"}},                                          // ak-
	{{rule: &rules[105], exact: "as-"}},                                          // as-
	{{rule: &rules[105], exact: "tgp_v1_"}},                                      // tgp_v1_
	{{rule: &rules[105], exact: "pa-"}},                                          // pa-
	{{rule: &rules[105], exact: "BSA"}},                                          // bsa
	{{rule: &rules[105], exact: "AQ.Ab8"}},                                       // aq.ab8
	{{rule: &rules[106], exact: "cnvca"}},                                        // cnvca
	{{rule: &rules[106], exact: "api_"}},                                         // api_
	{{rule: &rules[106], exact: "live_"}},                                        // live_
	{{rule: &rules[106], exact: "test_"}},                                        // test_
	{{rule: &rules[106], exact: "sandbox_"}},                                     // sandbox_
	{{rule: &rules[106], exact: "md-"}},                                          // md-
	{{rule: &rules[106], exact: "Mid-server-"}},                                  // mid-server-
	{{rule: &rules[106], exact: "api_live"}},                                     // api_live
	{{rule: &rules[106], exact: "api_sandbox"}},                                  // api_sandbox
	{{rule: &rules[106], exact: "pdl_live_apikey_"}},                             // pdl_live_apikey_
	{{rule: &rules[106], exact: "pdl_sdbx_apikey_"}},                             // pdl_sdbx_apikey_
	{{rule: &rules[106], exact: "access_token$"}},                                // access_token$
	{{rule: &rules[106], exact: "persona_"}},                                     // persona_
	{{rule: &rules[106], exact: "pina_"}},                                        // pina_
	{{rule: &rules[106], exact: "00D"}},                                          // 00d
	{{rule: &rules[106], exact: "samsara_api_"}},                                 // samsara_api_
	{{rule: &rules[106], exact: "KEY0"}},                                         // key0
	{{rule: &rules[106], exact: "1000."}},                                        // 1000.
	{{rule: &rules[106], exact: "sqco_"}},                                        // sqco_
	{{rule: &rules[107], exact: "_mmk"}},                                         // _mmk
	{{rule: &rules[108], exact: "bce-v3/ALTAK-"}},                                // bce-v3/altak-
	{{rule: &rules[108], exact: "SCW"}},                                          // scw
	{{rule: &rules[108], exact: "AKID"}},                                         // akid
	{{rule: &rules[108], exact: "AKLT"}},                                         // aklt
	{{rule: &rules[108], exact: "AQVN"}},                                         // aqvn
	{{rule: &rules[108], exact: "y0_"}},                                          // y0_
	{{rule: &rules[108], exact: "t1.9eu"}},                                       // t1.9eu
	{{rule: &rules[108], exact: "YCAJ"}},                                         // ycaj
	{{rule: &rules[108], exact: "YCO"}},                                          // yco
	{{rule: &rules[108], exact: "YCP"}},                                          // ycp
	{{rule: &rules[108], exact: "YCM"}},                                          // ycm
	{{rule: &rules[109], exact: "AZDO"}},                                         // azdo
	{{rule: &rules[110], exact: "NRAL"}},                                         // nral
	{{rule: &rules[110], exact: "NRJS-"}},                                        // nrjs-
	{{rule: &rules[110], exact: "NRBR-"}},                                        // nrbr-
	{{rule: &rules[110], exact: "NRRA-"}},                                        // nrra-
	{{rule: &rules[110], exact: "NRIQ-"}},                                        // nriq-
	{{rule: &rules[111], exact: "hooks.zapier.com/hooks/catch/"}},                // hooks.zapier.com/hooks/catch/
	{{rule: &rules[111], exact: ".tines.com/webhook/"}},                          // .tines.com/webhook/
	{{rule: &rules[111], exact: "hook.eu"}},                                      // hook.eu
	{{rule: &rules[111], exact: "hook.us"}},                                      // hook.us
	{{rule: &rules[111], exact: "&sig="}},                                        // &sig=
	{{rule: &rules[111], exact: "?sig="}},                                        // ?sig=
	{{rule: &rules[112], exact: ""}},                                             // sk.eyj
	{{rule: &rules[112], exact: ""}},                                             // tk.eyj
	{{rule: &rules[112], exact: ""}, {rule: &rules[134], exact: ""}},             // mapbox
	{{rule: &rules[113], exact: ".v1.eyJ"}},                                      // .v1.eyj
	{{rule: &rules[114], exact: "0/"}},                                           // 0/
	{{rule: &rules[114], exact: "1/"}},                                           // 1/
	{{rule: &rules[114], exact: "2/"}},                                           // 2/
	{{rule: &rules[115], exact: "eyJ"}},                                          // eyj
	{{rule: &rules[116], exact: "ZXlK"}},                                         // zxlk
	{{rule: &rules[117], exact: ""}},                                             // cookie
	{{rule: &rules[118], exact: "curl "}, {rule: &rules[126], exact: "curl "}},   // curl
	{{rule: &rules[119], exact: ""}},                                             // authorization
	{{rule: &rules[120], exact: ""}},                                             // bearer
	{{rule: &rules[121], exact: ""}},                                             // basic
	{{rule: &rules[122], exact: ""}},                                             // x-api-key
	{{rule: &rules[122], exact: ""}},                                             // x-auth-token
	{{rule: &rules[122], exact: ""}},                                             // private-token
	{{rule: &rules[122], exact: ""}},                                             // x-goog-api-key
	{{rule: &rules[122], exact: ""}},                                             // x-vault-token
	{{rule: &rules[122], exact: ""}},                                             // x-access-token
	{{rule: &rules[122], exact: ""}},                                             // x-figma-token
	{{rule: &rules[122], exact: ""}},                                             // dd-api-key
	{{rule: &rules[123], exact: "://"}, {rule: &rules[128], exact: "://"}},       // ://
	{{rule: &rules[124], exact: ""}},                                             // user=
	{{rule: &rules[124], exact: ""}},                                             // username=
	{{rule: &rules[124], exact: ""}},                                             // user id=
	{{rule: &rules[124], exact: ""}},                                             // uid=
	{{rule: &rules[124], exact: ""}},                                             // server=
	{{rule: &rules[124], exact: ""}},                                             // data source=
	{{rule: &rules[124], exact: ""}},                                             // host=
	{{rule: &rules[125], exact: ""}},                                             // access_token=
	{{rule: &rules[125], exact: ""}},                                             // refresh_token=
	{{rule: &rules[125], exact: ""}},                                             // id_token=
	{{rule: &rules[125], exact: ""}},                                             // auth_token=
	{{rule: &rules[125], exact: ""}},                                             // client_secret=
	{{rule: &rules[125], exact: ""}},                                             // api_key=
	{{rule: &rules[125], exact: ""}},                                             // apikey=
	{{rule: &rules[125], exact: ""}},                                             // api-key=
	{{rule: &rules[125], exact: ""}},                                             // client_assertion=
	{{rule: &rules[125], exact: ""}},                                             // ?token=
	{{rule: &rules[125], exact: ""}},                                             // &token=
	{{rule: &rules[125], exact: ""}},                                             // ?password=
	{{rule: &rules[125], exact: ""}},                                             // &password=
	{{rule: &rules[125], exact: ""}},                                             // ?secret=
	{{rule: &rules[125], exact: ""}},                                             // &secret=
	{{rule: &rules[125], exact: ""}},                                             // ?key=
	{{rule: &rules[125], exact: ""}},                                             // &key=
	{{rule: &rules[125], exact: ""}},                                             // ?auth=
	{{rule: &rules[125], exact: ""}},                                             // &auth=
	{{rule: &rules[125], exact: ""}},                                             // ?pwd=
	{{rule: &rules[125], exact: ""}},                                             // &pwd=
	{{rule: &rules[125], exact: ""}},                                             // token%3d
	{{rule: &rules[125], exact: ""}},                                             // secret%3d
	{{rule: &rules[125], exact: ""}},                                             // password%3d
	{{rule: &rules[125], exact: ""}},                                             // key%3d
	{{rule: &rules[126], exact: "xh "}},                                          // xh
	{{rule: &rules[127], exact: "login "}, {rule: &rules[135], exact: "login "}}, // login
	{{rule: &rules[129], exact: "@tcp("}},                                        // @tcp(
	{{rule: &rules[129], exact: "@unix("}},                                       // @unix(
	{{rule: &rules[130], exact: "@"}},                                            // @
	{{rule: &rules[131], exact: ":5432:"}},                                       // :5432:
	{{rule: &rules[131], exact: ":5433:"}},                                       // :5433:
	{{rule: &rules[131], exact: ":6432:"}},                                       // :6432:
	{{rule: &rules[132], exact: "kind: Secret"}, {rule: &rules[132], exact: "kind: secret"}, {rule: &rules[133], exact: "kind: Secret"}, {rule: &rules[133], exact: "kind: secret"}}, // kind: secret
	{{rule: &rules[133], exact: "kind: 'Secret'"}},                                             // kind: 'secret'
	{{rule: &rules[134], exact: ""}},                                                           // adobe
	{{rule: &rules[134], exact: ""}},                                                           // adafruit
	{{rule: &rules[134], exact: ""}},                                                           // algolia
	{{rule: &rules[134], exact: ""}},                                                           // artifactory
	{{rule: &rules[134], exact: ""}},                                                           // bittrex
	{{rule: &rules[134], exact: ""}},                                                           // contribsys
	{{rule: &rules[134], exact: ""}},                                                           // facebook
	{{rule: &rules[134], exact: ""}},                                                           // finicity
	{{rule: &rules[134], exact: ""}},                                                           // intra42
	{{rule: &rules[134], exact: ""}},                                                           // s-s4t2
	{{rule: &rules[134], exact: ""}},                                                           // jfrog
	{{rule: &rules[134], exact: ""}},                                                           // kucoin
	{{rule: &rules[134], exact: ""}},                                                           // messagebird
	{{rule: &rules[134], exact: ""}},                                                           // sourcegraph
	{{rule: &rules[134], exact: ""}},                                                           // sumo
	{{rule: &rules[134], exact: ""}},                                                           // datadog
	{{rule: &rules[134], exact: ""}},                                                           // etsy
	{{rule: &rules[134], exact: ""}},                                                           // fastly
	{{rule: &rules[134], exact: ""}},                                                           // freshbooks
	{{rule: &rules[134], exact: ""}},                                                           // launchdarkly
	{{rule: &rules[134], exact: ""}},                                                           // maxmind
	{{rule: &rules[134], exact: ""}},                                                           // sendbird
	{{rule: &rules[134], exact: ""}},                                                           // snyk
	{{rule: &rules[134], exact: ""}},                                                           // travis
	{{rule: &rules[134], exact: ""}},                                                           // yandex
	{{rule: &rules[134], exact: ""}},                                                           // zendesk
	{{rule: &rules[134], exact: ""}},                                                           // okta
	{{rule: &rules[134], exact: ""}},                                                           // pagerduty
	{{rule: &rules[134], exact: ""}},                                                           // opsgenie
	{{rule: &rules[134], exact: ""}},                                                           // rapidapi
	{{rule: &rules[134], exact: ""}},                                                           // twitch
	{{rule: &rules[134], exact: ""}},                                                           // twitter
	{{rule: &rules[134], exact: ""}},                                                           // linkedin
	{{rule: &rules[134], exact: ""}},                                                           // dropbox
	{{rule: &rules[134], exact: ""}},                                                           // asana
	{{rule: &rules[134], exact: ""}},                                                           // codecov
	{{rule: &rules[134], exact: ""}},                                                           // coinbase
	{{rule: &rules[134], exact: ""}},                                                           // mattermost
	{{rule: &rules[134], exact: ""}},                                                           // meraki
	{{rule: &rules[134], exact: ""}},                                                           // stripe
	{{rule: &rules[134], exact: ""}},                                                           // twilio
	{{rule: &rules[134], exact: ""}},                                                           // sendgrid
	{{rule: &rules[134], exact: ""}},                                                           // mixpanel
	{{rule: &rules[134], exact: ""}},                                                           // amplitude
	{{rule: &rules[134], exact: ""}},                                                           // segment_
	{{rule: &rules[134], exact: ""}},                                                           // rollbar
	{{rule: &rules[134], exact: ""}},                                                           // logdna
	{{rule: &rules[134], exact: ""}},                                                           // pusher
	{{rule: &rules[134], exact: ""}},                                                           // auth0
	{{rule: &rules[134], exact: ""}},                                                           // firebase
	{{rule: &rules[135], exact: "sshpass "}},                                                   // sshpass
	{{rule: &rules[135], exact: "mongo"}},                                                      // mongo
	{{rule: &rules[135], exact: "twine "}},                                                     // twine
	{{rule: &rules[135], exact: "redis-cli "}},                                                 // redis-cli
	{{rule: &rules[135], exact: "ldap"}},                                                       // ldap
	{{rule: &rules[135], exact: "zip "}},                                                       // zip
	{{rule: &rules[135], exact: "sqlcmd "}},                                                    // sqlcmd
	{{rule: &rules[135], exact: "bcp "}},                                                       // bcp
	{{rule: &rules[135], exact: "ipmitool "}},                                                  // ipmitool
	{{rule: &rules[135], exact: "useradd "}},                                                   // useradd
	{{rule: &rules[135], exact: "usermod "}},                                                   // usermod
	{{rule: &rules[135], exact: "cqlsh "}},                                                     // cqlsh
	{{rule: &rules[135], exact: "skopeo "}},                                                    // skopeo
	{{rule: &rules[135], exact: "http "}},                                                      // http
	{{rule: &rules[135], exact: "7z "}},                                                        // 7z
	{{rule: &rules[135], exact: "rdesktop "}},                                                  // rdesktop
	{{rule: &rules[135], exact: "psexec "}},                                                    // psexec
	{{rule: &rules[135], exact: "evil-winrm "}},                                                // evil-winrm
	{{rule: &rules[135], exact: "crackmapexec "}},                                              // crackmapexec
	{{rule: &rules[135], exact: "netexec "}},                                                   // netexec
	{{rule: &rules[135], exact: "ncftp "}},                                                     // ncftp
	{{rule: &rules[135], exact: "beeline "}},                                                   // beeline
	{{rule: &rules[135], exact: "cypher-shell "}},                                              // cypher-shell
	{{rule: &rules[135], exact: "rabbitmqadmin "}},                                             // rabbitmqadmin
	{{rule: &rules[135], exact: "poetry "}},                                                    // poetry
	{{rule: &rules[135], exact: "keychain "}},                                                  // keychain
	{{rule: &rules[135], exact: "altool "}},                                                    // altool
	{{rule: &rules[135], exact: "isql "}},                                                      // isql
	{{rule: &rules[135], exact: "mosquitto_pub "}},                                             // mosquitto_pub
	{{rule: &rules[135], exact: "mosquitto_sub "}},                                             // mosquitto_sub
	{{rule: &rules[135], exact: "security "}},                                                  // security
	{{rule: &rules[135], exact: "-password "}},                                                 // -password
	{{rule: &rules[135], exact: "keygen "}},                                                    // keygen
	{{rule: &rules[136], exact: "mysql"}},                                                      // mysql
	{{rule: &rules[136], exact: "mariadb"}},                                                    // mariadb
	{{rule: &rules[136], exact: "7z"}},                                                         // 7z
	{{rule: &rules[137], exact: "echo "}, {rule: &rules[142], exact: "echo "}},                 // echo
	{{rule: &rules[137], exact: "printf "}, {rule: &rules[142], exact: "printf "}},             // printf
	{{rule: &rules[137], exact: "yes "}},                                                       // yes
	{{rule: &rules[138], exact: "htpasswd "}},                                                  // htpasswd
	{{rule: &rules[138], exact: "vault login "}},                                               // vault login
	{{rule: &rules[138], exact: "gh secret set "}},                                             // gh secret set
	{{rule: &rules[138], exact: "pass:"}},                                                      // pass:
	{{rule: &rules[138], exact: "ConvertTo-SecureString "}},                                    // convertto-securestring
	{{rule: &rules[138], exact: "smbclient "}},                                                 // smbclient
	{{rule: &rules[138], exact: "wpa_passphrase "}},                                            // wpa_passphrase
	{{rule: &rules[138], exact: "requirepass "}},                                               // requirepass
	{{rule: &rules[138], exact: "masterauth "}},                                                // masterauth
	{{rule: &rules[138], exact: "IDENTIFIED BY"}, {rule: &rules[138], exact: "identified by"}}, // identified by
	{{rule: &rules[138], exact: "mysqladmin "}},                                                // mysqladmin
	{{rule: &rules[138], exact: "nmcli "}},                                                     // nmcli
	{{rule: &rules[138], exact: "sqlplus "}},                                                   // sqlplus
	{{rule: &rules[138], exact: "put-parameter "}},                                             // put-parameter
	{{rule: &rules[138], exact: "secret set "}},                                                // secret set
	{{rule: &rules[138], exact: "ssh-keygen "}},                                                // ssh-keygen
	{{rule: &rules[138], exact: "net use "}},                                                   // net use
	{{rule: &rules[138], exact: "lftp "}},                                                      // lftp
	{{rule: &rules[138], exact: "--oauth2-bearer "}},                                           // --oauth2-bearer
	{{rule: &rules[138], exact: "auth=("}},                                                     // auth=(
	{{rule: &rules[138], exact: "auth = ("}},                                                   // auth = (
	{{rule: &rules[138], exact: "rabbitmqctl "}},                                               // rabbitmqctl
	{{rule: &rules[138], exact: "mosquitto_passwd "}},                                          // mosquitto_passwd
	{{rule: &rules[138], exact: "set-initial-password "}},                                      // set-initial-password
	{{rule: &rules[138], exact: "reset-admin-password "}},                                      // reset-admin-password
	{{rule: &rules[138], exact: "cargo login "}},                                               // cargo login
	{{rule: &rules[138], exact: "snyk auth "}},                                                 // snyk auth
	{{rule: &rules[138], exact: "authtoken "}},                                                 // authtoken
	{{rule: &rules[138], exact: "cloudflared service "}},                                       // cloudflared service
	{{rule: &rules[138], exact: "authorize-account "}},                                         // authorize-account
	{{rule: &rules[138], exact: "mc alias set "}},                                              // mc alias set
	{{rule: &rules[138], exact: "mc config host add "}},                                        // mc config host add
	{{rule: &rules[138], exact: "bw login "}},                                                  // bw login
	{{rule: &rules[138], exact: "bw unlock "}},                                                 // bw unlock
	{{rule: &rules[138], exact: "operator unseal "}},                                           // operator unseal
	{{rule: &rules[138], exact: "net user "}},                                                  // net user
	{{rule: &rules[138], exact: "IDENTIFIED WITH "}},                                           // identified with
	{{rule: &rules[139], exact: ""}},                                                           // login(
	{{rule: &rules[139], exact: ""}},                                                           // authenticate(
	{{rule: &rules[139], exact: ""}},                                                           // auth(
	{{rule: &rules[139], exact: ""}},                                                           // credential(
	{{rule: &rules[139], exact: ""}},                                                           // credentials(
	{{rule: &rules[139], exact: ""}},                                                           // connect(
	{{rule: &rules[139], exact: ""}},                                                           // connection(
	{{rule: &rules[139], exact: ""}},                                                           // mysqli(
	{{rule: &rules[139], exact: ""}},                                                           // pdo(
	{{rule: &rules[139], exact: ""}},                                                           // ldap_bind(
	{{rule: &rules[140], exact: "jwt.sign("}},                                                  // jwt.sign(
	{{rule: &rules[140], exact: "jwt.encode("}},                                                // jwt.encode(
	{{rule: &rules[140], exact: "jwt.decode("}},                                                // jwt.decode(
	{{rule: &rules[140], exact: "jwt.verify("}},                                                // jwt.verify(
	{{rule: &rules[140], exact: "hmac.new("}},                                                  // hmac.new(
	{{rule: &rules[140], exact: "createHmac("}},                                                // createhmac(
	{{rule: &rules[141], exact: "AUTH "}},                                                      // auth
	{{rule: &rules[141], exact: "SETUSER "}},                                                   // setuser
	{{rule: &rules[141], exact: "user default on "}},                                           // user default on
	{{rule: &rules[143], exact: "<<<"}},                                                        // <<<
	{{rule: &rules[144], exact: "TRUE"}},                                                       // true
	{{rule: &rules[144], exact: "FALSE"}},                                                      // false
	{{rule: &rules[146], exact: ""}},                                                           // pass
	{{rule: &rules[146], exact: ""}},                                                           // pwd
	{{rule: &rules[146], exact: ""}},                                                           // secret
	{{rule: &rules[146], exact: ""}},                                                           // key
	{{rule: &rules[146], exact: ""}},                                                           // cred
	{{rule: &rules[146], exact: ""}},                                                           // psk
	{{rule: &rules[146], exact: ""}},                                                           // pw
	{{}},                                                                                       // \u002
	{{}},                                                                                       // \u003
	{{}},                                                                                       // \u004
	{{}},                                                                                       // \u005
	{{}},                                                                                       // \u006
	{{}},                                                                                       // \u007
	{{}},                                                                                       // \/
}

// lengths are those of the words.
var lengths = [...]int{10, 9, 29, 30, 29, 34, 38, 14, 15, 10, 12, 4, 4, 4, 4, 4, 6, 11, 6, 5, 5, 6, 6, 6, 5, 6, 8, 7, 6, 7, 9, 6, 6, 4, 4, 4, 4, 4, 4, 17, 15, 14, 10, 13, 12, 14, 20, 4, 16, 4, 7, 5, 4, 11, 16, 4, 16, 17, 2, 7, 7, 7, 10, 5, 5, 5, 4, 5, 6, 4, 4, 5, 5, 4, 4, 4, 4, 4, 10, 7, 5, 4, 4, 4, 9, 4, 6, 6, 6, 6, 8, 9, 7, 3, 6, 7, 4, 5, 8, 7, 7, 5, 5, 7, 7, 7, 4, 4, 4, 5, 5, 7, 7, 4, 4, 9, 7, 6, 3, 3, 8, 4, 4, 5, 3, 4, 6, 5, 6, 3, 5, 4, 4, 10, 8, 9, 3, 3, 9, 9, 4, 8, 5, 5, 5, 5, 5, 5, 5, 5, 5, 8, 5, 16, 14, 4, 7, 7, 5, 2, 2, 2, 2, 2, 2, 2, 2, 2, 20, 3, 2, 3, 7, 8, 9, 8, 3, 8, 8, 8, 8, 8, 8, 6, 6, 6, 6, 6, 3, 4, 15, 19, 18, 7, 7, 4, 4, 7, 8, 10, 4, 7, 5, 5, 8, 3, 3, 6, 6, 6, 6, 4, 5, 4, 4, 3, 10, 5, 5, 8, 3, 5, 4, 6, 4, 6, 6, 8, 4, 4, 6, 7, 5, 6, 5, 4, 4, 7, 4, 8, 7, 6, 4, 4, 4, 4, 4, 15, 4, 5, 5, 4, 4, 5, 9, 9, 5, 9, 9, 4, 4, 4, 4, 4, 6, 6, 6, 4, 4, 4, 4, 4, 4, 4, 4, 6, 3, 3, 12, 5, 4, 3, 3, 7, 3, 3, 6, 5, 4, 5, 5, 8, 3, 11, 8, 11, 16, 16, 13, 8, 5, 3, 12, 4, 5, 5, 4, 13, 3, 4, 4, 4, 3, 6, 4, 3, 3, 3, 4, 4, 5, 5, 5, 5, 29, 19, 7, 7, 5, 5, 6, 6, 6, 7, 2, 2, 2, 3, 4, 6, 5, 13, 7, 6, 9, 12, 13, 14, 13, 14, 13, 10, 3, 5, 9, 8, 4, 7, 12, 5, 13, 14, 9, 11, 14, 8, 7, 8, 17, 7, 7, 10, 10, 8, 8, 5, 5, 6, 6, 5, 5, 8, 9, 11, 6, 3, 6, 5, 6, 1, 6, 6, 6, 12, 14, 5, 8, 7, 11, 7, 10, 8, 8, 7, 6, 5, 6, 11, 11, 4, 7, 4, 6, 10, 12, 7, 8, 4, 6, 6, 7, 4, 9, 8, 8, 6, 7, 8, 7, 5, 7, 8, 10, 6, 6, 6, 8, 8, 9, 8, 7, 6, 6, 5, 8, 8, 5, 6, 10, 4, 4, 7, 4, 9, 8, 8, 6, 7, 5, 3, 9, 7, 11, 13, 8, 6, 8, 13, 14, 7, 9, 7, 5, 14, 14, 9, 10, 7, 5, 7, 2, 5, 7, 4, 9, 12, 14, 5, 23, 10, 15, 12, 11, 13, 11, 6, 8, 14, 11, 11, 8, 5, 16, 6, 8, 12, 17, 21, 21, 12, 10, 10, 20, 18, 13, 19, 9, 10, 16, 9, 16, 6, 13, 5, 11, 12, 8, 11, 7, 4, 10, 9, 11, 11, 11, 9, 11, 5, 8, 16, 3, 4, 5, 4, 3, 6, 3, 4, 3, 2, 5, 5, 5, 5, 5, 5, 2}

// ends are the words that end at each state from firstEnding on.
const firstEnding = 2165

var ends = [672][]int{
	{389},
	{556},
	{480},
	{336},
	{334},
	{161},
	{160},
	{159},
	{167},
	{166},
	{165},
	{164},
	{163},
	{162},
	{58},
	{335},
	{170},
	{549},
	{540},
	{459},
	{549},
	{549},
	{301},
	{163},
	{546},
	{352},
	{169},
	{292},
	{215},
	{337},
	{170},
	{137},
	{176},
	{124},
	{162},
	{277},
	{276},
	{119},
	{317},
	{316},
	{315},
	{312},
	{285},
	{167},
	{385},
	{308},
	{206},
	{129},
	{118},
	{188},
	{163},
	{171},
	{166},
	{220},
	{136},
	{170},
	{170},
	{93},
	{282},
	{281},
	{544},
	{284},
	{205},
	{548, 170},
	{546},
	{544},
	{546},
	{544},
	{268},
	{262},
	{162},
	{303},
	{251},
	{450},
	{162},
	{338},
	{356},
	{162},
	{229},
	{306},
	{411},
	{196},
	{195},
	{189},
	{131},
	{541},
	{211},
	{267},
	{421},
	{263},
	{167},
	{75},
	{200},
	{132},
	{319},
	{272},
	{271},
	{270},
	{269},
	{74},
	{73},
	{70},
	{224},
	{83},
	{82},
	{81},
	{246},
	{245},
	{244},
	{243},
	{242},
	{273},
	{222},
	{76},
	{274},
	{52},
	{483},
	{314},
	{162},
	{452},
	{155},
	{546},
	{248},
	{122},
	{409},
	{162},
	{261},
	{238},
	{228},
	{260},
	{108},
	{107},
	{106},
	{417},
	{77},
	{55},
	{162},
	{259},
	{34},
	{163},
	{547},
	{125, 118},
	{66},
	{121, 129},
	{96},
	{15},
	{14},
	{13},
	{12},
	{11},
	{318},
	{311},
	{140},
	{288},
	{113},
	{252},
	{49},
	{38},
	{47, 170},
	{37},
	{36},
	{310},
	{114},
	{309},
	{35},
	{33},
	{529},
	{236},
	{235},
	{170},
	{214},
	{213},
	{543},
	{85},
	{449},
	{280},
	{69},
	{555},
	{554},
	{553},
	{552},
	{551},
	{550},
	{387},
	{140},
	{375},
	{379},
	{543},
	{329, 55},
	{140},
	{376},
	{380},
	{543},
	{328, 55},
	{405},
	{279},
	{472},
	{163},
	{249},
	{353},
	{546},
	{478},
	{446},
	{140},
	{481},
	{290},
	{158},
	{130},
	{546},
	{170},
	{212},
	{322},
	{321},
	{320},
	{323},
	{102},
	{101, 281},
	{80, 288},
	{542},
	{203},
	{72},
	{71},
	{458},
	{359},
	{67},
	{63},
	{546},
	{167},
	{304},
	{51},
	{256},
	{110},
	{150},
	{149},
	{148},
	{147},
	{146},
	{145},
	{144},
	{143},
	{142},
	{217},
	{218},
	{152},
	{161},
	{109},
	{305},
	{205},
	{287},
	{250},
	{221},
	{340},
	{205},
	{65},
	{64},
	{97},
	{159},
	{24},
	{20},
	{19},
	{205},
	{395},
	{253},
	{523},
	{537},
	{443},
	{429},
	{300},
	{234, 129},
	{232},
	{487},
	{202, 281},
	{123},
	{163},
	{501},
	{289},
	{127},
	{543},
	{388},
	{377},
	{158},
	{378},
	{158},
	{406},
	{384},
	{241, 251},
	{183},
	{392},
	{391},
	{390},
	{433},
	{332},
	{447},
	{435},
	{425},
	{331, 337},
	{313},
	{418},
	{94},
	{230},
	{495},
	{465},
	{126, 113},
	{412},
	{264},
	{543},
	{275},
	{226},
	{225},
	{68},
	{266},
	{223},
	{88},
	{89},
	{87},
	{86},
	{419},
	{343},
	{140},
	{113},
	{404},
	{434},
	{330, 337},
	{128},
	{117},
	{163},
	{187},
	{186},
	{185},
	{184},
	{545},
	{456},
	{339},
	{265},
	{205},
	{210},
	{163},
	{16},
	{28, 282},
	{25},
	{23},
	{21},
	{22},
	{18},
	{286},
	{503},
	{546},
	{32},
	{31},
	{233, 288},
	{209},
	{208},
	{207},
	{442},
	{441},
	{521},
	{386},
	{369},
	{545},
	{370},
	{545},
	{403},
	{477},
	{420, 170},
	{166},
	{528},
	{479},
	{415, 162},
	{172},
	{426},
	{283},
	{240},
	{166},
	{231},
	{92, 337},
	{333, 337},
	{157, 521},
	{440},
	{237},
	{166},
	{193},
	{327},
	{326},
	{428},
	{113},
	{197},
	{156},
	{105},
	{104},
	{103},
	{410},
	{61},
	{60},
	{59},
	{399},
	{342},
	{546},
	{543},
	{457},
	{166},
	{116},
	{451},
	{100},
	{99},
	{546},
	{194},
	{95},
	{163},
	{357},
	{201},
	{430},
	{163},
	{112},
	{111},
	{50},
	{27},
	{163},
	{29},
	{471},
	{397},
	{163},
	{366},
	{546},
	{546},
	{546},
	{163},
	{469},
	{461},
	{79},
	{482},
	{140},
	{373},
	{374},
	{158},
	{455},
	{454},
	{355},
	{543},
	{437},
	{98},
	{546},
	{239},
	{381},
	{423},
	{424, 76},
	{182},
	{180, 290},
	{179, 289},
	{500},
	{464},
	{401},
	{444},
	{402},
	{205},
	{90},
	{219, 289},
	{466},
	{175},
	{151},
	{445},
	{291},
	{181},
	{178, 290},
	{177, 289},
	{496},
	{227},
	{538},
	{439},
	{436},
	{416},
	{163},
	{268},
	{431},
	{526},
	{141},
	{26},
	{396},
	{504},
	{173},
	{365},
	{162},
	{294},
	{120},
	{367},
	{204},
	{299},
	{134},
	{427},
	{198, 288},
	{162},
	{166},
	{166},
	{531},
	{453},
	{362},
	{470},
	{354},
	{255},
	{174},
	{254},
	{84},
	{460},
	{135},
	{519},
	{535},
	{484},
	{139},
	{138},
	{91},
	{516, 386},
	{344, 546},
	{163},
	{140},
	{258},
	{257},
	{545},
	{475},
	{382},
	{115},
	{30},
	{545},
	{438},
	{158},
	{289},
	{422},
	{162},
	{140},
	{1},
	{371},
	{372},
	{140},
	{432},
	{133, 158},
	{448},
	{413},
	{351, 546},
	{517},
	{489},
	{510, 537},
	{78, 201},
	{400},
	{62},
	{205},
	{511},
	{158},
	{216, 288},
	{42, 545},
	{546},
	{545},
	{9, 546},
	{530},
	{199},
	{476},
	{0},
	{534},
	{533},
	{532},
	{494},
	{407},
	{293},
	{492, 537},
	{462},
	{543},
	{113},
	{499, 477},
	{408},
	{498},
	{527},
	{536},
	{524},
	{17},
	{398},
	{363},
	{295},
	{201},
	{166},
	{162},
	{53},
	{383},
	{393, 545},
	{505},
	{491},
	{485, 386},
	{358},
	{113},
	{345, 158},
	{302, 288},
	{278},
	{44, 158},
	{509, 386},
	{525},
	{158},
	{10, 546},
	{414},
	{493},
	{545},
	{514},
	{158},
	{307, 281},
	{350, 158},
	{348, 158},
	{170},
	{43, 158},
	{170},
	{467},
	{463},
	{545},
	{522},
	{341},
	{360},
	{298},
	{346, 158},
	{394},
	{474},
	{543},
	{473},
	{154},
	{468},
	{361},
	{347, 546},
	{349, 158},
	{45, 158},
	{364},
	{486, 498},
	{41, 546},
	{546},
	{497},
	{7},
	{490},
	{247},
	{546},
	{546},
	{40, 546},
	{190},
	{8},
	{546},
	{546},
	{520},
	{539},
	{518},
	{543},
	{153},
	{48},
	{56},
	{54},
	{543},
	{297, 251},
	{296, 251},
	{502, 342},
	{506},
	{57},
	{39, 546},
	{368},
	{163},
	{513},
	{192},
	{163},
	{515},
	{325},
	{191},
	{168},
	{46, 158},
	{512},
	{508, 476},
	{507, 476},
	{488},
	{324},
	{4},
	{2},
	{3},
	{5},
	{6},
}

var cells = [256]uint8{
	' ':  16,
	'$':  90,
	'%':  96,
	'&':  92,
	'\'': 100,
	'(':  88,
	'-':  2,
	'.':  76,
	'/':  78,
	'0':  22,
	'1':  26,
	'2':  74,
	'3':  64,
	'4':  66,
	'5':  84,
	'6':  86,
	'7':  102,
	'8':  68,
	'9':  70,
	':':  56,
	'<':  104,
	'=':  80,
	'?':  94,
	'@':  98,
	'A':  54,
	'B':  4,
	'C':  28,
	'D':  14,
	'E':  6,
	'F':  44,
	'G':  8,
	'H':  58,
	'I':  10,
	'J':  34,
	'K':  38,
	'L':  18,
	'M':  62,
	'N':  12,
	'O':  50,
	'P':  48,
	'Q':  36,
	'R':  30,
	'S':  20,
	'T':  24,
	'U':  32,
	'V':  42,
	'W':  40,
	'X':  72,
	'Y':  46,
	'Z':  52,
	'\\': 106,
	'_':  60,
	'a':  54,
	'b':  4,
	'c':  28,
	'd':  14,
	'e':  6,
	'f':  44,
	'g':  8,
	'h':  58,
	'i':  10,
	'j':  34,
	'k':  38,
	'l':  18,
	'm':  62,
	'n':  12,
	'o':  50,
	'p':  48,
	'q':  36,
	'r':  30,
	's':  20,
	't':  24,
	'u':  32,
	'v':  42,
	'w':  40,
	'x':  72,
	'y':  46,
	'z':  52,
	'~':  82,
}

var commands = [...]string{
	"ENV ",
	"config --add ",
	"config --global ",
	"config --local ",
	"config --system ",
	"config set ",
	"configure set ",
	"define ",
	"env add ",
	"env:set ",
	"etcdctl put ",
	"git config ",
	"kv put ",
	"secret set ",
	"secrets set ",
	"set --export ",
	"set --secret ",
	"set -Ux ",
	"set -gx ",
	"set -lx ",
	"set -x ",
	"set -xg ",
	"set-env ",
	"setenv ",
	"setx ",
	"user-secrets set ",
	"variable set ",
}

var constants = [...]string{
	"base64",
	"bearer",
	"bool",
	"boolean",
	"disabled",
	"empty",
	"enabled",
	"false",
	"hidden",
	"inherit",
	"masked",
	"nil",
	"none",
	"null",
	"number",
	"oauth2",
	"omitted",
	"optional",
	"required",
	"secret",
	"sha256",
	"str",
	"string",
	"test",
	"true",
	"undefined",
	"unknown",
}

var fillerWords = [...]string{
	"a",
	"abc",
	"access",
	"admin",
	"an",
	"anthropic",
	"api",
	"auth",
	"bad",
	"bar",
	"basic",
	"baz",
	"bearer",
	"client",
	"db",
	"default",
	"env",
	"expired",
	"fake",
	"field",
	"foo",
	"github",
	"hash",
	"here",
	"id",
	"input",
	"invalid",
	"is",
	"key",
	"keys",
	"missing",
	"mock",
	"my",
	"name",
	"new",
	"not",
	"old",
	"openai",
	"optional",
	"pass",
	"passphrase",
	"passwd",
	"password",
	"private",
	"public",
	"pwd",
	"refresh",
	"required",
	"root",
	"secret",
	"secrets",
	"session",
	"set",
	"some",
	"string",
	"super",
	"test",
	"the",
	"token",
	"tokens",
	"url",
	"user",
	"username",
	"valid",
	"value",
	"wrong",
}

var keyOf = [...]string{
	"access",
	"account",
	"admin",
	"aes",
	"api",
	"app",
	"application",
	"auth",
	"authorization",
	"bearer",
	"cipher",
	"client",
	"consumer",
	"cookie",
	"crypto",
	"decryption",
	"deploy",
	"dev",
	"developer",
	"encryption",
	"function",
	"functions",
	"hmac",
	"host",
	"ingest",
	"ingestion",
	"instrumentation",
	"integration",
	"jwt",
	"license",
	"live",
	"management",
	"master",
	"merchant",
	"personal",
	"platform",
	"preshared",
	"private",
	"refresh",
	"rest",
	"restricted",
	"sdk",
	"secret",
	"security",
	"server",
	"service",
	"shared",
	"signature",
	"signing",
	"storage",
	"subscription",
	"webhook",
	"write",
}

var notKey = [...]string{
	"cache",
	"file",
	"foreign",
	"group",
	"hash",
	"hot",
	"i18n",
	"idempotency",
	"index",
	"lookup",
	"map",
	"message",
	"object",
	"partition",
	"path",
	"primary",
	"pub",
	"public",
	"publishable",
	"react",
	"registry",
	"row",
	"s3",
	"sort",
	"translation",
}

var notSecret = [...]string{
	"existing",
	"external",
	"from",
	"image",
	"k8s",
	"kind",
	"kubernetes",
	"pull",
	"tls",
	"type",
}

var notToken = [...]string{
	"bos",
	"cached",
	"cancel",
	"cancellation",
	"cls",
	"color",
	"completion",
	"continuation",
	"continue",
	"count",
	"csrf",
	"csrfmiddleware",
	"current",
	"cursor",
	"delta",
	"design",
	"end",
	"eos",
	"first",
	"idempotency",
	"input",
	"keyword",
	"last",
	"lex",
	"marker",
	"mask",
	"max",
	"min",
	"next",
	"num",
	"operator",
	"output",
	"pad",
	"page",
	"pagination",
	"peek",
	"per",
	"placeholder",
	"prev",
	"previous",
	"prompt",
	"public",
	"publishable",
	"punctuation",
	"reasoning",
	"resume",
	"sep",
	"special",
	"start",
	"stop",
	"style",
	"sync",
	"syntax",
	"total",
	"unk",
	"xsrf",
}

var passOf = [...]string{
	"admin",
	"app",
	"become",
	"bind",
	"db",
	"ftp",
	"http",
	"imap",
	"key",
	"keystore",
	"ldap",
	"login",
	"mail",
	"mongo",
	"my",
	"mysql",
	"new",
	"old",
	"pg",
	"postgres",
	"proxy",
	"rds",
	"redis",
	"root",
	"sa",
	"smtp",
	"sql",
	"ssh",
	"store",
	"sudo",
	"trust",
	"truststore",
	"user",
	"vpn",
	"wifi",
}

var standIns = [...]string{
	"***",
	"...",
	"change-me",
	"change_me",
	"changeme",
	"dummy",
	"example",
	"fixme",
	"goes-here",
	"goes_here",
	"insert-",
	"insert_",
	"not-a-real",
	"notreal",
	"placeholder",
	"redacted",
	"replace-",
	"replace_",
	"replaceme",
	"scrubbed",
	"todo",
	"xxxx",
	"your",
	"••",
	"…",
}

var tails = [...]string{
	"a",
	"admin",
	"again",
	"b",
	"b64",
	"base",
	"base64",
	"commit",
	"confirm",
	"confirmation",
	"current",
	"default",
	"dev",
	"development",
	"do",
	"encoded",
	"env",
	"eu",
	"hex",
	"live",
	"local",
	"main",
	"new",
	"not",
	"old",
	"override",
	"plain",
	"plaintext",
	"primary",
	"prod",
	"production",
	"qa",
	"raw",
	"repeat",
	"ro",
	"root",
	"rw",
	"sandbox",
	"secondary",
	"stage",
	"staging",
	"str",
	"string",
	"test",
	"testing",
	"text",
	"uat",
	"us",
	"value",
}

var vendors = [...]string{
	"adafruit",
	"adobe",
	"airtable",
	"alchemy",
	"algolia",
	"alibaba",
	"amplitude",
	"anthropic",
	"asana",
	"atlassian",
	"auth0",
	"aws",
	"azure",
	"bamboo",
	"beamer",
	"bitbucket",
	"bittrex",
	"braintree",
	"brevo",
	"buildkite",
	"bunny",
	"circleci",
	"claude",
	"clickhouse",
	"cloudflare",
	"codecov",
	"cohere",
	"coinbase",
	"confluent",
	"contentful",
	"datadog",
	"dd",
	"deepgram",
	"deepseek",
	"digitalocean",
	"discord",
	"docker",
	"dropbox",
	"dynatrace",
	"elastic",
	"elevenlabs",
	"etherscan",
	"etsy",
	"exa",
	"facebook",
	"fastly",
	"figma",
	"finicity",
	"finnhub",
	"firebase",
	"firecrawl",
	"flickr",
	"freshbooks",
	"freshdesk",
	"gcp",
	"gemini",
	"github",
	"gitlab",
	"gitter",
	"google",
	"grafana",
	"groq",
	"heroku",
	"honeycomb",
	"hubspot",
	"huggingface",
	"infura",
	"intercom",
	"ipinfo",
	"ipstack",
	"jenkins",
	"jira",
	"jumpcloud",
	"kraken",
	"kucoin",
	"langchain",
	"langfuse",
	"langsmith",
	"launchdarkly",
	"linear",
	"linkedin",
	"linode",
	"lob",
	"logdna",
	"looker",
	"mailchimp",
	"mailgun",
	"mailjet",
	"mandrill",
	"mapbox",
	"mattermost",
	"maxmind",
	"meraki",
	"messagebird",
	"mistral",
	"mixpanel",
	"mongodb",
	"netlify",
	"newrelic",
	"notion",
	"npm",
	"nvidia",
	"okta",
	"openai",
	"openrouter",
	"openweather",
	"opsgenie",
	"pagerduty",
	"paypal",
	"perplexity",
	"pinecone",
	"pipedrive",
	"plaid",
	"polygon",
	"posthog",
	"postmark",
	"pusher",
	"pypi",
	"quicknode",
	"rapidapi",
	"razorpay",
	"replicate",
	"resend",
	"rollbar",
	"scalingo",
	"segment",
	"sendbird",
	"sendgrid",
	"sendinblue",
	"sentry",
	"shodan",
	"shopify",
	"slack",
	"snyk",
	"sonar",
	"sonarqube",
	"splunk",
	"spotify",
	"square",
	"squarespace",
	"stripe",
	"sumologic",
	"supabase",
	"tavily",
	"telegram",
	"together",
	"travis",
	"trello",
	"twilio",
	"twitch",
	"twitter",
	"typeform",
	"vercel",
	"virustotal",
	"voyage",
	"vultr",
	"weatherapi",
	"xai",
	"yandex",
	"youtube",
	"zendesk",
	"zoom",
}
