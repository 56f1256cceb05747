// Code generated from rules.toml by go generate; DO NOT EDIT.

package scrub

var rules = [115]rule{
	{
		ID:       "private-key",
		Family:   "private-key",
		What:     "PEM or PGP private key block, whole or cut off at its end",
		Keywords: []string{"-----BEGIN"},
		Reach:    32768,
		Edge:     "none",
		Regex:    "-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-{1,4}[^-])*?[A-Za-z0-9+/]{32,}(?:[^-]|-{1,4}[^-])*-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|(?:[\\s\\\\\"'+,|>→\\x60-]|\\\\[nrt]|[0-9]{1,6}(?:→|\\t|:|\\|)|(?:Proc-Type|DEK-Info|Version|Comment): ?[^\\r\\n\\\\]*|[A-Za-z0-9+/]{24,}={0,2}|[A-Za-z0-9+/]{1,23}={1,2})*[A-Za-z0-9+/]{24,}={0,2})",
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
		ID:       "private-key-base64",
		Family:   "private-key",
		What:     "PEM private key encoded once more in base64 (kubeconfig client-key-data and the like)",
		Keywords: []string{"LS0tLS1CRUdJTiBQUklWQVRFIEtFW", "LS0tLS1CRUdJTiBSU0EgUFJJVkFURS", "LS0tLS1CRUdJTiBFQyBQUklWQVRFI", "LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVE", "LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURS"},
		Reach:    16384,
		Regex:    "LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,}={0,2}",
		order:    2,
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
		ID:       "age-secret-key",
		Family:   "private-key",
		What:     "age identity",
		Keywords: []string{"AGE-SECRET-KEY-"},
		Reach:    512,
		Regex:    "AGE-SECRET-KEY-(?:PQ-)?1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58,}",
		order:    4,
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
		ID:       "github-token",
		Family:   "code-host",
		What:     "GitHub token: personal (ghp_), OAuth (gho_), app (ghu_, ghs_), refresh (ghr_)",
		Keywords: []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"},
		Reach:    512,
		Regex:    "gh[pousr]_[A-Za-z0-9_]{36,}",
		order:    6,
	},
	{
		ID:       "github-fine-grained-pat",
		Family:   "code-host",
		What:     "GitHub fine-grained personal access token",
		Keywords: []string{"github_pat_"},
		Reach:    512,
		Regex:    "github_pat_[A-Za-z0-9_]{60,}",
		order:    7,
	},
	{
		ID:       "gitlab-token",
		Family:   "code-host",
		What:     "GitLab token: personal, deploy, runner, trigger, job, feed, mail, agent, SCIM, OAuth",
		Keywords: []string{"glpat-", "gldt-", "glrt-", "glrtr-", "glptt-", "glcbt-", "glft-", "glimt-", "glagent-", "glsoat-", "gloas-", "glffct-", "GR1348941"},
		Reach:    512,
		Regex:    "(?:gl(?:pat|dt|rt|rtr|ptt|cbt|ft|imt|agent|soat|oas|ffct)-|GR1348941)[A-Za-z0-9_-]{20,}(?:\\.[0-9a-z]{2}\\.?[0-9a-z]{7,})?",
		order:    8,
	},
	{
		ID:       "bitbucket-atlassian-token",
		Family:   "code-host",
		What:     "Atlassian or Bitbucket API token",
		Keywords: []string{"ATATT3", "ATCTT3", "ATBB"},
		Reach:    512,
		Regex:    "(?:AT[AC]TT3[A-Za-z0-9_=-]{60,}|ATBB[A-Za-z0-9]{32})",
		order:    9,
	},
	{
		ID:       "sourcegraph-token",
		Family:   "code-host",
		What:     "Sourcegraph access token",
		Keywords: []string{"sgp_"},
		Reach:    512,
		Regex:    "sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}",
		order:    10,
	},
	{
		ID:       "aws-access-key-id",
		Family:   "cloud",
		What:     "AWS access key id",
		Keywords: []string{"AKIA", "ASIA", "ABIA", "ACCA"},
		Reach:    512,
		Regex:    "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
		order:    11,
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
		order:    12,
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
		order:    13,
	},
	{
		ID:       "aws-bedrock-api-key",
		Family:   "cloud",
		What:     "Amazon Bedrock API key",
		Keywords: []string{"ABSK", "bedrock-api-key-"},
		Reach:    4096,
		Regex:    "(?:ABSK[A-Za-z0-9+/]{100,}={0,2}|bedrock-api-key-[A-Za-z0-9+/]{40,}={0,2})",
		order:    14,
	},
	{
		ID:       "google-api-key",
		Family:   "cloud",
		What:     "Google API key",
		Keywords: []string{"AIza"},
		Reach:    512,
		Regex:    "AIza[A-Za-z0-9_-]{35}",
		order:    15,
	},
	{
		ID:       "google-oauth-client-secret",
		Family:   "cloud",
		What:     "Google OAuth client secret",
		Keywords: []string{"GOCSPX-"},
		Reach:    512,
		Regex:    "GOCSPX-[A-Za-z0-9_-]{24,}",
		order:    16,
	},
	{
		ID:       "google-oauth-token",
		Family:   "cloud",
		What:     "Google OAuth access (ya29.) or refresh (1//) token",
		Keywords: []string{"ya29.", "1//0"},
		Reach:    2048,
		Regex:    "(?:ya29\\.[A-Za-z0-9_.-]{20,}|1//0[A-Za-z0-9_-]{30,})",
		order:    17,
	},
	{
		ID:       "azure-storage-key",
		Family:   "cloud",
		What:     "Azure storage, Service Bus, Event Hubs, Cosmos or IoT key of a connection string",
		Keywords: []string{"AccountKey=", "SharedAccessKey="},
		Reach:    512,
		Regex:    "(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2})",
		order:    18,
	},
	{
		ID:       "azure-sas-signature",
		Family:   "cloud",
		What:     "signature of an Azure shared access address",
		Keywords: []string{"sig="},
		Reach:    512,
		Regex:    "sig=([A-Za-z0-9%+/]{40,}(?:%3[dD]|=))",
		order:    19,
	},
	{
		ID:       "presigned-signature",
		Family:   "cloud",
		What:     "signature of an AWS or Google presigned address",
		Keywords: []string{"X-Amz-Signature=", "X-Goog-Signature="},
		Reach:    1024,
		Regex:    "X-(?:Amz|Goog)-Signature=([0-9a-f]{64,})",
		order:    20,
	},
	{
		ID:       "azure-client-secret",
		Family:   "cloud",
		What:     "Microsoft Entra client secret",
		Keywords: []string{"Q~"},
		Back:     4,
		Reach:    80,
		Regex:    "[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}",
		order:    21,
	},
	{
		ID:       "digitalocean-token",
		Family:   "cloud",
		What:     "DigitalOcean token",
		Keywords: []string{"dop_v1_", "doo_v1_", "dor_v1_"},
		Reach:    512,
		Regex:    "do[opr]_v1_[a-f0-9]{64}",
		order:    22,
	},
	{
		ID:       "cloudflare-token",
		Family:   "cloud",
		What:     "Cloudflare API token or key",
		Keywords: []string{"cloudflare", "v1.0-", "cfut_", "cfat_", "cfk_"},
		Fold:     true,
		Reach:    512,
		Regex:    "(?:cloudflare[\\w .-]{0,30}\\\\*[\"'\\x60]?\\s*(?:=>|[:=])\\s*\\\\*[\"'\\x60]?([A-Za-z0-9_-]{40}|[a-f0-9]{37})|v1\\.0-[a-f0-9]{24}-[a-f0-9]{146}|cf(?:ut|at|k)_[A-Za-z0-9]{40,})",
		order:    23,
	},
	{
		ID:       "heroku-api-key",
		Family:   "cloud",
		What:     "Heroku API key",
		Keywords: []string{"HRKU-", "heroku"},
		Fold:     true,
		Reach:    512,
		Regex:    "(?:HRKU-[A-Za-z0-9_-]{36,}|heroku[\\w .-]{0,20}\\\\*[\"'\\x60]?\\s*(?:=>|[:=])\\s*\\\\*[\"'\\x60]?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))",
		order:    24,
	},
	{
		ID:       "alibaba-access-key",
		Family:   "cloud",
		What:     "Alibaba Cloud access key id",
		Keywords: []string{"LTAI"},
		Reach:    512,
		Regex:    "LTAI[A-Za-z0-9]{20}",
		order:    25,
	},
	{
		ID:       "flyio-token",
		Family:   "cloud",
		What:     "Fly.io token",
		Keywords: []string{"fo1_", "fm1r_", "fm1a_", "fm2_"},
		Reach:    4096,
		Regex:    "(?:fo1_[A-Za-z0-9_-]{40,}|fm1[ar]_[A-Za-z0-9+/]{80,}={0,3}|fm2_[A-Za-z0-9+/]{80,}={0,3})",
		order:    26,
	},
	{
		ID:       "netlify-token",
		Family:   "cloud",
		What:     "Netlify personal access token",
		Keywords: []string{"nfp_"},
		Reach:    512,
		Regex:    "nfp_[A-Za-z0-9]{36,}",
		order:    27,
	},
	{
		ID:       "render-api-key",
		Family:   "cloud",
		What:     "Render API key",
		Keywords: []string{"rnd_"},
		Reach:    512,
		Regex:    "rnd_[A-Za-z0-9]{28,}",
		order:    28,
	},
	{
		ID:       "databricks-token",
		Family:   "infrastructure",
		What:     "Databricks token",
		Keywords: []string{"dapi"},
		Reach:    512,
		Regex:    "dapi[a-f0-9]{32}(?:-[0-9])?",
		order:    29,
	},
	{
		ID:       "supabase-token",
		Family:   "infrastructure",
		What:     "Supabase access token or secret key",
		Keywords: []string{"sbp_", "sb_secret_"},
		Reach:    512,
		Regex:    "(?:sbp_(?:oauth_)?[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{22,})",
		order:    30,
	},
	{
		ID:       "planetscale-token",
		Family:   "infrastructure",
		What:     "PlanetScale token or password",
		Keywords: []string{"pscale_"},
		Reach:    512,
		Regex:    "pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_=.-]{32,}",
		order:    31,
	},
	{
		ID:       "neon-api-key",
		Family:   "infrastructure",
		What:     "Neon API key",
		Keywords: []string{"napi_"},
		Reach:    512,
		Regex:    "napi_[a-z0-9]{60,}",
		order:    32,
	},
	{
		ID:       "vault-token",
		Family:   "infrastructure",
		What:     "HashiCorp Vault service, batch or recovery token",
		Keywords: []string{"hvs.", "hvb.", "hvr."},
		Reach:    2048,
		Regex:    "hv[sbr]\\.[A-Za-z0-9_-]{24,}",
		order:    33,
	},
	{
		ID:       "terraform-cloud-token",
		Family:   "infrastructure",
		What:     "Terraform Cloud token",
		Keywords: []string{".atlasv1."},
		Back:     14,
		Reach:    120,
		Regex:    "[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,}",
		order:    34,
	},
	{
		ID:       "pulumi-token",
		Family:   "infrastructure",
		What:     "Pulumi token",
		Keywords: []string{"pul-"},
		Reach:    512,
		Regex:    "pul-[a-f0-9]{40}",
		order:    35,
	},
	{
		ID:       "doppler-token",
		Family:   "infrastructure",
		What:     "Doppler token",
		Keywords: []string{"dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."},
		Reach:    512,
		Regex:    "dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}",
		order:    36,
	},
	{
		ID:       "onepassword-secret",
		Family:   "infrastructure",
		What:     "1Password service account token or secret key",
		Keywords: []string{"ops_eyJ", "A3-"},
		Reach:    4096,
		Regex:    "(?:ops_eyJ[A-Za-z0-9+/_-]{100,}={0,3}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5})",
		order:    37,
	},
	{
		ID:       "tailscale-key",
		Family:   "infrastructure",
		What:     "Tailscale key",
		Keywords: []string{"tskey-"},
		Reach:    512,
		Regex:    "tskey-(?:[a-z]+-)?[A-Za-z0-9]{8,}(?:-[A-Za-z0-9]{16,})?",
		order:    38,
	},
	{
		ID:       "openshift-token",
		Family:   "infrastructure",
		What:     "OpenShift user token",
		Keywords: []string{"sha256~"},
		Reach:    512,
		Regex:    "sha256~[A-Za-z0-9_-]{43}",
		order:    39,
	},
	{
		ID:       "grafana-token",
		Family:   "infrastructure",
		What:     "Grafana Cloud, service account or legacy API token",
		Keywords: []string{"glc_", "glsa_", "eyJrIjoi"},
		Reach:    2048,
		Regex:    "(?:glc_[A-Za-z0-9+/]{32,}={0,3}|glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|eyJrIjoi[A-Za-z0-9]{70,}={0,3})",
		order:    40,
	},
	{
		ID:       "sentry-token",
		Family:   "infrastructure",
		What:     "Sentry organisation or user token",
		Keywords: []string{"sntrys_", "sntryu_"},
		Reach:    2048,
		Regex:    "(?:sntrys_eyJ[A-Za-z0-9+/=_-]{40,}|sntryu_[a-f0-9]{64})",
		order:    41,
	},
	{
		ID:       "newrelic-key",
		Family:   "infrastructure",
		What:     "New Relic user or insert key",
		Keywords: []string{"NRAK-", "NRII-"},
		Reach:    512,
		Regex:    "(?:NRAK-[A-Z0-9]{27}|NRII-[A-Za-z0-9_-]{32})",
		order:    42,
	},
	{
		ID:       "dynatrace-token",
		Family:   "infrastructure",
		What:     "Dynatrace token",
		Keywords: []string{"dt0c01.", "dt0s01.", "dt0s16."},
		Reach:    512,
		Regex:    "dt0[cs](?:01|16)\\.[A-Z0-9]{8,24}\\.[A-Z0-9]{64}",
		order:    43,
	},
	{
		ID:       "sonar-token",
		Family:   "infrastructure",
		What:     "SonarQube token",
		Keywords: []string{"squ_", "sqp_", "sqa_"},
		Reach:    512,
		Regex:    "sq[upa]_[a-f0-9]{40}",
		order:    44,
	},
	{
		ID:       "ci-token",
		Family:   "infrastructure",
		What:     "Buildkite or CircleCI token",
		Keywords: []string{"bkua_", "CCIPAT_", "CCIPRJ_"},
		Reach:    512,
		Regex:    "(?:bkua_[a-f0-9]{40}|CCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[a-f0-9]{40})",
		order:    45,
	},
	{
		ID:       "octopus-deploy-key",
		Family:   "infrastructure",
		What:     "Octopus Deploy API key",
		Keywords: []string{"API-"},
		Reach:    512,
		Regex:    "API-[A-Z0-9]{25,32}",
		order:    46,
	},
	{
		ID:       "artifactory-key",
		Family:   "infrastructure",
		What:     "JFrog Artifactory API key or reference token",
		Keywords: []string{"AKCp", "cmVmdGtuO"},
		Reach:    512,
		Regex:    "(?:AKCp[A-Za-z0-9]{69}|cmVmdGtuO[A-Za-z0-9]{50,60})",
		order:    47,
	},
	{
		ID:       "anthropic-api-key",
		Family:   "model-provider",
		What:     "Anthropic API, admin or OAuth key",
		Keywords: []string{"sk-ant-"},
		Reach:    512,
		Regex:    "sk-ant-[A-Za-z0-9_-]{32,}",
		order:    48,
	},
	{
		ID:       "openrouter-api-key",
		Family:   "model-provider",
		What:     "OpenRouter API key",
		Keywords: []string{"sk-or-"},
		Reach:    512,
		Regex:    "sk-or-(?:v[0-9]+-)?[A-Za-z0-9]{48,}",
		order:    49,
	},
	{
		ID:       "openai-api-key",
		Family:   "model-provider",
		What:     "OpenAI API key: project, service account, admin or of the old form (others use that one too)",
		Keywords: []string{"sk-"},
		Reach:    512,
		Regex:    "sk-(?:(?:proj|svcacct|service|admin|None)-[A-Za-z0-9_-]{40,}|[A-Za-z0-9]{32,})",
		order:    50,
	},
	{
		ID:       "huggingface-token",
		Family:   "model-provider",
		What:     "Hugging Face token",
		Keywords: []string{"hf_", "api_org_"},
		Reach:    512,
		Regex:    "(?:hf_|api_org_)[A-Za-z0-9]{30,}",
		order:    51,
	},
	{
		ID:       "groq-api-key",
		Family:   "model-provider",
		What:     "Groq API key",
		Keywords: []string{"gsk_"},
		Reach:    512,
		Regex:    "gsk_[A-Za-z0-9]{40,}",
		order:    52,
	},
	{
		ID:       "xai-api-key",
		Family:   "model-provider",
		What:     "xAI API key",
		Keywords: []string{"xai-"},
		Reach:    512,
		Regex:    "xai-[A-Za-z0-9]{60,}",
		order:    53,
	},
	{
		ID:       "perplexity-api-key",
		Family:   "model-provider",
		What:     "Perplexity API key",
		Keywords: []string{"pplx-"},
		Reach:    512,
		Regex:    "pplx-[A-Za-z0-9]{40,}",
		order:    54,
	},
	{
		ID:       "replicate-token",
		Family:   "model-provider",
		What:     "Replicate token",
		Keywords: []string{"r8_"},
		Reach:    512,
		Regex:    "r8_[A-Za-z0-9]{37,}",
		order:    55,
	},
	{
		ID:       "cerebras-api-key",
		Family:   "model-provider",
		What:     "Cerebras API key",
		Keywords: []string{"csk-"},
		Reach:    512,
		Regex:    "csk-[a-z0-9]{40,}",
		order:    56,
	},
	{
		ID:       "nvidia-api-key",
		Family:   "model-provider",
		What:     "NVIDIA API key",
		Keywords: []string{"nvapi-"},
		Reach:    512,
		Regex:    "nvapi-[A-Za-z0-9_-]{50,}",
		order:    57,
	},
	{
		ID:       "langsmith-api-key",
		Family:   "model-provider",
		What:     "LangSmith API key",
		Keywords: []string{"lsv2_"},
		Reach:    512,
		Regex:    "lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}",
		order:    58,
	},
	{
		ID:       "langfuse-secret-key",
		Family:   "model-provider",
		What:     "Langfuse secret key",
		Keywords: []string{"sk-lf-"},
		Reach:    512,
		Regex:    "sk-lf-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
		order:    59,
	},
	{
		ID:       "elevenlabs-api-key",
		Family:   "model-provider",
		What:     "ElevenLabs API key",
		Keywords: []string{"sk_"},
		Reach:    512,
		Regex:    "sk_[a-f0-9]{48}",
		order:    60,
	},
	{
		ID:       "tavily-api-key",
		Family:   "model-provider",
		What:     "Tavily API key",
		Keywords: []string{"tvly-"},
		Reach:    512,
		Regex:    "tvly-(?:dev-|prod-)?[A-Za-z0-9]{30,}",
		order:    61,
	},
	{
		ID:       "e2b-api-key",
		Family:   "model-provider",
		What:     "E2B API key",
		Keywords: []string{"e2b_"},
		Reach:    512,
		Regex:    "e2b_[a-f0-9]{40}",
		order:    62,
	},
	{
		ID:       "npm-token",
		Family:   "package-registry",
		What:     "npm token, or any registry's token in an .npmrc",
		Keywords: []string{"npm_", "_authToken="},
		Reach:    512,
		Regex:    "(?:npm_[A-Za-z0-9]{36,}|_authToken=\\\\*[\"']?([A-Za-z0-9_./+=-]{16,}))",
		order:    63,
	},
	{
		ID:       "pypi-token",
		Family:   "package-registry",
		What:     "PyPI upload token",
		Keywords: []string{"pypi-AgE"},
		Reach:    2048,
		Regex:    "pypi-AgE[A-Za-z0-9_-]{50,}",
		order:    64,
	},
	{
		ID:       "rubygems-token",
		Family:   "package-registry",
		What:     "RubyGems API key",
		Keywords: []string{"rubygems_"},
		Reach:    512,
		Regex:    "rubygems_[a-f0-9]{48}",
		order:    65,
	},
	{
		ID:       "cratesio-token",
		Family:   "package-registry",
		What:     "crates.io token",
		Keywords: []string{"cio"},
		Reach:    512,
		Regex:    "cio[A-Za-z0-9]{32}",
		Checks:   []string{"mixed"},
		order:    66,
	},
	{
		ID:       "nuget-key",
		Family:   "package-registry",
		What:     "NuGet API key",
		Keywords: []string{"oy2"},
		Reach:    512,
		Regex:    "oy2[a-z0-9]{43}",
		order:    67,
	},
	{
		ID:       "dockerhub-token",
		Family:   "package-registry",
		What:     "Docker Hub access token",
		Keywords: []string{"dckr_pat_", "dckr_oat_"},
		Reach:    512,
		Regex:    "dckr_[po]at_[A-Za-z0-9_-]{27,}",
		order:    68,
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
		order:    69,
	},
	{
		ID:       "clojars-token",
		Family:   "package-registry",
		What:     "Clojars token",
		Keywords: []string{"CLOJARS_"},
		Reach:    512,
		Regex:    "CLOJARS_[a-z0-9]{60}",
		order:    70,
	},
	{
		ID:       "slack-token",
		Family:   "messaging",
		What:     "Slack token: bot, user, app, configuration, legacy",
		Keywords: []string{"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxe-", "xoxc-", "xoxd-", "xoxe.xox", "xapp-"},
		Reach:    512,
		Regex:    "(?:xoxe\\.xox[bp]-|xox[abcdeoprs]-|xapp-)[A-Za-z0-9%-]*[0-9][A-Za-z0-9%-]{9,}",
		order:    71,
	},
	{
		ID:       "slack-webhook",
		Family:   "messaging",
		What:     "path of a Slack incoming webhook, workflow or trigger",
		Keywords: []string{"hooks.slack.com/"},
		Reach:    512,
		Regex:    "hooks\\.slack\\.com/(?:services|workflows|triggers)/([A-Za-z0-9+/_]{20,})",
		order:    72,
	},
	{
		ID:       "discord-webhook",
		Family:   "messaging",
		What:     "token of a Discord webhook",
		Keywords: []string{"/api/webhooks/"},
		Reach:    512,
		Regex:    "/api/webhooks/[0-9]{15,22}/([A-Za-z0-9_-]{50,})",
		order:    73,
	},
	{
		ID:       "discord-bot-token",
		Family:   "messaging",
		What:     "Discord bot token, in a header, a login call or named as such",
		Keywords: []string{"bot ", "discord", ".login(", "token"},
		Fold:     true,
		Reach:    512,
		Regex:    "(?:bot|discord[\\w .-]{0,30}|\\.login|token)[\\\\\"'\\x60\\s:=>(]{1,40}([MNO][A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,})",
		order:    74,
	},
	{
		ID:       "discord-bare-token",
		Family:   "messaging",
		What:     "Discord bot token wherever it stands: its first part is the number of the bot",
		Keywords: []string{"MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"},
		Reach:    512,
		Regex:    "[MNO][A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,}",
		Checks:   []string{"numbered"},
		order:    75,
	},
	{
		ID:       "teams-webhook",
		Family:   "messaging",
		What:     "address of a Microsoft Teams webhook",
		Keywords: []string{".webhook.office.com/"},
		Reach:    512,
		Regex:    "\\.webhook\\.office\\.com/webhookb2/([0-9a-f@-]{60,}/IncomingWebhook/[0-9a-f]{32}/[0-9a-f-]{36})",
		order:    76,
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
		order:    77,
	},
	{
		ID:       "twilio-key",
		Family:   "messaging",
		What:     "Twilio API key",
		Keywords: []string{"SK"},
		Reach:    512,
		Regex:    "SK[0-9a-f]{32}",
		order:    78,
	},
	{
		ID:       "sendgrid-key",
		Family:   "messaging",
		What:     "SendGrid API key",
		Keywords: []string{"SG."},
		Reach:    512,
		Regex:    "SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,}",
		order:    79,
	},
	{
		ID:       "mailgun-key",
		Family:   "messaging",
		What:     "Mailgun API key, named as such",
		Keywords: []string{"mailgun", "api:key-"},
		Fold:     true,
		Reach:    512,
		Regex:    "(?:mailgun[\\w .-]{0,30}[\\\\\"'\\x60\\s:=>(]{1,40}|api:)((?:key-)?[0-9a-f]{32}(?:-[0-9a-f]{8}-[0-9a-f]{8})?)",
		order:    80,
	},
	{
		ID:       "mailchimp-key",
		Family:   "messaging",
		What:     "Mailchimp API key, named as such",
		Keywords: []string{"mailchimp"},
		Fold:     true,
		Reach:    512,
		Regex:    "mailchimp[\\w .-]{0,30}[\\\\\"'\\x60\\s:=>(]{1,40}([0-9a-f]{32}-us[0-9]{1,2})",
		order:    81,
	},
	{
		ID:       "brevo-key",
		Family:   "messaging",
		What:     "Brevo (Sendinblue) API key",
		Keywords: []string{"xkeysib-"},
		Reach:    512,
		Regex:    "xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}",
		order:    82,
	},
	{
		ID:       "resend-key",
		Family:   "messaging",
		What:     "Resend API key",
		Keywords: []string{"re_"},
		Reach:    512,
		Regex:    "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}",
		order:    83,
	},
	{
		ID:       "stripe-key",
		Family:   "payment",
		What:     "Stripe secret or restricted key, or webhook secret",
		Keywords: []string{"sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_prod_", "rk_prod_", "whsec_"},
		Reach:    512,
		Regex:    "(?:[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/]{24,}={0,2})",
		order:    84,
	},
	{
		ID:       "shopify-token",
		Family:   "payment",
		What:     "Shopify token or shared secret",
		Keywords: []string{"shpat_", "shpca_", "shppa_", "shpss_"},
		Reach:    512,
		Regex:    "shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}",
		order:    85,
	},
	{
		ID:       "square-token",
		Family:   "payment",
		What:     "Square access token or OAuth secret",
		Keywords: []string{"sq0atp-", "sq0csp-", "sq0idp-", "EAAA"},
		Reach:    512,
		Regex:    "(?:sq0(?:atp|csp)-[A-Za-z0-9_-]{22,}|EAAA[A-Za-z0-9_-]{60})",
		order:    86,
	},
	{
		ID:       "plaid-token",
		Family:   "payment",
		What:     "Plaid access token",
		Keywords: []string{"access-sandbox-", "access-development-", "access-production-"},
		Reach:    512,
		Regex:    "access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
		order:    87,
	},
	{
		ID:       "flutterwave-key",
		Family:   "payment",
		What:     "Flutterwave secret key",
		Keywords: []string{"FLWSECK"},
		Reach:    512,
		Regex:    "FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}(?:-X)?",
		order:    88,
	},
	{
		ID:       "shipping-key",
		Family:   "payment",
		What:     "Shippo, EasyPost or Duffel key",
		Keywords: []string{"shippo_", "EZAK", "EZTK", "duffel_"},
		Reach:    512,
		Regex:    "(?:shippo_(?:live|test)_[a-fA-F0-9]{40}|EZ[AT]K[A-Za-z0-9]{54}|duffel_(?:test|live)_[A-Za-z0-9_=-]{43})",
		order:    89,
	},
	{
		ID:       "linear-token",
		Family:   "service",
		What:     "Linear API key or OAuth token",
		Keywords: []string{"lin_api_", "lin_oauth_"},
		Reach:    512,
		Regex:    "lin_(?:api|oauth)_[A-Za-z0-9]{40,}",
		order:    90,
	},
	{
		ID:       "notion-token",
		Family:   "service",
		What:     "Notion integration token",
		Keywords: []string{"ntn_", "secret_"},
		Reach:    512,
		Regex:    "(?:ntn_[0-9]{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})",
		order:    91,
	},
	{
		ID:       "postman-key",
		Family:   "service",
		What:     "Postman API key",
		Keywords: []string{"PMAK-"},
		Reach:    512,
		Regex:    "PMAK-[a-f0-9]{24}-[a-f0-9]{34}",
		order:    92,
	},
	{
		ID:       "figma-token",
		Family:   "service",
		What:     "Figma personal access token",
		Keywords: []string{"figd_"},
		Reach:    512,
		Regex:    "figd_[A-Za-z0-9_-]{38,}",
		order:    93,
	},
	{
		ID:       "airtable-token",
		Family:   "service",
		What:     "Airtable personal access token, named as such",
		Keywords: []string{"airtable"},
		Fold:     true,
		Reach:    512,
		Regex:    "airtable[\\w .-]{0,30}[\\\\\"'\\x60\\s:=>(]{1,40}(pat[A-Za-z0-9]{14}\\.[a-f0-9]{64})",
		order:    94,
	},
	{
		ID:       "dropbox-token",
		Family:   "service",
		What:     "Dropbox short-lived token",
		Keywords: []string{"sl."},
		Reach:    2048,
		Regex:    "sl\\.(?:u\\.)?[A-Za-z0-9_-]{120,}",
		order:    95,
	},
	{
		ID:       "hubspot-token",
		Family:   "service",
		What:     "HubSpot private app token",
		Keywords: []string{"pat-na", "pat-eu", "pat-ap"},
		Reach:    512,
		Regex:    "pat-(?:na|eu|ap)[0-9]-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
		order:    96,
	},
	{
		ID:       "contentful-token",
		Family:   "service",
		What:     "Contentful personal access token",
		Keywords: []string{"CFPAT-"},
		Reach:    512,
		Regex:    "CFPAT-[A-Za-z0-9_-]{43}",
		order:    97,
	},
	{
		ID:       "typeform-token",
		Family:   "service",
		What:     "Typeform token",
		Keywords: []string{"tfp_"},
		Reach:    512,
		Regex:    "tfp_[A-Za-z0-9_.=-]{40,}",
		order:    98,
	},
	{
		ID:       "readme-key",
		Family:   "service",
		What:     "ReadMe API key",
		Keywords: []string{"rdme_"},
		Reach:    512,
		Regex:    "rdme_[a-z0-9]{70}",
		order:    99,
	},
	{
		ID:       "prefect-key",
		Family:   "service",
		What:     "Prefect API key",
		Keywords: []string{"pnu_", "pnb_"},
		Reach:    512,
		Regex:    "pn[ub]_[A-Za-z0-9]{36}",
		order:    100,
	},
	{
		ID:       "facebook-token",
		Family:   "service",
		What:     "Facebook access token",
		Keywords: []string{"EAA"},
		Reach:    2048,
		Regex:    "EAA[A-Za-z0-9]{90,}",
		Checks:   []string{"mixed"},
		order:    101,
	},
	{
		ID:       "jwt",
		Family:   "web",
		What:     "JSON Web Token: signed, encrypted or bare",
		Keywords: []string{"eyJ"},
		Reach:    8192,
		Edge:     "dash",
		Regex:    "eyJ[A-Za-z0-9_-]{10,}\\.(?:eyJ[A-Za-z0-9_-]{10,}(?:\\.[A-Za-z0-9_-]*|\\z)|[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,})",
		order:    102,
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
		Value:    "(?:bearer|token|basic|bot|ssws|apikey|api-key|key|digest)[ =]+([A-Za-z0-9_.~+/=:-]{8,})",
		Checks:   []string{"literal"},
		order:    103,
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
		order:    104,
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
		order:    105,
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
		order:    106,
	},
	{
		ID:       "url-password",
		Family:   "web",
		What:     "password in the user part of an address or database address",
		Keywords: []string{"://"},
		Reach:    512,
		Regex:    "://[^\\s:/@\"'\\x60<>\\\\?#{}]*:([^\\s/@\"'\\x60<>\\\\{}]{3,})@[A-Za-z0-9\\[.-]",
		Checks:   []string{"literal"},
		order:    107,
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
		order:    108,
	},
	{
		ID:       "form-secret",
		Family:   "web",
		What:     "secret of a query string or a form body",
		Keywords: []string{"access_token=", "refresh_token=", "id_token=", "auth_token=", "client_secret=", "api_key=", "apikey=", "api-key=", "client_assertion=", "?token=", "&token=", "?password=", "&password=", "?secret=", "&secret="},
		Fold:     true,
		Reach:    4096,
		Regex:    "(?:access_token|refresh_token|id_token|auth_token|client_secret|api_?key|api-key|client_assertion|[?&](?:token|password|secret))=([A-Za-z0-9_.~%+/-]{16,}=*)",
		Checks:   []string{"literal", "mixed"},
		order:    109,
	},
	{
		ID:       "curl-user",
		Family:   "web",
		What:     "user and password given to curl",
		Keywords: []string{"curl "},
		Reach:    400,
		Regex:    "curl (?:[^\\n]*?[ \\\\])?(?:-[a-zA-Z]*u|--user)[ =]*\\\\*[\"']?[^\\s:\"'\\x60$]{1,64}:([^\\s\"'\\x60\\\\]{4,})",
		Checks:   []string{"literal"},
		order:    110,
	},
	{
		ID:       "netrc-password",
		Family:   "web",
		What:     "password of a .netrc line",
		Keywords: []string{"login "},
		Reach:    512,
		Regex:    "login +[^\\s\\\\]{1,100}(?:\\s|\\\\+n)+password +([^\\s\"'\\x60\\\\]{4,})",
		Checks:   []string{"literal"},
		order:    111,
	},
	{
		ID:       "env-secret",
		Family:   "assignment",
		What:     "environment variable whose name ends in _TOKEN, _SECRET, _PASSWORD, _API_KEY and the like",
		Keywords: []string{"_TOKEN", "_SECRET", "_PASSWORD", "_PASSWD", "_PASSPHRASE", "_PASS", "_PWD", "_API_KEY", "_APIKEY", "_ACCESS_KEY", "_SECRET_KEY", "_PRIVATE_KEY", "_AUTH_KEY", "_ENCRYPTION_KEY", "_SIGNING_KEY", "_CREDENTIALS", "PGPASSWORD", "MYSQL_PWD"},
		Reach:    512,
		Style:    "env",
		Name:     "(?:_TOKEN|_SECRET|_PASSWORD|_PASSWD|_PASSPHRASE|_PASS|_PWD|_API_KEY|_APIKEY|_ACCESS_KEY|_SECRET_KEY|_PRIVATE_KEY|_AUTH_KEY|_ENCRYPTION_KEY|_SIGNING_KEY|_CREDENTIALS|PGPASSWORD|MYSQL_PWD)",
		Value:    "[^\\s\"'\\x60\\\\$;,&|<>(){}\\[\\]]{8,}",
		Checks:   []string{"literal"},
		order:    112,
	},
	{
		ID:       "named-secret",
		Family:   "assignment",
		What:     "quoted value of a field or variable called password, secret, api_key, access_token and the like",
		Keywords: []string{"password", "passwd", "passphrase", "api_key", "apikey", "api-key", "secret_key", "secretkey", "secret-key", "client_secret", "clientsecret", "client-secret", "access_token", "accesstoken", "access-token", "refresh_token", "refreshtoken", "auth_token", "authtoken", "auth-token", "api_token", "apitoken", "api-token", "bot_token", "bottoken", "bearer_token", "bearertoken", "id_token", "access_key", "accesskey", "private_key", "privatekey", "encryption_key", "signing_key", "signing_secret", "webhook_secret", "jwt_secret", "shared_secret", "app_secret"},
		Fold:     true,
		Reach:    512,
		Style:    "quoted",
		Name:     "(?:password|passwd|passphrase|(?:api|secret|access|private|encryption|signing)[_-]?key|(?:client|signing|webhook|jwt|shared|app)[_-]?secret|(?:access|refresh|auth|api|bot|bearer|id)[_-]?token)",
		Value:    "[^\\s\"'\\x60\\\\<>(){}\\[\\],;]{8,}",
		Checks:   []string{"literal", "mixed"},
		order:    113,
	},
	{
		ID:       "flag-secret",
		Family:   "assignment",
		What:     "value of a command-line flag called --password, --token, --api-key and the like",
		Keywords: []string{"--password", "--passphrase", "--token", "--api-key", "--apikey", "--secret", "--client-secret", "--auth-token", "--access-token"},
		Reach:    512,
		Regex:    "--(?:password|passphrase|token|api-?key|secret|client-secret|auth-token|access-token)(?:=| +)\\\\*[\"']?([A-Za-z0-9_.~+/=!@#%^*:-]{8,})",
		Checks:   []string{"literal", "mixed"},
		order:    114,
	},
}

