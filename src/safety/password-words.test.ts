import { expect, it } from 'vitest'
import { hasSecret, redactJson, redactText, redactValue } from './redact.js'

const SHUFFLED = 'NIgfPQIyBhrtJD'

/** A line with a place for the secret, and the secret. */
const HIDDEN: readonly (readonly [line: string, secret: string])[] = [
  ['POSTGRES_PASSWORD: §', SHUFFLED],
  ['POSTGRES_PASSWORD: §', 'swordfish'],
  ['POSTGRES_PASSWORD: §', 'Sommer2024'],
  ['  POSTGRES_PASSWORD: "§"', SHUFFLED],
  ['"password": "§"', SHUFFLED],
  ['"password": "§",', 'correcthorsebatterystaple'],
  ['db_password: §', SHUFFLED],
  ['token = "§"', SHUFFLED],
  ['CLIENT_SECRET=§', SHUFFLED],
  ['--password §', 'swordfish'],
  ['mysqladmin --password § --host db', 'swordfish'],
  ['export DB_PASSWORD=§', 'correcthorsebatterystaple'],
  ['DB_PASSWORD=§', 'correct-horse-battery-staple'],
  ['PASSWORD=§ npm start', 'iloveyou'],
  ['password: §', 'Sommer2024'],
  ['password: §', 'hunter2horse'],
  ['password: §', 's3cr3t'],
  ['contraseña: §', 'elc8gYV59GAg'],
  ['mot de passe : §', 'DAeoAb8KIsPg'],
  ['mot de passe : §', 'Bordeaux-33'],
  ['Passwort: §', 'DAeoAb8KIsPg'],
  ['senha: §', 'DAeoAb8KIsPg'],
  ['redis-cli -a § ping', 'u4ZTHeitd28PDt'],
  ['redis-cli -h cache -a § ping', 'swordfish'],
  ['mongo -u ada -p §', 'swordfish'],
  ['mongodump --db shop -p=§', 'S3cretPass99'],
  ['kubectl create secret generic x --from-literal=pw=§', 'CJ6ZKOGqskVOqD'],
  ['kubectl create secret generic x --from-literal=user=ada --from-literal=pw=§', 'swordfish'],
  ['localhost:5432:shop:ada:§', 'RGu7x8eDygkXph'],
  ['db.example.test:5432:*:ada:§', 'swordfish'],
  ['htpasswd -b .htpasswd ada §', 'swordfish'],
  ['htpasswd -nb ada §', 'swordfish'],
  ['unzip -P § a.zip', 'swordfish'],
  ['7z x -p§ a.7z', 'swordfish'],
  ['az login -u ada -p §', 'swordfish'],
  ['openssl enc -aes-256-cbc -k § -in x', 'swordfish'],
  ['ldapsearch -x -w § -b dc=x', 'swordfish'],
  ['smbclient -U ada%§ //host/share', 'swordfish'],
  ['echo "§" | sudo -S ls', 'swordfish'],
]

