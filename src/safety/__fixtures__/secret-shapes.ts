import { randomBase64, randomHex, randomValue, TOKEN_SAMPLES } from './token-samples.js'

/** A secret in the surroundings by which it is known. */
export interface SecretShape {
  title: string
  text: string
  secret: string
}

/** Text around a place for a value. */
type Template = [title: string, before: string, after?: string]

const fill = (templates: readonly Template[], make: () => string): SecretShape[] =>
  templates.map(([title, before, after = '']) => {
    const secret = make()
    return { title, text: `${before}${secret}${after}`, secret }
  })

const KEYS = fill(
  [
    ['a key of the environment', 'DD_APP_KEY='],
    ['a key of the environment, exported', 'export SHOP_KEY='],
    ['a key of the environment, quoted', 'ALGOLIA_ADMIN_KEY="', '"'],
    ['a key of the environment in a Dockerfile', 'ENV MAILER_KEY='],
    ['a key of the environment in Compose', '      - SEARCH_KEY='],
    ['a key of the environment in YAML', '  BILLING_KEY: "', '"'],
    ['a key of the environment in Windows', 'set MAPS_KEY='],
    ['a key of the environment in PowerShell', '$env:SHOP_API_KEY = "', '"'],
    ['an app key', 'app_key='],
    ['a client key', 'clientKey: "', '"'],
    ['a consumer key', "consumer_key = '", "'"],
    ['a session key', 'sessionKey = "', '"'],
    ['an encryption key', 'ENCRYPTION_KEY='],
    ['a signing key', 'signing-key: "', '"'],
    ['a webhook key', 'webhookKey="', '"'],
    ['a key with a number', 'SERVICE_KEY_2='],
    ['a secret key base', 'SECRET_KEY_BASE='],
    ['a base64 key', 'MASTER_KEY_BASE64='],
    ['a storage key', 'storage_key: "', '"'],
    ['a properties file', 'spring.datasource.password='],
    ['an INI file', '[db]\npassword = "', '"'],
    ['a TOML file', 'auth_token = "', '"'],
    ['a JSON file', '{"client_secret": "', '"}'],
    ['a JSON file inside JSON', '{\\"api_key\\": \\"', '\\"}'],
    ['a Python dict', "{'access_token': '", "'}"],
    ['a Ruby hash', ':secret_access_key => "', '"'],
    ['a Go literal', 'Token: "', '",'],
    ['a Java constant', 'static final String API_KEY = "', '";'],
    ['a PHP constant', "define('DB_PASSWORD', '", "');"].slice(0, 2) as Template,
    ['a Kotlin value', 'val apiKey: String = "', '"'],
    ['a Terraform variable', 'access_key = "', '"'],
    ['a Helm value', '--set auth.password='],
    ['a flag', 'deploy --api-token '],
    ['a flag with =', 'deploy --client-secret='],
    ['a header', 'X-Api-Key: '],
    ['a header of a vault', 'X-Vault-Token: '],
    ['a header in curl', "curl -H 'X-Auth-Token: ", "' https://x.test"],
    ['a query', 'https://x.test/feed?access_token='],
    ['a query with key', 'https://maps.test/js?key='],
    ['a query with key, further on', 'https://maps.test/js?v=3&key=', '&l=de'],
    ['a query with apikey', 'https://x.test/?apikey='],
    ['a query with auth', 'https://x.test/?auth='],
    ['a query with a session', 'https://x.test/?sid='],
    ['a query in JSON', '{"url": "https://x.test/?a=1\\u0026key=', '"}'],
    ['an npmrc token', '//npm.x.test/:_authToken='],
    ['a gradle property', 'signing.keyPassword='],
    ['a Maven server', '<server><password>', '</password></server>'],
    ['an XML element', '<apiKey>', '</apiKey>'],
    ['an XML element with a namespace', '<wsse:Password Type="Text">', '</wsse:Password>'],
    ['an XML element of a client', '<clientSecret>', '</clientSecret>'],
    ['an XML token', '<accessToken>', '</accessToken>'],
    ['a plist', '<authToken>', '</authToken>'],
    ['a web.config', '<add key="x" apiKey="', '" />'],
  ].filter(([title]) => title !== 'a PHP constant') as Template[],
  () => randomValue(28),
)

