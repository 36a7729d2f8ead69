import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasSecret } from './redact.js'

const SHA1 = '8f14e45fceea167a5a36dedd4bea2543c1d2e3f4'
const UUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const BASE64_IMAGE = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk${'YPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='}`

describe('ordinary text', () => {
  it.each([
    // Hashes, ids, versions
    `commit ${SHA1}`,
    `Merge ${SHA1.slice(0, 7)} into main`,
    UUID,
    `"session_id": "${UUID}"`,
    `"integrity": "sha512-zXN5GUlOd1C4s5QYx1Ofs7aHVWMDnNPQq6DqZ0Vxzv8JKa6Q8+5mRb0QzS1nWwQw1w9dF2g=="`,
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    `etag: W/"${SHA1}"`,
    'version 1.0.0-beta.12+exp.sha.5114f85',
    '"resolved": "https://mirror.test/left-pad/-/left-pad-1.3.0.tgz"',
    'yaml@^2.9.1, zod@4.6.7, @types/node@20.19.43',
    '20260117T101010123Z',
    'docker.io/library/node@sha256:0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9',
    // Code
    'password = getPassword()',
    'const password = await readPassword(rl)',
    'token: string',
    'token?: string | undefined',
    'secret: process.env.X',
    'secret: process.env["APP_SECRET_2024"]',
    'apiKey: config.providers.openai.apiKey2',
    'const token = tokens[index + 1]',
    'let token = this.tokens.shift()',
    'this.token = token',
    'function check(password: Uint8Array, secret: BufferSource) {}',
    'password: z.string().min(8).max(128)',
    'token: { type: "string", minLength: 16 }',
    'private readonly token: AccessToken2Response',
    'if (token === "EndOfFileToken") return',
    'const apiKey = os.environ["OPENAI_API_KEY"]',
    'api_key = os.getenv("API_KEY_V2")',
    'export SECRET="$(vault read -field=value secret/app1)"',
    'PASSWORD=$DB_PASSWORD_1',
    'PASSWORD=${DB_PASSWORD:?unset}',
    'TOKEN={{ secrets.NPM_TOKEN_2 }}',
    'GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}',
    'Authorization: Bearer ${token}',
    'Authorization: Bearer <your token>',
    'headers.authorization = `Bearer ${accessToken}`',
    '.sk-fading-circle .sk-circle-before-animation-delay-12 { width: 100% }',
    'sk-cube-grid-sk-cube sk-cube-animation-delay-scale-2s',
    'background:#a1b2c3;color:rgba(12,34,56,.78)',
    '!function(e,t){var n=e.key,r="a1b2";for(var i=0;i<t.length;i++)n^=t[i]}(self,[1,2,3]);',
    'aVeryLongIdentifierNameThatGoesOnAndOnForTheSakeOfClarity2WithDigits3Inside',
    'import { tokenizer as tokenizer2024 } from "./tokenizer.js"',
    '"inputTokens":12345,"outputTokens":678,"tokenCount":9',
    '"max_tokens": 4096, "token_limit": "128000"',
    'const SECRET_RULES = buildRules2(anchors)',
    'eyJ is how base64 of {" begins',
    'hf_hub_download(repo_id="org/model-7b", filename="config.json")',
    'npm_config_registry_timeout_in_milliseconds=30000',
    're_compiled_pattern_for_identifiers_v2 = re.compile(r"[a-z]+")',
    'secret_manager_client_configuration_builder_v2',
    'key-value store, key-0 to key-99',
    // Placeholders and documentation
    'password: "changeme"',
    'password: "change-me-123"',
    'password: "password123"',
    'API_KEY=<your key>',
    'API_KEY=your-api-key-here-1',
    'api_key: "xxxxxxxxxxxxxxxxxxxx1"',
    'OPENAI_API_KEY=sk-...',
    'OPENAI_API_KEY=sk-your-key-goes-here-1234',
    `keys look like ${'sk-'}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`,
    `${'ghp'}_ followed by 36 characters`,
    'token: "********"',
    'secret = "[redacted:secret]"',
    'password: "Enter your new password, at least 8 characters"',
    'label.password = "auth.form.password2.label"',
    'secret: "/run/secrets/db_password_1"',
    'token_url: "https://login.test/oauth2/v2.0/token"',
    'token: "https://login.test/oauth2/v2.0/token"',
    'passwordHashAlgorithm: "pbkdf2-sha512-base64"',
    'secret: "sha256-base64url"',
    'The token was rejected: status 401 at 10:32:07',
    'The token expired, and the password is wrong',
    'the token is refreshed2times by now',
    'token usage: 12345 of 200000; password reset-link-2024',
    'fetch(url, { credentials: "include" })',
    '"credentials": "same-origin", "token": "identifier", "password": "required"',
    'auth=(user, password)',
    'login bob and log in again',
    'https://login.test/?token=$TOKEN&next=/a',
    '"password": "Contraseña", "token": "string"',
    'TOKEN=$(cat token.txt)',
    'Bearer authentication-is-required-for-this-endpoint',
    'Basic authentication',
    // Paths, addresses, data
    '/usr/lib/python3.11/site-packages/cryptography/hazmat/primitives/serialization.py',
    'C:\\Users\\dev\\AppData\\Local\\Temp\\build-2024-01-17T10-32-07',
    'http://localhost:3000/@vite/client',
    'https://example.test:8080/path?sig=1&token=2',
    'git@github.test:owner/name.git',
    'ssh://git@host.test:2222/owner/name.git',
    'http://user:${PASSWORD}@host.test',
    'https://<user>:<password>@host.test',
    BASE64_IMAGE,
    '12345678:00:11 elapsed, 99%',
    'MIT License, Copyright (c) 2024',
    'AC power, SK telecom, EAA and LTAI are words',
  ])('is left alone: %s', (text) => {
    expect(hasSecret(text)).toBe(false)
  })
})

const MIN_LINES = 10_000
const MAX_LINE = 500
const PACKAGES = [
  'zod',
  'yaml',
  'commander',
  'vitest',
  'fast-check',
  'ajv',
  'typescript',
  '@types/node',
  'vite',
]
const CODE = /\.(?:[cm]?[jt]sx?|md|ya?ml|json)$/

function* codeLines(folder: string): Generator<{ file: string; line: string }> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !CODE.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line.trim() !== '' && line.length <= MAX_LINE) yield { file, line }
    }
  }
}

describe('ten thousand lines of ordinary code and more', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const folders = [
    ...['src', 'docs', 'dashboard/src', 'schemas', 'scripts', 'bench', 'evals', 'measure'].map(
      (name) => path.join(root, name),
    ),
    ...PACKAGES.map((name) => path.join(root, 'node_modules', name)),
  ]

  it('raise an alarm on fewer than one in a thousand', () => {
    let count = 0
    const alarms: string[] = []
    for (const folder of folders) {
      for (const { file, line } of codeLines(folder)) {
        count++
        if (hasSecret(line)) alarms.push(`${path.relative(root, file)}: ${line.trim()}`)
      }
    }
    expect(count).toBeGreaterThan(MIN_LINES)
    const share = alarms.length / count
    expect({ share, alarms: share < 0.001 ? [] : alarms }).toEqual({ share, alarms: [] })
  })
})

/** Lines as programs print and people write them, drawn from parts: what one of them says is made up. */
function* ordinaryLines(count: number): Generator<string> {
  let state = 7
  const pick = <T>(from: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return from[(state >>> 8) % from.length]!
  }
  const number = () => String(state % 10_000)
  const names = [
    'cart',
    'user',
    'session',
    'order',
    'index',
    'cache',
    'login',
    'token',
    'key',
    'machine',
  ]
  const forms: (() => string)[] = [
    () => `${pick(names)}_${pick(names)} = ${number()}`,
    () => `const ${pick(names)}Key = \`\${${pick(names)}.id}:${number()}\``,
    () =>
      `https://${pick(names)}.test/${pick(names)}/${number()}?page=${number()}&sort=${pick(names)}`,
    () => `GET /api/${pick(names)}/${number()} 200 ${number()}ms`,
    () => `Cookie: theme=dark; lang=${pick(['de', 'fr', 'es', 'pt'])}`,
    () => `docker run -p ${number()}:80 ${pick(names)}:latest`,
    () => `mysql -h db -P 3306 -u ${pick(names)} ${pick(names)}`,
    () => `the ${pick(names)} password is wrong (${number()} tries)`,
    () => `"${pick(names)}": ["${pick(names)}", "${pick(names)}-${number()}"]`,
    () => `CACHE_KEY=${pick(names)}:${number()}:v2`,
    () => `<${pick(names)}>${pick(names)} ${number()}</${pick(names)}>`,
    () => `ssh://git@${pick(names)}.test:2222/${pick(names)}/${number()}.git`,
    () =>
      `${pick(['Passwort', 'mot de passe', 'contraseña', 'senha'])}: ${pick(['falsch', 'oublié', 'incorrecta', 'errada'])}`,
    () => `http://localhost:${number()}/@${pick(names)}/client`,
  ]
  for (let n = 0; n < count; n += 1) yield pick(forms)()
}

it('ten thousand made-up lines of logs, code and prose raise none', () => {
  const alarms = [...ordinaryLines(10_000)].filter(hasSecret)
  expect(alarms.slice(0, 10)).toEqual([])
})