// tried is what is tried at each word.
var tried = [324][]attempt{
	{{rule: &rules[0], exact: "-----BEGIN"}},                                 // -----begin
	{{rule: &rules[1], exact: "-----END "}},                                  // -----end
	{{rule: &rules[2], exact: "LS0tLS1CRUdJTiBQUklWQVRFIEtFW"}},              // ls0tls1crudjtibquklwqvrfietfw
	{{rule: &rules[2], exact: "LS0tLS1CRUdJTiBSU0EgUFJJVkFURS"}},             // ls0tls1crudjtibsu0egufjjvkfurs
	{{rule: &rules[2], exact: "LS0tLS1CRUdJTiBFQyBQUklWQVRFI"}},              // ls0tls1crudjtibfqybquklwqvrfi
	{{rule: &rules[2], exact: "LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVE"}},         // ls0tls1crudjtibpuevou1niifbssvzbve
	{{rule: &rules[2], exact: "LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURS"}},     // ls0tls1crudjtibftknswvburuqgufjjvkfurs
	{{rule: &rules[3], exact: "Private-Lines:"}},                             // private-lines:
	{{rule: &rules[4], exact: "AGE-SECRET-KEY-"}},                            // age-secret-key-
	{{rule: &rules[5], exact: "PrivateKey"}, {rule: &rules[113], exact: ""}}, // privatekey
	{{rule: &rules[5], exact: "PresharedKey"}},                               // presharedkey
	{{rule: &rules[6], exact: "ghp_"}},                                       // ghp_
	{{rule: &rules[6], exact: "gho_"}},                                       // gho_
	{{rule: &rules[6], exact: "ghu_"}},                                       // ghu_
	{{rule: &rules[6], exact: "ghs_"}},                                       // ghs_
	{{rule: &rules[6], exact: "ghr_"}},                                       // ghr_
	{{rule: &rules[7], exact: "github_pat_"}},                                // github_pat_
	{{rule: &rules[8], exact: "glpat-"}},                                     // glpat-
	{{rule: &rules[8], exact: "gldt-"}},                                      // gldt-
	{{rule: &rules[8], exact: "glrt-"}},                                      // glrt-
	{{rule: &rules[8], exact: "glrtr-"}},                                     // glrtr-
	{{rule: &rules[8], exact: "glptt-"}},                                     // glptt-
	{{rule: &rules[8], exact: "glcbt-"}},                                     // glcbt-
	{{rule: &rules[8], exact: "glft-"}},                                      // glft-
	{{rule: &rules[8], exact: "glimt-"}},                                     // glimt-
	{{rule: &rules[8], exact: "glagent-"}},                                   // glagent-
	{{rule: &rules[8], exact: "glsoat-"}},                                    // glsoat-
	{{rule: &rules[8], exact: "gloas-"}},                                     // gloas-
	{{rule: &rules[8], exact: "glffct-"}},                                    // glffct-
	{{rule: &rules[8], exact: "GR1348941"}},                                  // gr1348941
	{{rule: &rules[9], exact: "ATATT3"}},                                     // atatt3
	{{rule: &rules[9], exact: "ATCTT3"}},                                     // atctt3
	{{rule: &rules[9], exact: "ATBB"}},                                       // atbb
	{{rule: &rules[10], exact: "sgp_"}},                                      // sgp_
	{{rule: &rules[11], exact: "AKIA"}},                                      // akia
	{{rule: &rules[11], exact: "ASIA"}},                                      // asia
	{{rule: &rules[11], exact: "ABIA"}},                                      // abia
	{{rule: &rules[11], exact: "ACCA"}},                                      // acca
	{{rule: &rules[12], exact: ""}},                                          // secret_access_key
	{{rule: &rules[12], exact: ""}},                                          // secretaccesskey
	{{rule: &rules[12], exact: ""}},                                          // aws_secret_key
	{{rule: &rules[12], exact: ""}},                                          // aws_secret
	{{rule: &rules[13], exact: ""}},                                          // session_token
	{{rule: &rules[13], exact: ""}},                                          // sessiontoken
	{{rule: &rules[13], exact: ""}},                                          // security_token
	{{rule: &rules[13], exact: ""}},                                          // x-amz-security-token
	{{rule: &rules[14], exact: "ABSK"}},                                      // absk
	{{rule: &rules[14], exact: "bedrock-api-key-"}},                          // bedrock-api-key-
	{{rule: &rules[15], exact: "AIza"}},                                      // aiza
	{{rule: &rules[16], exact: "GOCSPX-"}},                                   // gocspx-
	{{rule: &rules[17], exact: "ya29."}},                                     // ya29.
	{{rule: &rules[17], exact: "1//0"}},                                      // 1//0
	{{rule: &rules[18], exact: "AccountKey="}},                               // accountkey=
	{{rule: &rules[18], exact: "SharedAccessKey="}},                          // sharedaccesskey=
	{{rule: &rules[19], exact: "sig="}},                                      // sig=
	{{rule: &rules[20], exact: "X-Amz-Signature="}},                          // x-amz-signature=
	{{rule: &rules[20], exact: "X-Goog-Signature="}},                         // x-goog-signature=
	{{rule: &rules[21], exact: "Q~"}},                                        // q~
	{{rule: &rules[22], exact: "dop_v1_"}},                                   // dop_v1_
	{{rule: &rules[22], exact: "doo_v1_"}},                                   // doo_v1_
	{{rule: &rules[22], exact: "dor_v1_"}},                                   // dor_v1_
	{{rule: &rules[23], exact: ""}},                                          // cloudflare
	{{rule: &rules[23], exact: ""}},                                          // v1.0-
	{{rule: &rules[23], exact: ""}},                                          // cfut_
	{{rule: &rules[23], exact: ""}},                                          // cfat_
	{{rule: &rules[23], exact: ""}},                                          // cfk_
	{{rule: &rules[24], exact: ""}},                                          // hrku-
	{{rule: &rules[24], exact: ""}},                                          // heroku
	{{rule: &rules[25], exact: "LTAI"}},                                      // ltai
	{{rule: &rules[26], exact: "fo1_"}},                                      // fo1_
	{{rule: &rules[26], exact: "fm1r_"}},                                     // fm1r_
	{{rule: &rules[26], exact: "fm1a_"}},                                     // fm1a_
	{{rule: &rules[26], exact: "fm2_"}},                                      // fm2_
	{{rule: &rules[27], exact: "nfp_"}},                                      // nfp_
	{{rule: &rules[28], exact: "rnd_"}},                                      // rnd_
	{{rule: &rules[29], exact: "dapi"}},                                      // dapi
	{{rule: &rules[30], exact: "sbp_"}},                                      // sbp_
	{{rule: &rules[30], exact: "sb_secret_"}},                                // sb_secret_
	{{rule: &rules[31], exact: "pscale_"}},                                   // pscale_
	{{rule: &rules[32], exact: "napi_"}},                                     // napi_
	{{rule: &rules[33], exact: "hvs."}},                                      // hvs.
	{{rule: &rules[33], exact: "hvb."}},                                      // hvb.
	{{rule: &rules[33], exact: "hvr."}},                                      // hvr.
	{{rule: &rules[34], exact: ".atlasv1."}},                                 // .atlasv1.
	{{rule: &rules[35], exact: "pul-"}},                                      // pul-
	{{rule: &rules[36], exact: "dp.pt."}},                                    // dp.pt.
	{{rule: &rules[36], exact: "dp.st."}},                                    // dp.st.
	{{rule: &rules[36], exact: "dp.ct."}},                                    // dp.ct.
	{{rule: &rules[36], exact: "dp.sa."}},                                    // dp.sa.
	{{rule: &rules[36], exact: "dp.scim."}},                                  // dp.scim.
	{{rule: &rules[36], exact: "dp.audit."}},                                 // dp.audit.
	{{rule: &rules[37], exact: "ops_eyJ"}},                                   // ops_eyj
	{{rule: &rules[37], exact: "A3-"}},                                       // a3-
	{{rule: &rules[38], exact: "tskey-"}},                                    // tskey-
	{{rule: &rules[39], exact: "sha256~"}},                                   // sha256~
	{{rule: &rules[40], exact: "glc_"}},                                      // glc_
	{{rule: &rules[40], exact: "glsa_"}},                                     // glsa_
	{{rule: &rules[40], exact: "eyJrIjoi"}},                                  // eyjrijoi
	{{rule: &rules[41], exact: "sntrys_"}},                                   // sntrys_
	{{rule: &rules[41], exact: "sntryu_"}},                                   // sntryu_
	{{rule: &rules[42], exact: "NRAK-"}},                                     // nrak-
	{{rule: &rules[42], exact: "NRII-"}},                                     // nrii-
	{{rule: &rules[43], exact: "dt0c01."}},                                   // dt0c01.
	{{rule: &rules[43], exact: "dt0s01."}},                                   // dt0s01.
	{{rule: &rules[43], exact: "dt0s16."}},                                   // dt0s16.
	{{rule: &rules[44], exact: "squ_"}},                                      // squ_
	{{rule: &rules[44], exact: "sqp_"}},                                      // sqp_
	{{rule: &rules[44], exact: "sqa_"}},                                      // sqa_
	{{rule: &rules[45], exact: "bkua_"}},                                     // bkua_
	{{rule: &rules[45], exact: "CCIPAT_"}},                                   // ccipat_
	{{rule: &rules[45], exact: "CCIPRJ_"}},                                   // cciprj_
	{{rule: &rules[46], exact: "API-"}},                                      // api-
	{{rule: &rules[47], exact: "AKCp"}},                                      // akcp
	{{rule: &rules[47], exact: "cmVmdGtuO"}},                                 // cmvmdgtuo
	{{rule: &rules[48], exact: "sk-ant-"}},                                   // sk-ant-
	{{rule: &rules[49], exact: "sk-or-"}},                                    // sk-or-
	{{rule: &rules[50], exact: "sk-"}},                                       // sk-
	{{rule: &rules[51], exact: "hf_"}},                                       // hf_
	{{rule: &rules[51], exact: "api_org_"}},                                  // api_org_
	{{rule: &rules[52], exact: "gsk_"}},                                      // gsk_
	{{rule: &rules[53], exact: "xai-"}},                                      // xai-
	{{rule: &rules[54], exact: "pplx-"}},                                     // pplx-
	{{rule: &rules[55], exact: "r8_"}},                                       // r8_
	{{rule: &rules[56], exact: "csk-"}},                                      // csk-
	{{rule: &rules[57], exact: "nvapi-"}},                                    // nvapi-
	{{rule: &rules[58], exact: "lsv2_"}},                                     // lsv2_
	{{rule: &rules[59], exact: "sk-lf-"}},                                    // sk-lf-
	{{rule: &rules[60], exact: "sk_"}},                                       // sk_
	{{rule: &rules[61], exact: "tvly-"}},                                     // tvly-
	{{rule: &rules[62], exact: "e2b_"}},                                      // e2b_
	{{rule: &rules[63], exact: "npm_"}},                                      // npm_
	{{rule: &rules[63], exact: "_authToken="}},                               // _authtoken=
	{{rule: &rules[64], exact: "pypi-AgE"}},                                  // pypi-age
	{{rule: &rules[65], exact: "rubygems_"}},                                 // rubygems_
	{{rule: &rules[66], exact: "cio"}},                                       // cio
	{{rule: &rules[67], exact: "oy2"}},                                       // oy2
	{{rule: &rules[68], exact: "dckr_pat_"}},                                 // dckr_pat_
	{{rule: &rules[68], exact: "dckr_oat_"}},                                 // dckr_oat_
	{{rule: &rules[69], exact: "auth"}},                                      // auth
	{{rule: &rules[70], exact: "CLOJARS_"}},                                  // clojars_
	{{rule: &rules[71], exact: "xoxb-"}},                                     // xoxb-
	{{rule: &rules[71], exact: "xoxp-"}},                                     // xoxp-
	{{rule: &rules[71], exact: "xoxa-"}},                                     // xoxa-
	{{rule: &rules[71], exact: "xoxr-"}},                                     // xoxr-
	{{rule: &rules[71], exact: "xoxs-"}},                                     // xoxs-
	{{rule: &rules[71], exact: "xoxo-"}},                                     // xoxo-
	{{rule: &rules[71], exact: "xoxe-"}},                                     // xoxe-
	{{rule: &rules[71], exact: "xoxc-"}},                                     // xoxc-
	{{rule: &rules[71], exact: "xoxd-"}},                                     // xoxd-
	{{rule: &rules[71], exact: "xoxe.xox"}},                                  // xoxe.xox
	{{rule: &rules[71], exact: "xapp-"}},                                     // xapp-
	{{rule: &rules[72], exact: "hooks.slack.com/"}},                          // hooks.slack.com/
	{{rule: &rules[73], exact: "/api/webhooks/"}},                            // /api/webhooks/
	{{rule: &rules[74], exact: ""}},                                          // bot
	{{rule: &rules[74], exact: ""}},                                          // discord
	{{rule: &rules[74], exact: ""}},                                          // .login(
	{{rule: &rules[74], exact: ""}},                                          // token
	{{rule: &rules[75], exact: "MT"}},                                        // mt
	{{rule: &rules[75], exact: "Mj"}},                                        // mj
	{{rule: &rules[75], exact: "Mz"}},                                        // mz
	{{rule: &rules[75], exact: "ND"}},                                        // nd
	{{rule: &rules[75], exact: "NT"}},                                        // nt
	{{rule: &rules[75], exact: "Nj"}},                                        // nj
	{{rule: &rules[75], exact: "Nz"}},                                        // nz
	{{rule: &rules[75], exact: "OD"}},                                        // od
	{{rule: &rules[75], exact: "OT"}},                                        // ot
	{{rule: &rules[76], exact: ".webhook.office.com/"}},                      // .webhook.office.com/
	{{rule: &rules[77], exact: ":AA"}},                                       // :aa
	{{rule: &rules[78], exact: "SK"}},                                        // sk
	{{rule: &rules[79], exact: "SG."}},                                       // sg.
	{{rule: &rules[80], exact: ""}},                                          // mailgun
	{{rule: &rules[80], exact: ""}},                                          // api:key-
	{{rule: &rules[81], exact: ""}},                                          // mailchimp
	{{rule: &rules[82], exact: "xkeysib-"}},                                  // xkeysib-
	{{rule: &rules[83], exact: "re_"}},                                       // re_
	{{rule: &rules[84], exact: "sk_live_"}},                                  // sk_live_
	{{rule: &rules[84], exact: "sk_test_"}},                                  // sk_test_
	{{rule: &rules[84], exact: "rk_live_"}},                                  // rk_live_
	{{rule: &rules[84], exact: "rk_test_"}},                                  // rk_test_
	{{rule: &rules[84], exact: "sk_prod_"}},                                  // sk_prod_
	{{rule: &rules[84], exact: "rk_prod_"}},                                  // rk_prod_
	{{rule: &rules[84], exact: "whsec_"}},                                    // whsec_
	{{rule: &rules[85], exact: "shpat_"}},                                    // shpat_
	{{rule: &rules[85], exact: "shpca_"}},                                    // shpca_
	{{rule: &rules[85], exact: "shppa_"}},                                    // shppa_
	{{rule: &rules[85], exact: "shpss_"}},                                    // shpss_
	{{rule: &rules[86], exact: "sq0atp-"}},                                   // sq0atp-
	{{rule: &rules[86], exact: "sq0csp-"}},                                   // sq0csp-
	{{rule: &rules[86], exact: "sq0idp-"}},                                   // sq0idp-
	{{rule: &rules[86], exact: "EAAA"}},                                      // eaaa
	{{rule: &rules[87], exact: "access-sandbox-"}},                           // access-sandbox-
	{{rule: &rules[87], exact: "access-development-"}},                       // access-development-
	{{rule: &rules[87], exact: "access-production-"}},                        // access-production-
	{{rule: &rules[88], exact: "FLWSECK"}},                                   // flwseck
	{{rule: &rules[89], exact: "shippo_"}},                                   // shippo_
	{{rule: &rules[89], exact: "EZAK"}},                                      // ezak
	{{rule: &rules[89], exact: "EZTK"}},                                      // eztk
	{{rule: &rules[89], exact: "duffel_"}},                                   // duffel_
	{{rule: &rules[90], exact: "lin_api_"}},                                  // lin_api_
	{{rule: &rules[90], exact: "lin_oauth_"}},                                // lin_oauth_
	{{rule: &rules[91], exact: "ntn_"}},                                      // ntn_
	{{rule: &rules[91], exact: "secret_"}},                                   // secret_
	{{rule: &rules[92], exact: "PMAK-"}},                                     // pmak-
	{{rule: &rules[93], exact: "figd_"}},                                     // figd_
	{{rule: &rules[94], exact: ""}},                                          // airtable
	{{rule: &rules[95], exact: "sl."}},                                       // sl.
	{{rule: &rules[96], exact: "pat-na"}},                                    // pat-na
	{{rule: &rules[96], exact: "pat-eu"}},                                    // pat-eu
	{{rule: &rules[96], exact: "pat-ap"}},                                    // pat-ap
	{{rule: &rules[97], exact: "CFPAT-"}},                                    // cfpat-
	{{rule: &rules[98], exact: "tfp_"}},                                      // tfp_
	{{rule: &rules[99], exact: "rdme_"}},                                     // rdme_
	{{rule: &rules[100], exact: "pnu_"}},                                     // pnu_
	{{rule: &rules[100], exact: "pnb_"}},                                     // pnb_
	{{rule: &rules[101], exact: "EAA"}},                                      // eaa
	{{rule: &rules[102], exact: "eyJ"}},                                      // eyj
	{{rule: &rules[103], exact: ""}},                                         // authorization
	{{rule: &rules[104], exact: ""}},                                         // bearer
	{{rule: &rules[105], exact: ""}},                                         // basic
	{{rule: &rules[106], exact: ""}},                                         // x-api-key
	{{rule: &rules[106], exact: ""}},                                         // x-auth-token
	{{rule: &rules[106], exact: ""}},                                         // private-token
	{{rule: &rules[106], exact: ""}},                                         // x-goog-api-key
	{{rule: &rules[106], exact: ""}},                                         // x-vault-token
	{{rule: &rules[106], exact: ""}},                                         // x-access-token
	{{rule: &rules[106], exact: ""}},                                         // x-figma-token
	{{rule: &rules[106], exact: ""}},                                         // dd-api-key
	{{rule: &rules[107], exact: "://"}},                                      // ://
	{{rule: &rules[108], exact: ""}},                                         // user=
	{{rule: &rules[108], exact: ""}},                                         // username=
	{{rule: &rules[108], exact: ""}},                                         // user id=
	{{rule: &rules[108], exact: ""}},                                         // uid=
	{{rule: &rules[108], exact: ""}},                                         // server=
	{{rule: &rules[108], exact: ""}},                                         // data source=
	{{rule: &rules[108], exact: ""}},                                         // host=
	{{rule: &rules[109], exact: ""}},                                         // access_token=
	{{rule: &rules[109], exact: ""}},                                         // refresh_token=
	{{rule: &rules[109], exact: ""}},                                         // id_token=
	{{rule: &rules[109], exact: ""}},                                         // auth_token=
	{{rule: &rules[109], exact: ""}},                                         // client_secret=
	{{rule: &rules[109], exact: ""}},                                         // api_key=
	{{rule: &rules[109], exact: ""}},                                         // apikey=
	{{rule: &rules[109], exact: ""}},                                         // api-key=
	{{rule: &rules[109], exact: ""}},                                         // client_assertion=
	{{rule: &rules[109], exact: ""}},                                         // ?token=
	{{rule: &rules[109], exact: ""}},                                         // &token=
	{{rule: &rules[109], exact: ""}},                                         // ?password=
	{{rule: &rules[109], exact: ""}},                                         // &password=
	{{rule: &rules[109], exact: ""}},                                         // ?secret=
	{{rule: &rules[109], exact: ""}},                                         // &secret=
	{{rule: &rules[110], exact: "curl "}},                                    // curl
	{{rule: &rules[111], exact: "login "}},                                   // login
	{{rule: &rules[112], exact: "_TOKEN"}},                                   // _token
	{{rule: &rules[112], exact: "_SECRET"}},                                  // _secret
	{{rule: &rules[112], exact: "_PASSWORD"}},                                // _password
	{{rule: &rules[112], exact: "_PASSWD"}},                                  // _passwd
	{{rule: &rules[112], exact: "_PASSPHRASE"}},                              // _passphrase
	{{rule: &rules[112], exact: "_PASS"}},                                    // _pass
	{{rule: &rules[112], exact: "_PWD"}},                                     // _pwd
	{{rule: &rules[112], exact: "_API_KEY"}},                                 // _api_key
	{{rule: &rules[112], exact: "_APIKEY"}},                                  // _apikey
	{{rule: &rules[112], exact: "_ACCESS_KEY"}},                              // _access_key
	{{rule: &rules[112], exact: "_SECRET_KEY"}},                              // _secret_key
	{{rule: &rules[112], exact: "_PRIVATE_KEY"}},                             // _private_key
	{{rule: &rules[112], exact: "_AUTH_KEY"}},                                // _auth_key
	{{rule: &rules[112], exact: "_ENCRYPTION_KEY"}},                          // _encryption_key
	{{rule: &rules[112], exact: "_SIGNING_KEY"}},                             // _signing_key
	{{rule: &rules[112], exact: "_CREDENTIALS"}},                             // _credentials
	{{rule: &rules[112], exact: "PGPASSWORD"}},                               // pgpassword
	{{rule: &rules[112], exact: "MYSQL_PWD"}},                                // mysql_pwd
	{{rule: &rules[113], exact: ""}},                                         // password
	{{rule: &rules[113], exact: ""}},                                         // passwd
	{{rule: &rules[113], exact: ""}},                                         // passphrase
	{{rule: &rules[113], exact: ""}},                                         // api_key
	{{rule: &rules[113], exact: ""}},                                         // apikey
	{{rule: &rules[113], exact: ""}},                                         // api-key
	{{rule: &rules[113], exact: ""}},                                         // secret_key
	{{rule: &rules[113], exact: ""}},                                         // secretkey
	{{rule: &rules[113], exact: ""}},                                         // secret-key
	{{rule: &rules[113], exact: ""}},                                         // client_secret
	{{rule: &rules[113], exact: ""}},                                         // clientsecret
	{{rule: &rules[113], exact: ""}},                                         // client-secret
	{{rule: &rules[113], exact: ""}},                                         // access_token
	{{rule: &rules[113], exact: ""}},                                         // accesstoken
	{{rule: &rules[113], exact: ""}},                                         // access-token
	{{rule: &rules[113], exact: ""}},                                         // refresh_token
	{{rule: &rules[113], exact: ""}},                                         // refreshtoken
	{{rule: &rules[113], exact: ""}},                                         // auth_token
	{{rule: &rules[113], exact: ""}},                                         // authtoken
	{{rule: &rules[113], exact: ""}},                                         // auth-token
	{{rule: &rules[113], exact: ""}},                                         // api_token
	{{rule: &rules[113], exact: ""}},                                         // apitoken
	{{rule: &rules[113], exact: ""}},                                         // api-token
	{{rule: &rules[113], exact: ""}},                                         // bot_token
	{{rule: &rules[113], exact: ""}},                                         // bottoken
	{{rule: &rules[113], exact: ""}},                                         // bearer_token
	{{rule: &rules[113], exact: ""}},                                         // bearertoken
	{{rule: &rules[113], exact: ""}},                                         // id_token
	{{rule: &rules[113], exact: ""}},                                         // access_key
	{{rule: &rules[113], exact: ""}},                                         // accesskey
	{{rule: &rules[113], exact: ""}},                                         // private_key
	{{rule: &rules[113], exact: ""}},                                         // encryption_key
	{{rule: &rules[113], exact: ""}},                                         // signing_key
	{{rule: &rules[113], exact: ""}},                                         // signing_secret
	{{rule: &rules[113], exact: ""}},                                         // webhook_secret
	{{rule: &rules[113], exact: ""}},                                         // jwt_secret
	{{rule: &rules[113], exact: ""}},                                         // shared_secret
	{{rule: &rules[113], exact: ""}},                                         // app_secret
	{{rule: &rules[114], exact: "--password"}},                               // --password
	{{rule: &rules[114], exact: "--passphrase"}},                             // --passphrase
	{{rule: &rules[114], exact: "--token"}},                                  // --token
	{{rule: &rules[114], exact: "--api-key"}},                                // --api-key
	{{rule: &rules[114], exact: "--apikey"}},                                 // --apikey
	{{rule: &rules[114], exact: "--secret"}},                                 // --secret
	{{rule: &rules[114], exact: "--client-secret"}},                          // --client-secret
	{{rule: &rules[114], exact: "--auth-token"}},                             // --auth-token
	{{rule: &rules[114], exact: "--access-token"}},                           // --access-token
	{{}}, // \u002
	{{}}, // \u003
	{{}}, // \u004
	{{}}, // \u005
	{{}}, // \u006
	{{}}, // \u007
	{{}}, // \/
}