const PASSWORDS = fill(
  [
    ['netrc on one line', 'machine x.test login ada password '],
    ['netrc on lines', 'machine x.test\n  login ada\n  password '],
    ['netrc in JSON', '{"out": "machine x.test\\n  login ada\\n  password ', '\\n"}'],
    ['netrc without a machine', 'default login ada password '],
    ['mysql -p', 'mysql -u root -p', ' shop'],
    ['mysql -p, quoted', "mysql -u root -p'", "' shop"],
    ['mysqldump -p', 'mysqldump --all-databases -uroot -p', ' > all.sql'],
    ['mysqladmin -p', 'mysqladmin -u root -p', ' status'],
    ['mariadb -p', 'mariadb -h db -u app -p', ' shop'],
    ['mysql in JSON', '{"command": "cd x\\nmysql -u root -p', ' shop"}'],
    ['sshpass -p', 'sshpass -p ', ' ssh ada@x.test'],
    ['sshpass -p, quoted', "sshpass -p '", "' ssh ada@x.test"],
    ['sshpass -p, without a space', 'sshpass -p', ' ssh ada@x.test'],
    ['sshpass in JSON', '{"command": "a\\nsshpass -p ', ' scp a b"}'],
    ['docker login -p', 'docker login -u ada -p ', ' x.test'],
    ['docker login -p=', 'docker login -u ada -p=', ' x.test'],
    ['docker login --password', 'docker login -u ada --password '],
    ['podman login -p', 'podman login -p ', ' x.test'],
    ['helm registry login -p', 'helm registry login x.test -u ada -p '],
    ['az acr login -p', 'az acr login -n shop -u ada -p '],
    ['docker login in JSON', '{"command": "x\\ndocker login -u ada -p ', '"}'],
    ['curl -u', 'curl -u ada:', ' https://x.test'],
    ['curl --user', 'curl --user ada:', ' https://x.test'],
    [
      'curl -u in JSON, at the start of a line',
      '{"command": "set -e\\ncurl -s -u ada:',
      ' https://x.test"}',
    ],
    ['a password of PostgreSQL', 'PGPASSWORD=', ' psql -h db'],
    ['a password of Redis', 'redis-cli --pass '].slice(0, 2) as Template,
    ['a URL', 'postgres://ada:', '@db.test:5432/shop'],
    ['a URL with a hash in it', 'postgres://ada:x#', '@db.test:5432/shop'],
    ['a URL with a slash in it', 'mongodb://ada:x/', '@db.test/shop'],
    ['a URL with both in it', 'amqps://ada:a/b#', '@mq.test:5671'],
    ['a URL without a user', 'redis://:', '@cache.test:6379/0'],
    ['a URL of git', 'https://x-access-token:', '@git.test/a/b.git'],
    ['a URL in JSON', '{"url": "mysql://ada:', '@db.test/shop"}'],
    ['German', 'Passwort: "', '"'],
    ['German, another word', 'kennwort = "', '"'],
    ['German, in the environment', 'DB_PASSWORT='],
    ['German, a secret', 'geheimnis: "', 'aB3dE6"'],
    ['French', 'mot de passe : "', '"'],
    ['French, one word', 'motdepasse="', '"'],
    ['French, short', 'mdp="', '"'],
    ['French, a token', 'jeton = "', 'aB3dE6"'],
    ['Spanish', 'contraseña: "', '"'],
    ['Spanish, without its sign', 'contrasena = "', '"'],
    ['Spanish, a key', 'clave="', '"'],
    ['Spanish, in the environment', 'DB_CLAVE='],
    ['Portuguese', 'senha: "', '"'],
    ['Portuguese, in the environment', 'SENHA='],
    ['Portuguese, of Portugal', 'palavra-passe: "', '"'],
    ['JSON in German', '{"passwort": "', '"}'],
    ['JSON in Spanish', '{"contrase\\u00f1a": "', '"}'],
  ].filter(([title]) => title !== 'a password of Redis') as Template[],
  () => `x${randomValue(9)}`,
)

