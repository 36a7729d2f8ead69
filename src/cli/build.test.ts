import { Command } from 'commander'
import { expect, it } from 'vitest'
import { machineOf, PERSON, UNDER_AGENT } from '../wiring/person/__fixtures__/processes.js'
import { build } from './build.js'
import { verb } from './command.js'
import type { CliContext, CliNoun, CliVerb, Opener, Shown } from './command.js'
import { argument, limit } from './takes.js'

/** What a verb's parts do, in the order in which they do it. */
interface Played {
  did: string[]
  printed: string[]
  exit: number | null
  error: unknown
}

async function play(
  declare: (did: string[]) => CliVerb | CliNoun,
  typed: string[],
  world: Partial<CliContext> = {},
): Promise<Played> {
  const played: Played = { did: [], printed: [], exit: null, error: null }
  const command = new Command('x')
    .exitOverride()
    .option('--json')
    .configureOutput({
      writeOut: (text) => void played.printed.push(text),
      writeErr: () => undefined,
    })
  const context = {
    env: {},
    home: '/home/ada',
    platform: process.platform,
    json: false,
    interactive: false,
    machine: machineOf('/home/ada', PERSON),
    print: (text: string) => void played.printed.push(text),
    ...world,
  } as CliContext
  try {
    const done = (code: number) => void (played.exit = code)
    build(command, declare(played.did), typed[0], { context, done })
    await command.parseAsync(typed, { from: 'user' })
  } catch (error) {
    played.error = error
  }
  return played
}

const lends =
  (did: string[]): Opener<CliContext> =>
  async (context, use) => {
    did.push('opened')
    try {
      return await use(context)
    } finally {
      did.push('closed')
    }
  }

const answers = (did: string[], shown: Shown | number | Error): CliVerb =>
  verb({
    takes: { name: argument('a name'), limit: limit(5) },
    person: ({ name }) => name === 'mine',
    opens: lends(did),
    async run({ name, limit }) {
      did.push(`ran ${name} ${limit}`)
      if (shown instanceof Error) throw shown
      return shown
    },
  })

const SHOWN = { json: { name: 'a' }, text: 'The a.', exit: 3 }

it.each([
  { what: 'the text', json: false, printed: ['The a.'] },
  { what: 'the JSON, indented', json: true, printed: ['{\n  "name": "a"\n}'] },
])('reads, opens, runs, closes, and prints $what', async ({ json, printed }) => {
  const played = await play((did) => answers(did, SHOWN), ['a', '--limit', '2'], { json })
  expect(played).toEqual({ did: ['opened', 'ran a 2', 'closed'], printed, exit: 3, error: null })
})

it('prints nothing of its own where the verb answers with an exit code', async () => {
  expect(await play((did) => answers(did, 1), ['a'])).toMatchObject({ printed: [], exit: 1 })
})

it('closes what it opened where the verb fails', async () => {
  const error = new Error('no')
  const played = await play((did) => answers(did, error), ['a'])
  expect(played).toMatchObject({ did: ['opened', 'ran a 5', 'closed'], exit: null, error })
})

it.each([
  ['a value that can not be read', ['mine', '--limit', 'x'], PERSON, '--limit is a whole number'],
  ['no terminal', ['mine'], PERSON, 'needs a person, and there is no terminal'],
  ['an agent, whatever it says', ['mine', '--yes'], UNDER_AGENT, 'needs a person, and claude-code'],
])('opens nothing for %s', async (_what, typed, processes, says) => {
  const machine = machineOf('/home/ada', processes)
  const { did, error } = await play((did) => answers(did, SHOWN), typed, { machine })
  expect([did, (error as Error).message]).toEqual([[], expect.stringContaining(says)])
})

it.each([
  ['it is not one that needs a person', ['a'], PERSON],
  ['the person said so', ['mine', '--yes'], PERSON],
  ['it is not one that needs a person, to an agent', ['a'], UNDER_AGENT],
])('runs where %s', async (_what, typed, processes) => {
  const machine = machineOf('/home/ada', processes)
  expect(await play((did) => answers(did, SHOWN), typed, { machine })).toMatchObject({ exit: 3 })
})

const noun = (did: string[]): CliNoun => ({
  examples: `
  reflect x                what there is
  reflect x --json         the same
  reflect x show one       one of them`,
  bare: 'list',
  verbs: {
    list: verb({ summary: 'what there is', run: async () => did.push('list') && 0 }),
    show: verb({
      summary: 'one of them',
      takes: { name: argument('which') },
      run: async () => did.push('show') && 0,
    }),
  },
})

it.each([
  [[], ['list']],
  [['list'], ['list']],
  [['show', 'one'], ['show']],
])('a noun with %j does %j', async (typed, did) => {
  expect(await play(noun, typed)).toMatchObject({ did, error: null })
})

it('refuses a verb that there is not, with the nearest one', async () => {
  expect((await play(noun, ['shw'])).error).toMatchObject({
    code: 'usage',
    remedy: 'Did you mean `reflect x show`? Available: list, show.',
  })
})

it.each([
  ['list', ['  reflect x                what there is', '  reflect x --json         the same']],
  ['show', ['  reflect x show one       one of them']],
])('shows in the help of %s the examples that call it', async (word, lines) => {
  const { printed } = await play(noun, [word, '--help'])
  const shown = printed.join('').split('Examples:\n')[1]
  expect(shown?.trimEnd().split('\n')).toEqual(lines)
})
