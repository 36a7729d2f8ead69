import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { CUT_POSITIONS, CUT_SECRETS, leftOf } from '../../src/safety/__fixtures__/cut-secrets.js'
import { runIn } from '../support/open-cli.js'
import { openSandbox } from '../support/sandbox.js'

const WORDS = 'what it printed before, word by word, and then '
const words = (length: number) => WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length)

/** The lengths at which prompts, messages, outputs, commands and facts are cut. */
const LIMITS = [200, 300, 800, 1000, 2000, 4000, 8000, 16_000, 20_000, 65_536]

/** Long texts in which a cut at the limit, or in the middle of it, goes through the secret. */
function* texts(secret: string, position: number): Generator<string> {
  const at = Math.floor(secret.length * position)
  // Three of them at each place, and all of them over four places.
  const first = Math.round(position * 39) * 3
  for (const limit of [0, 1, 2].map((n) => LIMITS[(first + n) % LIMITS.length]!)) {
    for (const head of [limit, limit / 2]) {
      yield `${words(Math.max(1, head - at))}\n${secret}\n${words(limit)}`
      yield `${words(limit)}\n${secret}\n${words(Math.max(1, head - (secret.length - at)))}`
    }
  }
}

/** Of every second session the tests are green, so that the rules leave it to the judge. */
function transcript(secret: string, position: number, isGreen: boolean): string {
  const lines = [...texts(secret, position)].flatMap((text, n) => [
    { type: 'user', uuid: `u${n}`, sessionId: 's1', message: { role: 'user', content: text } },
    {
      type: 'assistant',
      message: {
        content: [
          { type: 'text', text },
          { type: 'tool_use', id: `c${n}`, name: 'Bash', input: { command: `npm test # ${text}` } },
        ],
      },
    },
    {
      type: 'user',
      message: {
        content: [
          {
            type: 'tool_result',
            tool_use_id: `c${n}`,
            is_error: !isGreen,
            content: isGreen
              ? `${text}\nTests: 1 passed, 1 total`
              : `Exit code 1\n${text}\nTests: 1 failed, 1 total`,
          },
        ],
      },
    },
  ])
  const end = [
    {
      type: 'user',
      uuid: 'u-last',
      sessionId: 's1',
      message: { role: 'user', content: 'Look at the cart.' },
    },
    {
      type: 'assistant',
      message: {
        content: [{ type: 'text', text: 'I looked at the cart and noted how it adds up.' }],
      },
    },
  ]
  return [...lines, ...(isGreen ? end : [])].map((line) => `${JSON.stringify(line)}\n`).join('')
}

const allFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

/** What the judge is sent is written down beside the project. */
const SPY = `import { writeFileSync } from 'node:fs'
let all = ''
for await (const chunk of process.stdin) all += chunk
writeFileSync(process.argv[2], all, { flag: 'a' })
console.log('{"complete": false}')
`

it.each(CUT_SECRETS)(
  'no part of $name that is cut at 38 places is kept, printed or sent',
  { timeout: 300_000 },
  async ({ secret }) => {
    const sandbox = openSandbox()
    const wire = path.join(sandbox.base, 'wire.txt')
    const spy = sandbox.write('../spy.mjs', SPY)
    sandbox.write(
      '../home/.config/reflectory/reflection.yaml',
      JSON.stringify({
        mode: 'solo',
        turn: { enabled: true },
        models: {
          backends: { spy: { adapter: 'command', command: [process.execPath, spy, wire] } },
          roles: { default: ['spy'] },
        },
      }),
    )
    const printed: string[] = []
    const file = sandbox.write('../home/.claude/projects/p/s1.jsonl', '')
    for (const [n, position] of CUT_POSITIONS.entries()) {
      sandbox.write(file, transcript(secret, position, n % 2 === 0))
      const longest = [...texts(secret, position)].slice(-4)[n % 4]!
      const payload = { session_id: `s${n % 6}`, cwd: sandbox.root, transcript_path: file }
      const events = [
        { hook_event_name: 'UserPromptSubmit', prompt: longest },
        { hook_event_name: 'Stop', last_assistant_message: longest },
      ]
      // Each place once, and each kind of event at every third.
      for (const event of n % 3 === 0 ? events : events.slice(1)) {
        const done = await sandbox.hook(['claude-code'], { ...payload, ...event })
        printed.push(done.stdout, done.stderr)
      }
    }
    for (const argv of [
      ['lessons', 'export'],
      ['db', 'export', '../export.jsonl'],
      ['evidence', file, '--json'],
    ]) {
      const { out, notes } = await runIn(argv, sandbox)
      if (argv[0] !== 'evidence') printed.push(out, notes)
    }
    const kept = allFiles(sandbox.base).filter((name) => name !== file && !name.includes('/.git/'))
    const leaks = kept.filter((name) => leftOf(secret, readFileSync(name, 'latin1')).length > 0)
    expect(leaks.map((name) => path.relative(sandbox.base, name))).toEqual([])
    expect(leftOf(secret, printed.join('\n'))).toEqual([])
    expect(kept.some((name) => name.endsWith('wire.txt'))).toBe(true)
    expect(kept.some((name) => name.endsWith('reflectory.db'))).toBe(true)
    expect(kept.some((name) => name.endsWith('export.jsonl'))).toBe(true)
  },
)