// lengths are those of the words.
var lengths = [...]int{10, 9, 29, 30, 29, 34, 38, 14, 15, 10, 12, 4, 4, 4, 4, 4, 11, 6, 5, 5, 6, 6, 6, 5, 6, 8, 7, 6, 7, 9, 6, 6, 4, 4, 4, 4, 4, 4, 17, 15, 14, 10, 13, 12, 14, 20, 4, 16, 4, 7, 5, 4, 11, 16, 4, 16, 17, 2, 7, 7, 7, 10, 5, 5, 5, 4, 5, 6, 4, 4, 5, 5, 4, 4, 4, 4, 4, 10, 7, 5, 4, 4, 4, 9, 4, 6, 6, 6, 6, 8, 9, 7, 3, 6, 7, 4, 5, 8, 7, 7, 5, 5, 7, 7, 7, 4, 4, 4, 5, 7, 7, 4, 4, 9, 7, 6, 3, 3, 8, 4, 4, 5, 3, 4, 6, 5, 6, 3, 5, 4, 4, 11, 8, 9, 3, 3, 9, 9, 4, 8, 5, 5, 5, 5, 5, 5, 5, 5, 5, 8, 5, 16, 14, 4, 7, 7, 5, 2, 2, 2, 2, 2, 2, 2, 2, 2, 20, 3, 2, 3, 7, 8, 9, 8, 3, 8, 8, 8, 8, 8, 8, 6, 6, 6, 6, 6, 7, 7, 7, 4, 15, 19, 18, 7, 7, 4, 4, 7, 8, 10, 4, 7, 5, 5, 8, 3, 6, 6, 6, 6, 4, 5, 4, 4, 3, 3, 13, 7, 6, 9, 12, 13, 14, 13, 14, 13, 10, 3, 5, 9, 8, 4, 7, 12, 5, 13, 14, 9, 11, 14, 8, 7, 8, 17, 7, 7, 10, 10, 8, 8, 5, 6, 6, 7, 9, 7, 11, 5, 4, 8, 7, 11, 11, 12, 9, 15, 12, 12, 10, 9, 8, 6, 10, 7, 6, 7, 10, 9, 10, 13, 12, 13, 12, 11, 12, 13, 12, 10, 9, 10, 9, 8, 9, 9, 8, 12, 11, 8, 10, 9, 11, 14, 11, 14, 14, 10, 13, 10, 10, 12, 7, 9, 8, 8, 15, 12, 14, 5, 5, 5, 5, 5, 5, 2}

