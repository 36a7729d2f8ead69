import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { routes } from '../../src/schema/api/routes.js'
import type { RouteContract } from '../../src/schema/api/routes.js'
import {
  IN_NEW_WINDOW,
  PERSON,
  UNDER_AGENT as AGENT,
} from '../../src/wiring/person/__fixtures__/processes.js'
import { loadVerbs, openCli } from '../support/open-cli.js'

/** Calls of commands of which not every call needs one. */
const THESE = [
  ['trust'],
  ['trust', '--revoke'],
  ['init', '--mode', 'off'],
  ['init', '--mode', 'orchestrated'],
  ['install', 'claude-code', '--mode', 'off'],
  ['uninstall'],
  ['lessons', 'import', 'x.jsonl', '--trust'],
  ['search', 'x', '--all'],
  ['search', 'x', '--in', '.'],
  ['team', 'keep', '9'],
  ['team', 'share', 'messages'],
  ['tasks', 'add', 'x', '--prompt', 'x', '--runner', 'agent'],
  ['config', 'set', 'mode', 'off'],
]

const thatMayNeedOne = async (): Promise<string[][]> =>
  (await loadVerbs()).filter(({ verb }) => verb.needsPerson !== null).map(({ words }) => words)

describe('a command that needs a person', () => {
  it('is named in docs/config.md, and nothing else is', async () => {
    const text = readFileSync('docs/config.md', 'utf8')
    const [, section = ''] = /## What needs a person\n\n.*\n\n((?:- .*\n)+)/.exec(text) ?? []
    const named = [...section.matchAll(/`([^`]+)`/g)].map(([, call]) =>
      call!.replace(/^reflect /, '').replace(/ --.*$/, ''),
    )
    const calls = (await thatMayNeedOne()).map((words) => words.join(' '))
    // What the page of `serve` may do is asked of who opens it.
    const told = new Set(named.filter((call) => call !== 'serve'))
    expect([...told].sort()).toEqual(calls.sort())
  })

  it.each([
    [['install', 'claude-code', '--mode', 'maybe'], 'maybe'],
    [['config', 'set', 'mode', 'on'], 'mode'],
    [['config', 'unset', 'stop.maxAttemps'], 'stop.maxAttempts'],
  ])('reflect %s says first that the value is wrong', async (argv, says) => {
    const { code, notes } = await openCli().run(argv, { processes: PERSON })
    expect([code, notes]).toEqual([2, expect.stringContaining(says)])
    expect(notes).not.toContain('needs a person')
  })

  it.each(THESE)('is reflect %s %s: it is refused without a terminal', async (...argv) => {
    const { code, notes } = await openCli().run(argv, { processes: PERSON })
    expect([code, notes]).toEqual([2, expect.stringContaining('there is no terminal')])
  })

  it('is refused to an agent, whatever it says', async () => {
    const cli = openCli()
    for (const world of [{}, { answers: [true, true] }]) {
      const { code, notes } = await cli.run(['lessons', 'pin', 'x', '--yes'], {
        processes: AGENT,
        ...world,
      })
      expect({ code, notes }).toEqual({
        code: 1,
        notes:
          'error: `reflect lessons pin` needs a person, and claude-code started it (the process 30)\n' +
          '  → Run it yourself, in a terminal of your own. `allowAgents: true` in ~/.config/reflectory/reflection.yaml lets agents do it.',
      })
    }
  })

  it.each([
    ['a person at a terminal', { answers: [], processes: PERSON }, []],
    ['--yes outside of any agent', { processes: PERSON }, ['--yes']],
  ])('is taken from %s', async (_title, world, more) => {
    expect((await openCli().run(['pause', ...more], world)).code).toBe(0)
  })

  it.each<[string, ((question: string) => string) | undefined, string[], number, string]>([
    ['the word that stands there', (asked) => `${/Type (\w+)/.exec(asked)![1]}\n`, [], 0, ''],
    ['another word', () => 'yes\n', ['--yes'], 1, 'the word was not typed'],
    ['--yes alone', undefined, ['--yes'], 1, 'the word was not typed'],
  ])('is taken in a window that an agent may have opened from %s', async (...row) => {
    const [, typed, more, code, says] = row
    const world = { processes: IN_NEW_WINDOW, answers: [true], ...(typed && { typed }) }
    const ran = await openCli().run(['pause', ...more], world)
    expect(ran).toMatchObject({ code, notes: expect.stringContaining(says) })
  })

  it('is taken from an agent where the user’s own config allows it', async () => {
    const cli = openCli()
    cli.putHome('.config/reflectory/reflection.yaml', 'allowAgents: true\n')
    expect((await cli.run(['pause'], { processes: AGENT })).code).toBe(2)
    expect((await cli.run(['pause', '--yes'], { processes: AGENT })).code).toBe(0)
  })

  it.each([
    [
      'a project’s config',
      (cli: ReturnType<typeof openCli>) => {
        cli.write('reflection.yaml', 'allowAgents: true\n')
        return {}
      },
    ],
    [
      'a config that a variable names',
      (cli: ReturnType<typeof openCli>) => {
        cli.write('fake/reflectory/reflection.yaml', 'allowAgents: true\n')
        return { XDG_CONFIG_HOME: path.join(cli.root, 'fake') }
      },
    ],
    [
      'a user’s config that is broken',
      (cli: ReturnType<typeof openCli>) => {
        cli.putHome('.config/reflectory/reflection.yaml', 'allowAgents: true\nnonsense: [\n')
        return {}
      },
    ],
  ])('is not taken from an agent because of %s', async (_title, prepare) => {
    const cli = openCli()
    const env = prepare(cli)
    expect((await cli.run(['pause', '--yes'], { processes: AGENT, env })).code).toBe(1)
  })

  it('is not taken from an agent because of a project’s config that was trusted', async () => {
    const cli = openCli()
    writeFileSync(path.join(cli.root, 'reflection.yaml'), 'allowAgents: true\n')
    await cli.run(['trust', '--yes'])
    expect((await cli.run(['pause', '--yes'], { processes: AGENT })).code).toBe(1)
    expect((await cli.run(['config'])).out).toContain('only your own config can say this')
  })

  it.each([
    ['trust', '--status'],
    ['init', '--mode', 'solo'],
    ['tasks', 'add', 'x', '--prompt', 'x'],
    ['uninstall', '--dry-run'],
    ['resume'],
  ])('is not reflect %s %s: an agent may look, and be stricter', async (...argv) => {
    expect((await openCli().run(argv.filter(Boolean), { processes: AGENT })).code).toBe(0)
  })

  it('is not team keep or team share without a value', async () => {
    for (const verb of ['keep', 'share']) {
      const { notes } = await openCli().run(['team', verb], { processes: PERSON })
      expect(notes).toContain('not logged in to a team')
    }
  })

  it('is one for each decision of the page', async () => {
    const verbs = new Set((await thatMayNeedOne()).map((words) => words.join(' ')))
    const decisions = Object.entries<RouteContract>(routes)
      .filter(([, { needsPerson }]) => needsPerson === true)
      .map(([name]) => NAMED[name] ?? name.replace(/^POST \/([\w-]+)\/(?:\{id\}\/)?/, '$1 '))
    expect(decisions.filter((verb) => !verbs.has(verb))).toEqual([])
  })
})

/** Decisions that have another name on the command line. */
const NAMED: Readonly<Record<string, string>> = {
  'POST /lessons/{id}/unpin': 'lessons pin',
  'POST /self/{id}': 'self pin',
  'POST /skill-changes/{id}/approve': 'skills approve',
  'POST /skill-changes/{id}/reject': 'skills reject',
}