const PHRASES: SecretShape[] = [
  ['a password with spaces', 'password = "', 'river stone 47 lamp', '"'],
  ['a password with spaces in JSON', '{"password": "', 'Blue! kettle 9 fox', '"}'],
  ['a password with spaces in YAML', "db_password: '", 'tall grass & 3 crows', "'"],
  ['a passphrase', 'passphrase: "', 'quiet 8 harbour lights', '"'],
].map(
  ([title, before, secret, after]) =>
    ({ title, text: `${before}${secret}${after}`, secret }) as SecretShape,
)

const session = randomValue(26)
const HEADERS: SecretShape[] = [
  ['Cookie', `Cookie: theme=dark; sid=${session}; lang=de`, session],
  ['Set-Cookie', `Set-Cookie: session=${session}; Path=/; HttpOnly; Secure`, session],
  ['cookie in a request', `curl -H 'Cookie: JSESSIONID=${session}' https://x.test`, session],
  ['cookie in JSON', `{"headers": {"cookie": "connect.sid=${session}; a=b"}}`, session],
  ['Set-Cookie in a log', `< set-cookie: auth=${session}; Max-Age=3600`, session],
].map(([title, text, secret]) => ({ title, text, secret }) as SecretShape)

const [first, second] = [randomValue(24), randomValue(24)]
const LISTS: SecretShape[] = [
  ['tokens', `{"tokens": ["${first}", "${second}"]}`, second],
  ['tokens on lines', `tokens = [\n  "${first}",\n  "${second}",\n]`, second],
  ['API keys', `api_keys: ['${first}', '${second}']`, second],
  ['passwords', `passwords = ["${first}", "${second}"]`, first],
  ['tokens in JSON in JSON', `{\\"tokens\\": [\\"${first}\\", \\"${second}\\"]}`, second],
].map(([title, text, secret]) => ({ title: `a list of ${title}`, text, secret }) as SecretShape)

const salt = randomValue(8)
const HASHES: SecretShape[] = [
  ['Apache', `ada:$apr1$${salt}$${randomValue(22)}`],
  ['bcrypt', `ada:$2y$05$${randomValue(53)}`],
  ['bcrypt of another kind', `ada:$2b$12$${randomValue(53)}`],
  ['SHA-512', `ada:$6$${salt}$${randomValue(86)}:19000:0:99999`],
  ['SHA-256', `ada:$5$${salt}$${randomValue(43)}`],
  ['MD5', `ada:$1$${salt}$${randomValue(22)}`],
  ['SHA-1', `ada:{SHA}${randomBase64(27)}=`],
  ['salted SHA-1', `userPassword: {SSHA}${randomBase64(38)}==`],
  ['Argon2', `ada:$argon2id$v=19$m=65536,t=3,p=4$${randomBase64(22)}$${randomBase64(43)}`],
].map(
  ([title, text]) =>
    ({
      title: `a hash of ${title}`,
      text: text!,
      secret: /[^$}:]{20,}/.exec(text!)![0],
    }) as SecretShape,
)

const user = randomHex(40)
const USERS: SecretShape[] = [
  { title: 'a token as the user of a URL', text: `https://${user}@git.test/a/b.git`, secret: user },
  {
    title: 'a token as the user, with a filler',
    text: `https://${user}:x-oauth-basic@git.test/a`,
    secret: user,
  },
  ...fill(
    [
      ['an npmrc login', '_auth='],
      ['an npmrc login of one host', '//npm.x.test/:_auth='],
    ],
    () => `${randomBase64(24)}==`,
  ),
]

/** Every shape that must not get through, those of the providers first. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  ...TOKEN_SAMPLES.map(({ kind, text, secret }) => ({ title: kind, text, secret })),
  ...KEYS,
  ...PASSWORDS,
  ...PHRASES,
  ...HEADERS,
  ...LISTS,
  ...HASHES,
  ...USERS,
]
