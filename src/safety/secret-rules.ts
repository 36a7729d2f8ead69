import { type Lazy, lazy } from './lazy.js'
import { isRandomLooking } from './secret-value.js'

/** One token shape: what it is called, what betrays it cheaply, and what it looks like. */
export interface SecretRule {
  readonly kind: string
  /** Literals of which one begins or accompanies every match. */
  readonly anchors: readonly string[]
  /** Sticky, for an anchor that ordinary text is full of. */
  readonly confirm: Lazy<RegExp> | null
  /** What group 1 matched stays in the text. */
  readonly pattern: Lazy<RegExp>
  readonly accept: (secret: string) => boolean
}

// A token may follow an escape (`\n`, `\u0026`, an escaped backslash), a percent code or an ANSI
// colour, but never begins inside an escape: that would break the JSON around it.
const START = String.raw`(?<=^|[^A-Za-z0-9\\]|\\[nrtbf]|\\u[\dA-Fa-f]{4}|%[\dA-Fa-f]{2}|\[[\d;]{1,8}m|\\(?![bfnrtu])|(?<!\\)(?:\\\\){1,16})`
const END = '(?![A-Za-z0-9])'
// Swallowed with the token: a cut inside a word would give its rest a new beginning.
const REST = '[A-Za-z0-9]*'

/** Where a program's name begins, also behind an escaped line end. */
const COMMAND = String.raw`(?:(?<![\w\\-])|(?<=\\[nrt]))`
/** White space of a file, which may stand in JSON. */
const GAP = String.raw`(?:\s|\\+[nrt]){1,8}`

type Accept = SecretRule['accept']
const anything: Accept = () => true

interface Refinement {
  confirm?: Lazy<RegExp>
  accept?: Accept
}

/** A token that begins with its anchor; `gh{p,o}_` stands for `ghp_` and `gho_`. */
function prefixed(kind: string, anchor: string, tail: string, accept = anything): SecretRule {
  const anchors = expandBraces(anchor)
  const source = lazy(() => {
    const prefix = `(?:${anchors.map(escapeLiteral).join('|')})`
    return `(?=${prefix})${START}${prefix}(?:${tail})${REST}`
  })
  return {
    kind,
    anchors,
    confirm: lazy(() => new RegExp(source(), 'y')),
    pattern: lazy(() => new RegExp(source(), 'g')),
    accept,
  }
}

/** A token with its anchor somewhere inside or near it. */
function around(kind: string, anchor: string, body: string): SecretRule {
  const pattern = lazy(() => new RegExp(`${START}(?:${body})${REST}`, 'g'))
  return after(kind, anchor, pattern)
}

/** A token known by what stands before it, which is kept as group 1. */
function after(
  kind: string,
  anchor: string,
  pattern: Lazy<RegExp>,
  { confirm, accept = anything }: Refinement = {},
): SecretRule {
  return {
    kind,
    anchors: expandBraces(anchor),
    confirm: confirm === undefined ? null : lazy(confirm),
    pattern: lazy(pattern),
    accept,
  }
}

/** What a program of the shell takes as a password behind an option. */
const ofOption = (anchor: string, program: string, option: string): SecretRule =>
  after(
    'password',
    anchor,
    () =>
      new RegExp(
        `(${COMMAND}${program}\\s[^\\n"\\\\]{0,200}?(?<=\\s)${option}\\\\*["']?)[^\\s"'\`\\\\$]{3,128}`,
        'g',
      ),
    { accept: (secret) => isFilledIn(secret) && !PUBLISHED_PORT.test(secret) },
  )

/** `docker run --name mongo -p 27017:27017` */
const PUBLISHED_PORT = /^[\d.]{2,21}(?::\d{1,5}){0,2}(?:\/\w{3,4})?$/

/** One text for each choice between braces. */
function expandBraces(text: string): string[] {
  const open = text.indexOf('{')
  if (open === -1) return [text]
  const close = text.indexOf('}', open)
  const start = text.slice(0, open)
  const ends = expandBraces(text.slice(close + 1))
  const choices = text.slice(open + 1, close).split(',')
  return choices.flatMap((choice) => ends.map((end) => start + choice + end))
}

const escapeLiteral = (literal: string) => literal.replace(/[.-]/g, '\\$&')

