import { describe, expect, it } from 'vitest'
import { openCli } from '../support/open-cli.js'

describe('wrong usage', () => {
  it.each([
    [['stauts'], 'Did you mean status?'],
    [['help', 'stauts'], 'Did you mean `reflect help status`?'],
    [['xyzzy'], 'There are: init, '],
    [['db'], 'action: path, export, import, rebuild or vacuum.'],
    [['db', 'path', 'x'], 'takes no "x"'],
    [['status', 'x'], 'See `reflect status --help`.'],
    [['status', '--jsn'], 'Did you mean --json?'],
    [['demo', '--scene', 'x'], 'There are: run, '],
  ])('%j is told with what there is', async (argv, says) => {
    const cli = openCli()
    const { code, out, notes } = await cli.run(argv)
    expect([code, out, notes.startsWith('error: ')]).toEqual([2, '', true])
    expect(notes).toContain(says)
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
