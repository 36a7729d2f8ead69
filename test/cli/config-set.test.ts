import { describe, expect, it } from 'vitest'
import { openCli } from '../support/open-cli.js'

const FILE = '.config/reflectory/reflection.yaml'

describe('reflect config set', () => {
  it('changes the value in force, and unset brings the default back', async () => {
    const cli = openCli()
    const set = await cli.run(['config', 'set', 'stop.maxAttempts', '3', '--yes'])
    expect(set).toMatchObject({ code: 0, out: expect.stringContaining('stop.maxAttempts 3') })
    expect(cli.inHome(FILE)).toContain('maxAttempts: 3')
    expect((await cli.run(['config'])).out).toMatch(/stop\.maxAttempts +3/)
    await cli.run(['config', 'unset', 'stop.maxAttempts', '--yes'])
    expect((await cli.run(['config'])).out).toMatch(/stop\.maxAttempts +16/)
  })

  it.each([
    { argv: ['stop.maxAttemps', '3'], says: 'Did you mean stop.maxAttempts?' },
    { argv: ['stop.gates.work_lft', 'note'], says: 'work_left' },
    { argv: ['stop', '3'], says: 'Available: stop.enabled' },
    { argv: ['stop.judge', 'alway'], says: 'did you mean always?' },
    { argv: ['stop.maxAttempts', '1000'], says: 'a whole number from 0 to 100' },
  ])('refuses $argv and writes nothing', async ({ argv, says }) => {
    const cli = openCli()
    const before = cli.inHome(FILE)
    const { code, notes } = await cli.run(['config', 'set', ...argv, '--yes'])
    expect([code, notes]).toEqual([2, expect.stringContaining(says)])
    expect(cli.inHome(FILE)).toBe(before)
  })
})