const isTemplate = (secret: string) => /^(?:[<{$*%]|\[redacted:)|^x+$/i.test(secret)
const isFilledIn = (secret: string) => !isTemplate(secret)

/** A dense run of letters and digits, or a word with a digit and a sign that no name or path has. */
const isMade = (secret: string): boolean =>
  (isRandomLooking(secret) && /\d[A-Za-z]+\d/.test(secret)) ||
  (/^[\w!@#%^&*+?~-]+$/.test(secret) &&
    /[!@#%^&*+?~]/.test(secret) &&
    /\d/.test(secret) &&
    /[A-Za-z]/.test(secret))

/**
 * Token shapes by provider. The first of two that begin alike wins.
 * Every tail is a single bounded or greedy class: nothing here can backtrack beyond its own run.
 */
export const SECRET_RULES: readonly SecretRule[] = [
  // Clouds
  prefixed('aws-key-id', 'A{KIA,SIA,BIA,CCA}', `[A-Z2-7]{16}${END}`),
  prefixed('aws-bedrock-key', '{ABSK,bedrock-api-key-}', '[A-Za-z0-9+/]{60,}={0,2}'),
  prefixed('google-api-key', 'AIza', `[\\w-]{35}(?![\\w-])`),
  prefixed('google-oauth-secret', 'GOCSPX-', '[\\w-]{20,}'),
  prefixed('google-oauth-token', 'ya29.', '[\\w-]{20,}'),
  after('azure-storage-key', 'AccountKey=', () => /(AccountKey=)[A-Za-z0-9+/]{40,}={0,2}/g),
  after('azure-shared-key', 'SharedAccess', () => /(SharedAccessKey=)[A-Za-z0-9+/]{30,}={0,2}/g),
  after(
    'azure-sas',
    'sig=',
    () => /((?<![\w-])sig=)(?:[A-Za-z0-9+/_-]|%[\dA-Fa-f]{2}){40,}={0,2}/g,
  ),
  around('azure-client-secret', '{7,8}Q~', '[A-Za-z0-9_~.]{3}[78]Q~[\\w~.-]{31,34}(?![\\w~.-])'),
  around('azure-devops-token', 'AZDO', `[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}${END}`),
  prefixed('alibaba-key-id', 'LTAI', `[A-Za-z0-9]{12,24}${END}`, isRandomLooking),
  prefixed('digitalocean-token', 'do{o,p,r}_v1_', '[a-f0-9]{64,}'),
  prefixed('heroku-key', 'HRKU-', '[\\w-]{36,}'),
  prefixed(
    'fly-token',
    '{fo1,fm1,fm2,fm1a,fm2a,fm1r,fm2r}_',
    '[A-Za-z0-9+/_=-]{40,}',
    isRandomLooking,
  ),
  prefixed('cloudflare-token', 'cf{k,ut,at}_', '[A-Za-z0-9]{40,}'),
  prefixed('cloudflare-ca-key', 'v1.0-', '[a-f0-9]{24}-[a-f0-9]{140,}'),
  prefixed('vercel-token', 'vc{p,i,a,r,k}_', '[A-Za-z0-9]{24,}', isRandomLooking),
  prefixed('vercel-blob-token', 'vercel_blob_rw_', '\\w{20,}'),
  prefixed('netlify-token', 'nf{p,c,o,u}_', '[A-Za-z0-9]{36,}', isRandomLooking),
  prefixed('render-key', 'rnd_', '[A-Za-z0-9]{28,}', isRandomLooking),
  prefixed('supabase-token', 'sbp_', '(?:oauth_|v0_)?[a-f0-9]{40,}'),
  prefixed('supabase-secret-key', 'sb_secret_', '[\\w-]{20,}'),
  prefixed('planetscale-token', 'pscale_{tkn,pw,oauth,otkn,app_secret}_', '[\\w.=-]{30,}'),
  prefixed('neon-key', 'napi_', '[a-z0-9]{40,}', isRandomLooking),
  prefixed('databricks-token', 'dapi', `[a-f0-9]{32}(?:-\\d{1,2})?${END}`),
  around('terraform-token', '.atlasv1.', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,}'),
  prefixed('vault-token', 'hv{s,b,r}.', '[\\w-]{24,}', isRandomLooking),
  prefixed('pulumi-token', 'pul-', `[a-f0-9]{40}${END}`),
  prefixed(
    'doppler-token',
    'dp.{pt,st,ct,sa,scim,audit}.',
    '(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,}',
  ),

  // Code hosts, registries, build systems
  prefixed('github-token', 'gh{p,o,u,s,r}_', '[A-Za-z0-9]{36,}'),
  prefixed('github-token', 'github_pat_', '\\w{50,}'),
  prefixed(
    'gitlab-token',
    'gl{pat,dt,rt,rtr,cbt,ptt,ft,imt,agent,soat,ffct,oas}-',
    '[\\w.-]{20,}',
    isRandomLooking,
  ),
  prefixed('bitbucket-token', 'ATBB', `[A-Za-z0-9_=-]{28,}`, isRandomLooking),
  prefixed('atlassian-token', 'AT{A,C}TT3', '[A-Za-z0-9_=-]{50,}'),
  prefixed('npm-token', 'npm_', '[A-Za-z0-9]{36,}', isRandomLooking),
  prefixed('pypi-token', 'pypi-', 'Ag[A-Za-z0-9_-]{50,}'),
  prefixed('rubygems-key', 'rubygems_', '[a-f0-9]{48,}'),
  prefixed('docker-token', 'dckr_{p,o}at_', '[\\w-]{24,}'),
  prefixed('circleci-token', 'CCIP{AT,RJ}_', '\\w{30,}'),
  prefixed('buildkite-token', 'bk{u,p,c}a_', '[a-z0-9]{36,}', isRandomLooking),
  prefixed('sourcegraph-token', 'sgp_', '(?:local_|[a-f0-9]{16}_)?[a-f0-9]{40,}'),
  prefixed('postman-key', 'PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'),

  // Our own: tokens of a team, links that let a person in, and a token with a session
  prefixed('reflectory-token', 'rt_', '[\\w-]{43}'),
  after('reflectory-link', '#{join,login,token}=', () => /(#(?:join|login|token)=)[\w,-]{20,}/g),
  after('reflectory-session', 'Bearer', () => /(Bearer )[\w-]{43}\.[\w-]{43}/g),

  // Models
  prefixed('anthropic-key', 'sk-ant-', '[\\w-]{20,}', isRandomLooking),
  prefixed('openai-key', 'sk-{proj,svcacct,admin,None}-', '[\\w-]{20,}', isRandomLooking),
  prefixed('openrouter-key', 'sk-or-v1-', '[a-f0-9]{40,}'),
  prefixed(
    'openai-key',
    'sk-',
    '(?:[a-z]{2,10}-){0,2}[A-Za-z0-9_]{20,}(?:-[A-Za-z0-9_]+)*',
    isRandomLooking,
  ),
  prefixed('huggingface-token', 'hf_', '(?:oauth_)?[A-Za-z0-9]{30,}', isRandomLooking),
  prefixed('huggingface-token', 'api_org_', '[A-Za-z0-9]{30,}', isRandomLooking),
  prefixed('groq-key', 'gsk_', '[A-Za-z0-9]{40,}', isRandomLooking),
  prefixed('replicate-token', 'r8_', '[A-Za-z0-9]{36,}', isRandomLooking),
  prefixed('perplexity-key', 'pplx-', '[A-Za-z0-9]{40,}', isRandomLooking),
  prefixed('xai-key', 'xai-', '[A-Za-z0-9]{60,}', isRandomLooking),
  prefixed('cerebras-key', 'csk-', '[a-z0-9]{40,}', isRandomLooking),
  prefixed('tavily-key', 'tvly-', '[\\w-]{24,}', isRandomLooking),
  prefixed('langsmith-key', 'lsv2_{pt,sk}_', '[a-f0-9]{32}_[a-f0-9]{10}'),
  prefixed('pinecone-key', 'pcsk_', '\\w{40,}', isRandomLooking),

  // Messages and mail
  prefixed('slack-token', 'xox{a,b,c,d,e,o,p,r,s}{-,.}', '[\\w.%-]{16,}', isRandomLooking),
  prefixed('slack-token', 'xapp-', '\\d-[A-Z0-9]+-\\d+-[a-f0-9]{32,}'),
  after(
    'slack-webhook',
    'hooks.slack.com/',
    () => /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/+-]{30,}/g,
  ),
  after('discord-webhook', '/api/webhooks/', () => /(\/api\/webhooks\/\d{16,20}\/)[\w-]{50,}/g),
  around(
    'discord-token',
    '{MT,Mj,Mz,ND,NT,Nj,Nz,OD,OT}{A,E,I,M,Q,U,Y,c,g,k}',
    '[MNO][DTjz][AEIMQUYcgk][A-Za-z0-9]{20,24}\\.[\\w-]{6}\\.[\\w-]{27,}',
  ),
  after('telegram-token', ':AA', () => /((?<=(?<!\d)\d{8,10}):)AA[\w-]{32,34}(?![\w-])/g),
  prefixed('sendgrid-key', 'SG.', '[\\w-]{16,32}\\.[\\w-]{32,}'),
  prefixed('twilio-key', 'SK{0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,f}', `[0-9a-f]{31}${END}`),
  prefixed('mailgun-key', 'key-', `[0-9a-f]{32}${END}`),
  around(
    'mailgun-key',
    '{mailgun,Mailgun,MAILGUN}',
    '[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\\w-])',
  ),
  around('mailchimp-key', '-us{1,2,3,4,5,6,7,8,9}', '[0-9a-f]{32}-us\\d{1,2}(?![\\w-])'),
  prefixed('brevo-key', 'xkeysib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'),
  prefixed('resend-key', 're_', '[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,}', isRandomLooking),

  // Payments and shops
  prefixed(
    'stripe-key',
    '{sk,rk}_{live,test,org}_',
    '(?:live_|test_)?[A-Za-z0-9]{16,}',
    isRandomLooking,
  ),
  prefixed('stripe-webhook-secret', 'whsec_', '[A-Za-z0-9+/]{24,}={0,2}'),
  prefixed('shopify-token', 'shp{at,ca,pa,ss,ua}_', '[a-fA-F0-9]{32,}'),
  prefixed('square-token', 'sq0{atp,csp,idp}-', '[\\w-]{22,}'),
  prefixed('square-token', 'EAAA', `[\\w-]{60}(?![\\w-])`, isRandomLooking),
  prefixed('facebook-token', 'EAA', '[A-Z][A-Za-z0-9]{80,}', isRandomLooking),
  prefixed('razorpay-key', 'rzp_{live,test}_', '[A-Za-z0-9]{14,}'),

  // Work tools and monitoring
  prefixed('linear-key', 'lin_{api,oauth}_', '[A-Za-z0-9]{32,}'),
  prefixed('notion-token', 'secret_', `[A-Za-z0-9]{43}${END}`, isRandomLooking),
  prefixed('notion-token', 'ntn_', '[A-Za-z0-9]{40,}', isRandomLooking),
  prefixed('airtable-token', 'pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  prefixed('hubspot-token', 'pat-{na,eu,ap}', '\\d-[a-f0-9-]{36}'),
  prefixed('figma-token', 'fig{d,o,u,r}_', '[\\w-]{36,}', isRandomLooking),
  prefixed('posthog-key', 'ph{x,s,r}_', '[A-Za-z0-9]{40,}', isRandomLooking),
  prefixed('contentful-token', 'CFPAT-', '[\\w-]{40,}'),
  prefixed('sentry-token', 'sntry{s,u}_', '[\\w+/=-]{40,}'),
  prefixed('grafana-token', 'glsa_', '[A-Za-z0-9]{32}_[a-fA-F0-9]{8}'),
  prefixed('grafana-token', 'glc_', '[A-Za-z0-9+/]{32,}={0,2}', isRandomLooking),
  prefixed('newrelic-key', 'NR{AK,II,AA,RA,SP}-', '[A-Za-z0-9_-]{20,}'),
  around('newrelic-key', 'NRAL', `(?:eu01xx)?[a-f0-9]{30,36}NRAL${END}`),
  prefixed('dynatrace-token', 'dt0', '[a-z]\\d\\d\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
  prefixed('onepassword-token', 'ops_eyJ', '[\\w-]{100,}={0,2}'),
  prefixed('age-key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{50,}'),

  // Formats
  after(
    'jwt',
    'eyJ',
    () =>
      /(?<=^|[^\w\\-]|\\[nrtbf]|\\u[\dA-Fa-f]{4}|%[\dA-Fa-f]{2}|\[[\d;]{1,8}m|\\)eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){1,3}/g,
  ),
  // A cut one has no signature, or no second part; its first words are always the same.
  after(
    'jwt',
    'eyJ',
    () => /(?<![\w-])eyJ(?:hbGci|0eXAi|raWQi|lbmMi|jdHki|4NXQi|qa3Ui)[\w-]{4,}(?:\.[\w-]*){0,4}/g,
  ),
  // Beside the mark of a cut: what is left of something that was longer.
  after('cut', 'left out …', () => /(left out …(?:\n|\\+n))[\w+/=.-]{12,}/g, {
    confirm: () => /left out …(?:\n|\\+n)[\w+/=.-]{12}/y,
    accept: isRandomLooking,
  }),
  after(
    'cut',
    'left out …',
    () =>
      /(?<![\w+/=.\\-])[\w+/=.-]{12,}(?=(?:\n|\\+n)… \d{1,12} (?:characters|bytes) left out …)/g,
    {
      confirm: () => /(?<=[\w+/=.-]{12}(?:\n|\\+n)… \d{1,12} (?:characters|bytes) )left out …/y,
      accept: isRandomLooking,
    },
  ),
  after(
    'authorization',
    '{authorization,Authorization,AUTHORIZATION}',
    () =>
      /(authorization\\*["'`]?\s{0,3}[:=]\s{0,3}\\*["'`]?(?:basic|bearer|token|apikey|ssws|digest)\s{1,3})[\w.~+/=:-]{8,}/gi,
    { accept: isFilledIn },
  ),
  after('bearer-token', '{bearer,Bearer,BEARER} ', () => /(bearer\s{1,3})[\w.~+/-]{20,}=*/gi, {
    accept: isRandomLooking,
  }),
  after('url-token', '://', () => /(:\/\/)[^\s/?#@:"'`\\[\]]{16,}(?=(?::x-oauth-basic)?@)/g, {
    confirm: () => /:\/\/[^\s/?#@:"'`\\[\]]{16,}(?::x-oauth-basic)?@/y,
    accept: isRandomLooking,
  }),
  // The user may be a mark already, which has a colon of its own.
  after(
    'url-password',
    '://',
    () => /(:\/\/(?:\[redacted:[\w-]+\]|[^\s/?#@:"'`\\[]*):)[^\s/?#"'`\\]+(?=@)/g,
    {
      confirm: () => /:\/\/(?:\[redacted:[\w-]+\]|[^\s/?#@:"'`\\[]*):[^\s/?#@"'`\\]+@/y,
      accept: isFilledIn,
    },
  ),
  after(
    'url-password',
    '://',
    () =>
      /(:\/\/(?:\[redacted:[\w-]+\]|[^\s/?#@:"'`\\[]{0,100}):)[^\s"'`\\<>]{3,200}(?=@[\w.-]{1,200}(?::\d{1,5})?(?:[/?\s"'`\\]|$))/g,
    {
      confirm: () => /:\/\/(?:\[redacted:[\w-]+\]|[^\s/?#@:"'`\\[]{0,100}):[^\s"'`\\<>]{3,200}@/y,
      accept: (secret) => isFilledIn(secret) && /[/?#]/.test(secret) && !PORT.test(secret),
    },
  ),
  after(
    'query-key',
    '{key,Key,auth,appid,sid,session,sessionid}=',
    () =>
      /((?<=[?&]|&amp;|\\u0026)(?:[\w-]{0,24}key|auth|appid|sid|session(?:id)?)=)[\w.~%+-]{16,}/gi,
    { accept: isRandomLooking },
  ),

  // Commands: a shell's line may begin right behind an escaped line end
  after(
    'password',
    '{mysql,mariadb}',
    () =>
      new RegExp(
        `(${COMMAND}(?:mysql(?:dump|admin|import|show|check|pump)?|mariadb(?:-dump|-admin)?)\\s[^\\n"\\\\]{0,200}?(?<=\\s)-p\\\\*["']?)[^\\s"'\`\\\\$]{3,128}`,
        'g',
      ),
    {
      accept: (secret) => isFilledIn(secret) && !/^(?:ort|ass|rotocol|rint|ager|ipe)/.test(secret),
    },
  ),
  after('password', 'sshpass ', () => /(sshpass\s{1,3}-p\s{0,3}\\*["']?)[^\s"'`\\$]{3,128}/g, {
    accept: isFilledIn,
  }),
  ofOption(
    ' login ',
    '(?:docker|podman|buildah|skopeo|nerdctl|oras|crane|helm registry|az acr|az|oc|cf|flyctl) (?:auth )?login',
    '-p[\\s=]{1,3}',
  ),
  ofOption('redis-cli ', 'redis-cli', '-a\\s{1,3}'),
  ofOption('mongo', 'mongo(?:sh|dump|restore|export|import)?', '-p[\\s=]{1,3}'),
  ofOption('unzip ', 'unzip', '-P\\s{1,3}'),
  ofOption('7z{,a,r} ', '7z[ar]?', '-p'),
  ofOption('openssl ', 'openssl', '-k\\s{1,3}'),
  ofOption('ldap', 'ldap(?:search|modify|add|delete|whoami|passwd)', '-w\\s{0,3}'),
  ofOption('smbclient ', 'smbclient', '-U\\s{0,3}[\\w.-]{1,64}%'),
  after(
    'password',
    'htpasswd ',
    () =>
      /(htpasswd (?=(?:-[A-Za-z]{1,8} ){0,4}-[A-Za-z]{0,7}b)(?:-[A-Za-z]{1,8} ){1,5}(?:[^\s"'\\]{1,200} ){1,2}?)[^\s"'`\\$]{3,128}(?=\s{0,3}(?:$|[\n;&|>"'`\\]))/g,
    { accept: isFilledIn },
  ),
  after(
    'password',
    '--from-literal',
    () =>
      /((?<=secret\s[^\n"\\]{0,300})--from-literal[\s=]{1,3}["']?[\w.-]{1,100}=)[^\s"'`\\$]{3,512}/g,
    { accept: isFilledIn },
  ),
  after(
    'password',
    'sudo -S',
    () => /((?:echo|printf) \\*["']?)[^\s"'`\\$]{3,128}(?=\\*["']?\s{0,3}\|\s{0,3}sudo -S)/g,
    { accept: isFilledIn },
  ),

  after('password', 'pass:', () => /(-pass(?:in|out)?\s{1,3}pass:)[^\s"'`\\$]{3,128}/g, {
    accept: isFilledIn,
  }),
  after(
    'secret',
    'setx ',
    () =>
      /((?:(?<![A-Za-z-])|(?<=\\[nrt]))setx (?:\/m )?[A-Z][A-Z0-9_]{0,40}(?:KEY|TOKEN|SECRET|PASS\w{0,8}|PWD) \\*["']?)[^\s"'`\\%$]{3,512}/g,
    { accept: isFilledIn },
  ),
  after(
    'password',
    'sudo -S',
    () => /(sudo -S[^\n"\\]{0,100}?<<<\s{0,3}\\*["']?)[^\s"'`\\$]{3,128}/g,
    { accept: isFilledIn },
  ),
  after(
    'password',
    '-stdin',
    () =>
      /((?:echo|printf)(?: -n)? \\*["']?)[^\s"'`\\$]{3,512}(?=\\*["']?\s{0,3}\|[^\n|"\\]{1,200}--(?:password|token)-stdin)/g,
    { accept: isFilledIn },
  ),
  after(
    'secret',
    'vault ',
    () =>
      /((?<=vault (?:kv )?(?:write|put|patch) [^\n"\\]{1,300})\s[\w.-]{1,100}=\\*["']?)[^\s"'`\\$@-][^\s"'`\\$]{5,512}/g,
    { accept: isFilledIn },
  ),
  after(
    'password',
    'auth',
    () =>
      /((?:(?<![A-Za-z-])|(?<=\\[nrt]))auth\s?=\s?\(\\*["'][^"'\\\n]{1,64}\\*["']\s?,\s?\\*["'])[^\s"'\\]{4,128}/g,
    { confirm: () => /auth\s?=\s?\(\\*["']/y, accept: isFilledIn },
  ),
  // A variable whose value a shell reads from the next line
  after(
    'secret',
    '{PASSWORD,PASSWD,PASS,PWD,TOKEN,SECRET,KEY}=',
    () =>
      /((?:PASSWORD|PASSWD|PASS|PWD|TOKEN|SECRET|KEY)=(?:\\{1,2}|`)(?:\r?\n|\\n)[ \t]{0,8})[^\s"'`\\$]{6,256}/g,
    { accept: isFilledIn },
  ),
  after(
    'password',
    '{pw,PW}=',
    () => /((?:(?<![A-Za-z-])|(?<=\\[nrt]))pw=)[^\s"'`\\$;&|,)]{6,128}/gi,
    {
      accept: isFilledIn,
    },
  ),
  // In prose and behind a space the word alone proves nothing: the value must look made, not written.
  after(
    'secret',
    `{token,password,passwd,ssh-pass,_password,TOKEN,PASSWORD,Password,Token,login} `,
    () =>
      /((?:(?<![A-Za-z-])|(?<=\\[nrt]))(?:token|password|passwd|ssh-pass|_password|login [\w.@-]{1,64})\s{1,3}(?:(?:is|was)\s{1,3})?\\*["'`]?)[\w!@#%^&*+?~/=.-]{8,256}(?![\w([/])/gi,
    {
      confirm: () =>
        /(?:token|password|passwd|ssh-pass|_password|login [\w.@-]{1,64}) {1,3}(?:(?:is|was) {1,3})?\\*["'`]?(?=[\w!@#%^&*+?~/=.-]{0,200}\d)[\w!@#%^&*+?~/=.-]{8}/iy,
      accept: isMade,
    },
  ),

  // Files and headers
  after(
    'password',
    '{machine,default}',
    () =>
      new RegExp(
        `((?:machine${GAP}\\S{1,200}?|default)${GAP}login${GAP}\\S{1,200}?${GAP}(?:account${GAP}\\S{1,200}?${GAP})?password${GAP})[^\\s"'\\\\]{3,200}`,
        'g',
      ),
    { accept: isFilledIn },
  ),
  after(
    'password',
    ':{5432,5433,6432}:',
    () =>
      /((?<![\w./*-])[\w.*-]{1,200}:\d{4}:[\w.*-]{1,64}:[\w.@-]{1,64}:)[^\s:"'`\\]{3,200}(?=$|[\s"'`\\])/g,
    { accept: isFilledIn },
  ),
  after(
    'npm-auth',
    '_auth',
    () => /((?:(?<![A-Za-z0-9])|(?<=\\[nrt]))_auth\s?=\s?\\*["']?)[A-Za-z0-9+/]{8,}={0,2}/g,
  ),
  after('password-hash', '$apr1$', () => /\$apr1\$[^\s$"':]{1,16}\$[./A-Za-z0-9]{16,}/g),
  after(
    'password-hash',
    '${1,5,6,y}$',
    () => /\$[156y]\$[^\s$"':]{1,32}(?:\$[^\s$"':]{1,32})?\$[./A-Za-z0-9]{20,}/g,
  ),
  after('password-hash', '$2{a,b,x,y}$', () => /\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}/g),
  after(
    'password-hash',
    '$argon2',
    () => /\$argon2(?:id|i|d)\$v=\d+\$[\w=,]{3,60}\$[A-Za-z0-9+/]{8,}\$[A-Za-z0-9+/]{16,}/g,
  ),
  after('password-hash', 'SHA', () => /\{S?SHA(?:256|512)?\}[A-Za-z0-9+/]{20,}={0,2}/g),
  after(
    'cookie',
    '{cookie,Cookie,COOKIE}',
    () =>
      /((?:set-)?cookie2?\\*["']?\s{0,3}:\s{0,3}\\*["']?)[\w.-]{1,64}=[^;\s"'\\]{0,4096}(?:;\s?[\w.-]{1,64}(?:=[^;\s"'\\]{0,4096})?)*/gi,
    { accept: hasSessionValue },
  ),
]

/** What follows a host's name and a colon: a port, not a password. */
const PORT = /^\d{1,5}(?:[/?#]|$)/

const COOKIE_ATTRIBUTE = /^\s*(?:expires|path|domain|max-age|samesite|version|comment)=/i

/** Some part of a cookie tells its visitor from others. */
function hasSessionValue(cookie: string): boolean {
  return cookie.split(';').some((pair) => {
    const value = pair.slice(pair.indexOf('=') + 1)
    if (COOKIE_ATTRIBUTE.test(pair) || !pair.includes('=') || isTemplate(value)) return false
    const isSession = /^\s*(?:session(?:id)?|sid|auth|token|jwt)=/i.test(pair)
    return value.length >= (isSession ? 6 : 16) || (value.length >= 8 && /\d/.test(value))
  })
}
