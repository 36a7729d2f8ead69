import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { toFixturePrompt } from '../../src/moments/turn/fixture-prompt.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

const SCENARIO = `config:
  turn: { enabled: true, summaryTokens: 32 }
turns:
  - ada: { hears: where is the key, says: "The key is under the mat.", reflection: yes }
    bob: { hears: good morning, says: "Good morning!", reflection: no }
  - ada: { hears: which key was it, says: "The one under the mat.", reflection: yes }
    bob: { hears: well, says: "Well.", policy: { reflection: perhaps } }
`

function open(scenario = SCENARIO): OpenedCli {
  const cli = openCli()
  cli.write('s.yaml', scenario)
  return cli
}

const readFolder = (folder: string) =>
  readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')])

/** A project in which a scenario left its entries. */
async function kept(): Promise<OpenedCli> {
  const cli = open()
  mkdirSync(path.join(cli.base, 'logs'))
  await cli.run(['turns', 'run', 's.yaml', '--keep', '--logs', path.join(cli.base, 'logs')])
  return cli
}

describe('reflect turns run', () => {
  it('plays a scenario and shows what is remembered', async () => {
    const cli = open()
    const { code, out } = await cli.run(['turns', 'run', 's.yaml'])
    expect([code, ...out.split('\n').slice(0, 5)]).toEqual([
      0,
      'turn  agent  outcome  entries  remembered, or why not',
      '1     ada    applied  1        the key is under the mat',
      '1     bob    applied  -        not_planned',
      '2     ada    applied  1        the one under the mat the key is under the mat',
      '2     bob    applied  -        bad_plan_flag:"perhaps"',
    ])
    const logs = path.join(cli.root, '.reflection', 'logs', 'turns')
    expect(readdirSync(logs)).toContain('t3_reflection.jsonl')
    expect((await cli.run(['memory', 'list'])).out).toBe('Nothing is remembered yet.')
    expect((await cli.run(['doctor'])).out).not.toContain('.reflection/logs')
  })

  it('writes the same bytes however many play at once', async () => {
    const cli = open()
    const play = async (name: string, ...flags: string[]) => {
      const logs = path.join(cli.base, name)
      const { out } = await cli.run(['turns', 'run', 's.yaml', '--json', '--logs', logs, ...flags])
      return { out, logs: readFolder(logs) }
    }
    const first = await play('a')
    expect(await play('b', '--parallel', '2', '--seed', '1')).toEqual(first)
    expect(await play('c', '--parallel', '8', '--seed', '2')).toEqual(first)
  })

  it('remembers nothing in a dry run', async () => {
    const cli = open()
    const logs = path.join(cli.base, 'logs')
    const { out } = await cli.run(['turns', 'run', 's.yaml', '--dry-run', '--logs', logs])
    expect(out.match(/dry_run/g)).toHaveLength(4)
    expect(readdirSync(logs)).toEqual([
      't1.jsonl',
      't2.jsonl',
      't3.jsonl',
      't4.jsonl',
      'turn.jsonl',
    ])
  })

  it('takes recorded replies from beside the scenario', async () => {
    const cli = open(
      `config:\n  t3:\n    allow_reflection: true\n    reflection: { backend: llm }\n    llm: { fixtures: { enabled: true, path: r.jsonl } }\nturns:\n  - ada: { says: hello, reflection: 1 }\n`,
    )
    const missing = await cli.run(['turns', 'run', 's.yaml', '--json'])
    const [turn] = (JSON.parse(missing.out) as { turns: { reason: string }[] }).turns
    expect(turn!.reason).toBe('reflect_error:FixtureMissingError')
    const asked = { agent: 'ada', turn: 1, summaryTokens: 128, utter: 'hello', snippets: [] }
    const prompt_hash = createHash('sha256').update(toFixturePrompt(asked).prompt).digest('hex')
    const reply = JSON.stringify({ prompt_hash, completion: 'She said hello.' })
    cli.write('r.jsonl', `${reply}\n`)
    expect((await cli.run(['turns', 'run', 's.yaml'])).out).toContain('She said hello.')
    cli.write('r.jsonl', `${reply}\nnot json\n`)
    const malformed = await cli.run(['turns', 'run', 's.yaml'])
    expect(malformed.out).toContain('reflect_error:FixtureFormatError')
  })

  it('refuses a file that is not there', async () => {
    const { code, notes } = await open().run(['turns', 'run', 'none.yaml'])
    expect([code, notes]).toEqual([1, expect.stringContaining('There is no file')])
  })

  it.each([
    { text: 'turns: []', says: 's.yaml:1: turns does not fit' },
    { text: 'turns:\n  - ada: { sais: x }', says: 's.yaml:2: turns.0.ada has unknown keys: sais' },
    { text: 'turns: [', says: 's.yaml:1: ' },
    {
      text: 'config:\n  turn:\n    topkSnippet: 3\nturns:\n  - ada: {}',
      says: 's.yaml:3: turn.topkSnippet (3) is not a known key; allowed: enabled, backend, summaryTokens, embed, log, topkSnippets, budget, everyTurn, fixtures; did you mean turn.topkSnippets?',
    },
    {
      text: 'config:\n  turn: { budget: { ops: -1 } }\nturns:\n  - ada: {}',
      says: 's.yaml:2: turn.budget.ops is -1; allowed: a whole number, 0 or more',
    },
    {
      text: 'config:\n  turn:\n    enabled: true\n    backend: llm\nturns:\n  - ada: {}',
      says: 'turn.fixtures.enabled is (not set): must be true when turn.enabled is true and turn.backend is model-fixtures',
    },
  ])('says what is wrong with $text', async ({ text, says }) => {
    const cli = open(text)
    const { code, notes } = await cli.run(['turns', 'run', 's.yaml'])
    expect(code).toBe(1)
    expect(notes).toContain(says)
    expect(existsSync(path.join(cli.root, '.reflection'))).toBe(false)
  })
})

describe('reflect memory', () => {
  it('makes no database by looking', async () => {
    const cli = openCli()
    expect((await cli.run(['memory', 'search', 'key'])).out).toBe('Nothing was found.')
    expect((await cli.run(['memory', 'list', '--json'])).out).toBe('{\n  "entries": []\n}')
    expect(cli.inHome('.local/state')).toBe(null)
  })

  it('lists, finds and forgets what was kept', async () => {
    const cli = await kept()
    const { entries } = JSON.parse((await cli.run(['memory', 'list', '--json'])).out) as {
      entries: { id: string; owner: string; text: string }[]
    }
    expect(entries.map(({ owner, text }) => [owner, text])).toEqual([
      ['ada', 'the one under the mat the key is under the mat'],
      ['ada', 'the key is under the mat'],
    ])
    const ids = entries.map(({ id }) => id)
    const found = await cli.run(['memory', 'search', 'which KEY?', '--limit', '1'])
    expect(found.out).toContain(ids[1])
    expect((await cli.run(['memory', 'search', 'key', '--owner', 'bob'])).out).toBe(
      'Nothing was found.',
    )
    const forgotten = await cli.run(['memory', 'forget', ids[0]!, 'refl-0', '--yes'])
    expect(forgotten).toMatchObject({
      code: 1,
      out: `Forgotten: ${ids[0]}\nThere is no entry refl-0. \`reflect memory\` lists them all.`,
    })
    expect((await cli.run(['memory', 'search', 'one under the mat'])).out).not.toContain(ids[0])
  })

  it('is not searched for no words', async () => {
    const { code, notes } = await openCli().run(['memory', 'search', ' '])
    expect([code, notes]).toEqual([2, expect.stringContaining('words to search for are missing')])
  })
})
