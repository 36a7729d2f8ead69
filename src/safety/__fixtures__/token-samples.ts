/** Made-up tokens, put together at run time so that no scanner finds one in this repository. */
export interface TokenSample {
  kind: string
  /** The whole text that stands in a file. */
  text: string
  /** The part that must disappear; the whole text unless told. */
  secret: string
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const HEX = '0123456789abcdef'
const UPPER = LOWER.toUpperCase()
const ALNUM = `${LOWER}${UPPER}${DIGITS}`
const BASE32 = `${UPPER}234567`
const BASE64 = `${ALNUM}+/`
const URL64 = `${ALNUM}_-`

let state = 20_240_117
function pick(alphabet: string, length: number): string {
  let out = ''
  while (out.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    out += alphabet[(state >>> 8) % alphabet.length]
  }
  return out
}

const mixed = (alphabet: string, length: number) => `a7${pick(alphabet, length - 4)}K2`
const hex = (length: number) => `a7${pick(HEX, length - 2)}`
const uuid = () => [8, 4, 4, 4, 12].map((length) => hex(length)).join('-')
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const pem = (label: string, lines: number, end = '\n') =>
  [
    ['-----BEGIN', label, 'KEY-----'].join(' '),
    ...Array.from({ length: lines }, () => pick(BASE64, 64)),
    `${pick(BASE64, 30)}==`,
    ['-----END', label, 'KEY-----'].join(' '),
  ].join(end)

function whole(kind: string, ...parts: string[]): TokenSample {
  const text = parts.join('')
  return { kind, text, secret: text }
}

function after(kind: string, kept: string, secret: string, rest = ''): TokenSample {
  return { kind, text: `${kept}${secret}${rest}`, secret }
}

export const TOKEN_SAMPLES: readonly TokenSample[] = [
  whole('aws-key-id', 'AKIA', pick(BASE32, 16)),
  whole('aws-key-id', 'ASIA', pick(BASE32, 16)),
  after('aws-secret-key', 'aws_secret_access_key=', mixed(BASE64, 40)),
  after('aws-secret-key', 'AWS_SECRET_ACCESS_KEY="', mixed(BASE64, 40), '"'),
  whole('aws-bedrock-key', 'ABSK', mixed(BASE64, 120), '='),
  whole('github-token', 'ghp_', mixed(ALNUM, 36)),
  whole('github-token', 'gho_', mixed(ALNUM, 36)),
  whole('github-token', 'ghu_', mixed(ALNUM, 36)),
  whole('github-token', 'ghs_', mixed(ALNUM, 36)),
  whole('github-token', 'ghr_', mixed(ALNUM, 76)),
  whole('github-token', 'github_pat_', mixed(ALNUM, 22), '_', mixed(ALNUM, 59)),
  whole('gitlab-token', 'glpat-', mixed(URL64, 20)),
  whole('gitlab-token', 'glpat-', mixed(URL64, 27), '.01.', mixed(ALNUM, 9)),
  whole('gitlab-token', 'glrt-', mixed(ALNUM, 20)),
  whole('gitlab-token', 'gldt-', mixed(ALNUM, 20)),
  whole('slack-token', 'xoxb-', pick(DIGITS, 12), '-', pick(DIGITS, 13), '-', mixed(ALNUM, 24)),
  whole('slack-token', 'xoxp-', pick(DIGITS, 12), '-', pick(DIGITS, 12), '-', hex(32)),
  whole('slack-token', 'xoxe.xoxp-', '1-', mixed(ALNUM, 160)),
  whole(
    'slack-token',
    'xapp-',
    '1-A',
    pick(`${UPPER}${DIGITS}`, 10),
    '-',
    pick(DIGITS, 13),
    '-',
    hex(64),
  ),
  after(
    'slack-webhook',
    'https://hooks.slack.com/services/',
    `T${mixed(BASE32, 9)}/B${mixed(BASE32, 10)}/${mixed(ALNUM, 24)}`,
  ),
  whole('stripe-key', 'sk_live_', mixed(ALNUM, 24)),
  whole('stripe-key', 'sk_test_', '51', mixed(ALNUM, 97)),
  whole('stripe-key', 'rk_live_', mixed(ALNUM, 24)),
  whole('stripe-webhook-secret', 'whsec_', mixed(ALNUM, 32)),
  whole('openai-key', 'sk-', mixed(ALNUM, 48)),
  whole('openai-key', 'sk-', mixed(ALNUM, 20), 'T3BlbkFJ', mixed(ALNUM, 20)),
  whole('openai-key', 'sk-proj-', mixed(URL64, 74), 'T3BlbkFJ', mixed(URL64, 74)),
  whole('openai-key', 'sk-svcacct-', mixed(URL64, 74), 'T3BlbkFJ', mixed(URL64, 74)),
  whole('openrouter-key', 'sk-or-v1-', hex(64)),
  whole('anthropic-key', 'sk-ant-', 'api03-', mixed(URL64, 93), 'AA'),
  whole('anthropic-key', 'sk-ant-', 'oat01-', mixed(URL64, 93), 'AA'),
  whole('google-api-key', 'AIza', `Sy${mixed(URL64, 33)}`),
  whole('google-oauth-secret', 'GOCSPX-', mixed(URL64, 28)),
  whole('google-oauth-token', 'ya29.', `a0${mixed(URL64, 160)}`),
  after(
    'azure-storage-key',
    'DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=',
    `${mixed(BASE64, 86)}==`,
    ';EndpointSuffix=core.windows.net',
  ),
  after(
    'azure-shared-key',
    'Endpoint=sb://bus.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=',
    `${mixed(BASE64, 43)}=`,
  ),
  after(
    'azure-sas',
    'https://shop.blob.core.windows.net/c/b?sv=2022-11-02&se=2026-01-01&sr=b&sp=r&sig=',
    `${mixed(ALNUM, 40)}%2F${mixed(ALNUM, 4)}%3D`,
  ),
  whole('azure-client-secret', mixed(ALNUM, 5).slice(0, 3), '8Q~', mixed(ALNUM, 34)),
  whole('azure-devops-token', mixed(ALNUM, 76), 'AZDO', mixed(ALNUM, 4)),
  whole('npm-token', 'npm_', mixed(ALNUM, 36)),
  whole('pypi-token', 'pypi-', 'AgEIcHlwaS5vcmc', mixed(URL64, 150)),
  whole('rubygems-key', 'rubygems_', hex(48)),
  whole('docker-token', 'dckr_pat_', mixed(URL64, 27)),
  whole('huggingface-token', 'hf_', mixed(ALNUM, 34)),
  whole('sendgrid-key', 'SG.', mixed(URL64, 22), '.', mixed(URL64, 43)),
  whole('twilio-key', 'SK', hex(32)),
  whole('mailgun-key', 'key-', hex(32)),
  after('mailgun-key', 'mailgun: ', `${hex(32)}-${hex(8)}-${hex(8)}`),
  whole('mailchimp-key', hex(32), '-us14'),
  whole('discord-token', 'MTA4', mixed(ALNUM, 22), '.', mixed(ALNUM, 6), '.', mixed(URL64, 38)),
  after(
    'discord-webhook',
    `https://discord.com/api/webhooks/${pick(DIGITS.slice(1), 18)}/`,
    mixed(URL64, 68),
  ),
  after('telegram-token', `${pick(DIGITS.slice(1), 10)}:`, `AA${mixed(URL64, 33)}`),
  whole('shopify-token', 'shpat_', hex(32)),
  whole('shopify-token', 'shpss_', hex(32)),
  whole('square-token', 'sq0atp-', mixed(URL64, 22)),
  whole('square-token', 'EAAA', mixed(URL64, 60)),
  whole('digitalocean-token', 'dop_v1_', hex(64)),
  whole('heroku-key', 'HRKU-', uuid()),
  whole('heroku-key', 'HRKU-', 'AA', mixed(URL64, 58)),
  whole('linear-key', 'lin_api_', mixed(ALNUM, 40)),
  whole('notion-token', 'secret_', mixed(ALNUM, 43)),
  whole('notion-token', 'ntn_', mixed(ALNUM, 46)),
  whole('databricks-token', 'dapi', hex(32)),
  whole('supabase-token', 'sbp_', hex(40)),
  whole('supabase-secret-key', 'sb_secret_', mixed(URL64, 31)),
  whole('vercel-token', 'vcp_', mixed(ALNUM, 56)),
  whole('cloudflare-token', 'cfut_', mixed(ALNUM, 48)),
  whole('cloudflare-ca-key', 'v1.0-', hex(24), '-', hex(146)),
  whole('groq-key', 'gsk_', mixed(ALNUM, 52)),
  whole('replicate-token', 'r8_', mixed(ALNUM, 37)),
  whole('perplexity-key', 'pplx-', mixed(ALNUM, 48)),
  whole('xai-key', 'xai-', mixed(ALNUM, 80)),
  whole('langsmith-key', 'lsv2_pt_', hex(32), '_', hex(10)),
  whole('sentry-token', 'sntryu_', hex(64)),
  whole(
    'sentry-token',
    'sntrys_',
    encode({ iat: 1_700_000_000, url: 'https://sentry.io' }),
    '_',
    mixed(BASE64, 43),
  ),
  whole('grafana-token', 'glsa_', mixed(ALNUM, 32), '_', hex(8)),
  whole('newrelic-key', 'NRAK-', pick(`${UPPER}${DIGITS}`, 27)),
  whole('newrelic-key', hex(36), 'NRAL'),
  whole('figma-token', 'figd_', mixed(URL64, 40)),
  whole('airtable-token', 'pat', mixed(ALNUM, 14), '.', hex(64)),
  whole('hubspot-token', 'pat-na1-', uuid()),
  whole('atlassian-token', 'ATATT3', mixed(URL64, 180), '=', hex(8).toUpperCase()),
  whole('vault-token', 'hvs.', mixed(URL64, 90)),
  whole('terraform-token', mixed(ALNUM, 14), '.atlasv1.', mixed(URL64, 67)),
  whole('postman-key', 'PMAK-', hex(24), '-', hex(34)),
  whole('age-key', 'AGE-SECRET-KEY-1', pick(BASE32, 58)),
  whole(
    'jwt',
    encode({ alg: 'HS256', typ: 'JWT' }),
    '.',
    encode({ sub: '1234567890', iat: 1_516_239_022 }),
    '.',
    mixed(URL64, 43),
  ),
  after('bearer-token', 'curl -H "X-Auth: Bearer ', mixed(URL64, 40), '"'),
  after('authorization', 'Authorization: Basic ', Buffer.from('deploy:9Kx!pq').toString('base64')),
  after('authorization', 'authorization: token ', hex(40)),
  after('url-password', 'postgres://app:', 'n0t-so-Secret', '@db.internal:5432/shop'),
  after('url-password', 'amqp://app:', 'n0t@so:Secret', '@queue.internal/shop'),
  after('url-password', 'redis://:', mixed(ALNUM, 20), '@cache:6379/0'),
  whole('reflectory-token', 'rt_', mixed(URL64, 43)),
  after('reflectory-link', 'https://team.example.org/#join=', mixed(URL64, 43)),
  after('reflectory-link', 'http://127.0.0.1:4747/#login=', mixed(URL64, 43)),
]

/** Private keys, whole and cut off; kept apart because they span lines. */
export const PRIVATE_KEYS: readonly string[] = [
  pem('PRIVATE', 3),
  pem('EC PRIVATE', 2),
  pem('OPENSSH PRIVATE', 40),
  pem('ENCRYPTED PRIVATE', 26, '\r\n'),
  pem('RSA PRIVATE', 20, '\n+'),
  pem('RSA PRIVATE', 20, '\n    12\t'),
  pem('RSA PRIVATE', 20, '\n    12→'),
  pem('PRIVATE', 12, '\\n'),
]

/** Values for assignments: random, without any provider's prefix. */
export const ASSIGNED_SECRETS: readonly string[] = [
  mixed(ALNUM, 16),
  mixed(ALNUM, 32),
  hex(40),
  mixed(BASE64, 43),
  `${'hunter'}22${'hunter'}x9`,
  `Tr0ub${'4dor'}-x3-Qz`,
]

/** A random value that has no provider's shape. */
export const randomValue = (length: number): string => mixed(ALNUM, length)
export const randomHex = (length: number): string => hex(length)
export const randomBase64 = (length: number): string => mixed(BASE64, length)