/** Where nothing but a secret is written it is one, however it looks. */
const IN_PLACE: typeof HIDDEN = [
  ['{"password":"§"}', 'hunterabcd'],
  ['{"api_key": "§"}', 'Xabcdef12!'],
  ["{'DB_PASS': '§'}", 'hunterabcd'],
  ['--password=§', 'hunterabcd'],
  ['--api-key §', 'hunterabcd'],
  ['curl https://a.example/?token=§&x=1', 'hunterabcd'],
  ['x-api-key: §', 'hunterabcd'],
  ['PRIVATE-TOKEN: §', 'hunterabcd'],
  ['//registry.example.test/:_authToken=§', 'hunterabcd'],
  ["export SECRET_TOKEN='§'", 'hunterabcd'],
  ["$env:DB_PASSWORD = '§'", 'hunterabcd'],
  ['setx API_KEY §', 'hunterabcd'],
  ['openssl enc -pass pass:§', 'hunterabcd'],
  ['DB_PASSWORD=\\\n§', 'hunterabcd'],
  ['DB_PASSWORD=`\n§', 'hunterabcd'],
  ['auth=("bob","§")', 'hunterabcd'],
  ['sudo -S <<< §', 'hunterabcd'],
  ['echo § | docker login --password-stdin', 'hunterabcd'],
  ['pw=§', 'hunterabcd'],
  ['vault kv put secret/x value=§', 'hunterabcd'],
  ['Cookie: session=§; a=b', 'hunterabcd'],
  ['Set-Cookie: sid=§; Path=/', 'hunterabcd'],
  ['<password>§</password>', 'hunterabcd'],
  ['Server=x;Password=§;', 'hunterabcd'],
  ['java -Dpassword=§', 'hunterabcd'],
  ['ansible_ssh_pass=§', 'hunterabcd'],
  ['AccountKey=§', 'hunterabcd'],
  ['kubectl --token=§ get po', 'hunterabcd'],
  ["gpg --passphrase '§'", 'hunterabcd'],
  ['token §', '9f86d081884c7d659a2feaa0c55ad015'],
  ['the password is §', 'Xabcdef12!'],
  ['npm config set //r/:_password §', 'k3Jd92mQpL0aXz77'],
  ['login bob §', 'k3Jd92mQpL0aXz77'],
]

it.each([...HIDDEN, ...IN_PLACE])('%s does not get through with %s', (line, secret) => {
  const text = line.replace('§', secret)
  for (const around of [text, `First this.\n${text}\nThen that.`]) {
    expect(redactText(around)).not.toContain(secret)
    const json = redactJson(JSON.stringify({ output: around, next: 'kept' }))
    expect(json).not.toContain(secret)
    expect(JSON.parse(json)).toMatchObject({ next: 'kept' })
  }
})

it('a value under a key that says password does not get through', () => {
  expect(redactValue({ password: SHUFFLED })).toEqual({ password: '[redacted:password]' })
})

it.each([
  'password: string',
  'password: required',
  'password: Buffer',
  'password: hashedPassword2',
  'password: passwordSchema',
  'PASSWORD: string',
  'DB_PASSWORD: Buffer',
  'DB_PASSWORD: z.string()',
  'DB_PASSWORD: SecretStr',
  'DB_PASSWORD: required',
  'DB_PASSWORD=required',
  'DB_PASSWORD=postgres',
  'DB_PASSWORD=changeme',
  'DB_PASSWORD=$OTHER_PASSWORD',
  'DB_PASSWORD=<the password>',
  'FORGOT_PASSWORD: forgotPassword',
  'type PASSWORD = string | undefined',
  'type PASSWORD = Branded',
  'enum Kind { PASSWORD = "password", RESET_PASSWORD = "reset-password" }',
  'const PASSWORD = readPassword',
  'login(user, password=password)',
  'login(user, password=user_password, token=access_token)',
  '  --password string   the password of the user',
  'Use --password instead of the variable.',
  'Pass --password with a value.',
  'Use `--password` where no terminal is.',
  '"password": "required"',
  '"password": "Passwort"',
  '"password": "The password is required"',
  '"token": "EndOfFileToken"',
  'token: HTMLInputElement',
  'token: XMLHttpRequest',
  'secret: JSONWebTokenSecret',
  'Passwort: falsch',
  'mot de passe : incorrect',
  'contraseña: obligatoria',
  'kubectl create configmap x --from-literal=mode=production',
  'docker run --name mongo -p 27017:27017 mongo',
  'docker run -p 6379:6379 redis',
  'src/cart.ts:5432:12: error: it broke',
  'psql -h localhost -p 5432 shop ada',
  'unzip -p a.zip file.txt',
  'redis-cli -h cache ping',
  'echo done | sudo tee /etc/x',
])('%s stays readable', (text) => {
  expect(hasSecret(text)).toBe(false)
})
