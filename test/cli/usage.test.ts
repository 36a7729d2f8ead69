import { describe, expect, it } from 'vitest'
import type { ReflectError } from '../../src/schema/error.js'
import { loadVerbs, openCli } from '../support/open-cli.js'

describe('usage', () => {
  it.each([
    [['stauts'], 'Did you mean status?'],
    [['help', 'stauts'], 'Did you mean `reflect help status`?'],
    [['xyzzy'], 'Available: status, '],
    [['db', 'pth'], 'Did you mean `reflect db path`?'],
    [['db', 'path', 'x'], 'See `reflect db path --help`.'],
    [['tasks', 'show'], 'id: the task. See `reflect tasks show --help`.'],
    [['cycle', 'run', '--all'], 'See `reflect cycle run --help`.'],
    [['tasks', 'list', '--prompt', 'x'], 'See `reflect tasks list --help`.'],
    [['checks', '--changed'], 'See `reflect checks --help`.'],
    [['status', 'x'], 'See `reflect status --help`.'],
    [['status', '--jsn'], 'Did you mean --json?'],
    [['wrong', '--session', 'x'], 'See `reflect wrong --help`.'],
    [['--nope'], 'See `reflect --help`.'],
    [['demo', '--scene', 'x'], 'Available: stop, '],
  ])('%j is told with what there is', async (argv, says) => {
    const cli = openCli()
    const { code, out, notes } = await cli.run(argv)
    expect([code, out, notes.startsWith('error: ')]).toEqual([2, '', true])
    expect(notes).toContain(says)
  })

  it.each(['tasks', 'cycle', 'skills', 'memory', 'experiment', 'checks', 'lessons', 'config'])(
    'bare `reflect %s` answers',
    async (noun) => {
      const { code, out } = await openCli().run([noun])
      expect([code, out === '']).toEqual([0, false])
    },
  )

  it('refuses a value that can not be read, of every option that reads one', async () => {
    const takes = (await loadVerbs()).flatMap(({ verb }) => Object.values(verb.takes))
    const refused = takes
      .filter(({ isArgument }) => !isArgument)
      .flatMap((take) => {
        try {
          take.read('nonsense!', '--x')
          return []
        } catch (error) {
          return [(error as ReflectError).code]
        }
      })
    expect([...new Set(refused)]).toEqual(['usage'])
    expect(refused.length).toBeGreaterThan(40)
  })

  it('has an example in the help of every command and every verb', async () => {
    const cli = openCli()
    const bare: string[] = []
    const verbs = (await loadVerbs()).map(({ words }) => words)
    for (const words of [...new Set(verbs.map(([name]) => name!)), ...verbs]) {
      const { out } = await cli.run([words, '--help'].flat())
      if (!/\nExamples?:\n +(?:reflect|echo) /.test(out)) bare.push(String(words))
    }
    expect(bare).toEqual([])
  })

  it('is JSON where that was asked for', async () => {
    const cli = openCli()
    const { code, notes } = await cli.run(['status', 'x', '--json'])
    expect([code, JSON.parse(notes)]).toMatchObject([
      2,
      { error: { code: 'usage', remedy: 'See `reflect status --help`.' } },
    ])
  })
})
