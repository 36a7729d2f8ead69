import { describe, expect, it } from 'vitest'
import { redactText } from './redact.js'

const QUARTER = 256 * 1024

/** Texts made to send a careless pattern back and forth. */
const ATTACKS: [string, string][] = [
  ['ordinary JSON', '{"kind":"session-stopped","files":["src/a.ts"],"inputTokens":12},'],
  ['one letter', 'a'],
  ['hexadecimal', '0123456789abcdef'],
  ['backslashes', '\\'],
  ['escaped quotes', '\\"'],
  ['line ends in JSON', '\\n'],
  ['JWT beginnings', 'eyJ-'],
  ['JWT parts', 'eyJhbGciOi.'],
  ['OpenAI beginnings', 'sk-'],
  ['OpenAI segments', 'sk-a-bc-'],
  ['GitLab beginnings', 'glpat-'],
  ['Slack beginnings', 'xoxb-'],
  ['Discord beginnings', 'MTA'],
  ['Square beginnings', 'EAAA'],
  ['Terraform middles', '.atlasv1.'],
  ['Azure middles', '8Q~'],
  ['Doppler beginnings', 'dp.pt.'],
  ['Telegram beginnings', '12345678:AA'],
  ['URL beginnings', '://a:'],
  ['URL passwords', '://:b@'],
  ['assignments', 'password='],
  ['quoted assignments', 'token="'],
  ['escaped assignments', 'secret=\\"'],
  ['assignments with spaces', 'password        '],
  ['typed assignments', 'token: string '],
  ['flags', '--token '],
  ['flag beginnings', '--a-'],
  ['curl commands', 'curl -u '],
  ['options of commands', 'htpasswd -b redis-cli -a mongo -p 7z -p unzip -P '],
  ['options of one command', 'redis-cli -'],
  ['words behind a command', 'htpasswd -b a '],
  ['literals of a secret', 'secret --from-literal='],
  ['words for sudo', 'echo a | sudo -S '],
  ['lines of logins', 'a:5432:b:'],
  ['letters of both cases', 'PASSWORD=NIgfPQIyBhrtJD'],
  ['headers', 'Authorization: Bearer '],
  ['private key beginnings', `${['-----BEGIN', 'PRIVATE KEY-----'].join(' ')}\n`],
  ['private key ends', `${['-----BEGIN', 'PRIVATE KEY-----'].join(' ')}${'-----END '}`],
  ['secrets', `${'ghp_'}${'a1B2'.repeat(9)} `],
]

/** Processor time, the least of three runs, in milliseconds: other programs' time does not count. */
function cost(text: string): number {
  const runs = [0, 1, 2].map(() => {
    const start = process.cpuUsage()
    redactText(text)
    return process.cpuUsage(start).user / 1000
  })
  return Math.min(...runs)
}

describe('the cost of a text', () => {
  it.each(ATTACKS)('grows with its length for %s', (_, piece) => {
    const small = piece.repeat(Math.ceil(QUARTER / piece.length))
    const large = small.repeat(4)
    cost(small)
    // Linear is 4, quadratic 16 and more. Below some milliseconds the clock is noise.
    expect(cost(large) / Math.max(cost(small), 5)).toBeLessThan(12)
  })
})