// ends are the words that end at each state from firstEnding on.
const firstEnding = 1329

var ends = [368][]int{
	{323},
	{159},
	{158},
	{157},
	{165},
	{164},
	{163},
	{162},
	{161},
	{160},
	{57},
	{168},
	{227},
	{167},
	{214},
	{215},
	{168},
	{135},
	{174},
	{122},
	{160},
	{117},
	{134},
	{168},
	{165},
	{205},
	{127},
	{116},
	{161},
	{169},
	{168},
	{92},
	{231},
	{258},
	{196},
	{195},
	{189},
	{129},
	{210},
	{74},
	{200},
	{130},
	{73},
	{72},
	{69},
	{82},
	{81},
	{80},
	{123, 116},
	{65},
	{75},
	{51},
	{153},
	{120},
	{107},
	{106},
	{105},
	{76},
	{54},
	{33},
	{119, 127},
	{95},
	{15},
	{14},
	{13},
	{12},
	{11},
	{138},
	{111},
	{48},
	{37},
	{46, 168},
	{36},
	{35},
	{112},
	{34},
	{32},
	{213},
	{212},
	{84},
	{68},
	{322},
	{321},
	{320},
	{319},
	{318},
	{317},
	{228},
	{257},
	{138},
	{156},
	{128},
	{211},
	{101},
	{100},
	{79},
	{203},
	{71},
	{70},
	{234},
	{66},
	{62},
	{250},
	{64},
	{63},
	{50},
	{108},
	{148},
	{147},
	{146},
	{145},
	{144},
	{143},
	{142},
	{141},
	{140},
	{150},
	{159},
	{96},
	{157},
	{23},
	{19},
	{18},
	{202},
	{121},
	{125},
	{156},
	{156},
	{181},
	{252, 156},
	{93},
	{124, 111},
	{67},
	{209},
	{161},
	{87},
	{88},
	{86},
	{85},
	{218},
	{138},
	{111},
	{126},
	{115},
	{161},
	{185},
	{184},
	{183},
	{182},
	{27},
	{24},
	{22},
	{20},
	{21},
	{17},
	{274},
	{31},
	{30},
	{271},
	{208},
	{207},
	{206},
	{251},
	{138},
	{111},
	{245},
	{244},
	{170},
	{255, 271},
	{253},
	{260, 274},
	{91, 215},
	{155},
	{164},
	{193},
	{110},
	{109},
	{111},
	{197},
	{154},
	{104},
	{103},
	{102},
	{60},
	{59},
	{58},
	{217},
	{164},
	{114},
	{188},
	{187},
	{186},
	{99},
	{98},
	{194},
	{94},
	{232},
	{201},
	{49},
	{26},
	{161},
	{28},
	{241},
	{273},
	{275},
	{168},
	{161},
	{78},
	{310, 156},
	{249},
	{248},
	{297, 252, 156},
	{230},
	{161},
	{201},
	{259, 273},
	{97},
	{180},
	{178},
	{177},
	{139},
	{89},
	{294, 156},
	{173},
	{149},
	{179},
	{176},
	{175},
	{161},
	{25},
	{291, 156},
	{171},
	{240},
	{118},
	{242},
	{204},
	{270},
	{132},
	{198},
	{161},
	{313},
	{312, 274},
	{160},
	{270},
	{270},
	{237},
	{229},
	{269, 258},
	{172},
	{254, 270},
	{264},
	{83},
	{133},
	{113},
	{137},
	{136},
	{90},
	{293, 252, 156},
	{219, 275},
	{253},
	{277},
	{29},
	{288, 156},
	{290, 252, 156},
	{292, 156},
	{299},
	{138},
	{311, 275},
	{1},
	{305, 253},
	{247},
	{246},
	{288, 156},
	{61},
	{226, 275},
	{77, 201},
	{278},
	{276},
	{289, 156},
	{287, 252, 156},
	{307, 253},
	{41, 253},
	{298},
	{268, 270},
	{272},
	{9},
	{199},
	{308, 270},
	{0},
	{256, 272},
	{262, 276},
	{261, 298},
	{131},
	{296, 156},
	{111},
	{302},
	{16},
	{238},
	{201},
	{283, 156},
	{164},
	{160},
	{52},
	{300},
	{267},
	{263, 300},
	{266, 302},
	{286, 156},
	{280},
	{233},
	{295, 252, 156},
	{111},
	{220, 289, 156},
	{43, 156},
	{282, 252, 156},
	{284, 156},
	{10},
	{315, 289, 156},
	{309, 272},
	{285, 252, 156},
	{281},
	{279, 253},
	{225, 156},
	{223, 156},
	{306, 253},
	{168},
	{42, 252, 156},
	{168},
	{216},
	{235},
	{221, 156},
	{304, 253},
	{152},
	{301},
	{236},
	{239},
	{222, 275},
	{224, 284, 156},
	{303, 253},
	{44, 252, 156},
	{40, 262, 276},
	{278},
	{7},
	{316, 284, 156},
	{265, 301},
	{275},
	{299},
	{39, 299},
	{190},
	{8},
	{314, 281},
	{151},
	{47},
	{55},
	{53},
	{243},
	{56},
	{38, 261, 298},
	{192},
	{161},
	{191},
	{166},
	{45, 156},
	{4},
	{2},
	{3},
	{5},
	{6},
}

var cells = [256]uint8{
	' ':  16,
	'&':  92,
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
	'7':  96,
	'8':  68,
	'9':  70,
	':':  56,
	'=':  80,
	'?':  90,
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
	'\\': 94,
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
