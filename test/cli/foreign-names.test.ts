import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCli } from '../support/open-cli.js'

const NAME = 'a\u001b[2J\u001b]0;owned\u0007b.md'

const line = (where: string): string =>
  JSON.stringify({ at: 'then', level: 'error', where, code: 'c', message: 'm', remedy: null })

describe('a name from the repository', () => {
  it.each([
    { argv: ['trust', '--status'], file: `.reflection/prompts/${NAME}` },
    { argv: ['doctor'], file: `.reflection/${NAME}.db` },
  ])('commands no terminal in `reflect $argv`', async ({ argv, file }) => {
    const cli = openCli()
    cli.write(file, 'x')
    const { out } = await cli.run(argv)
    expect(out).toContain('ab.md')
    // oxlint-disable-next-line no-control-regex
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })
})

describe('doctor', () => {
  it('shows the newest failures of the hooks, whatever lines are torn', async () => {
    const cli = openCli()
    await cli.hook(['nobody'], '{}', { REFLECTION_MODE: 'solo' })
    const logs = path.join(cli.stateDir(), 'logs')
    mkdirSync(logs, { recursive: true })
    writeFileSync(path.join(logs, 'hook.log.1'), `${line('one')}\n${line('two')}\n`)
    writeFileSync(path.join(logs, 'hook.log'), `{"at":"th\nnull\n${line('three')}\n{"at"`)
    const { out } = await cli.run(['doctor', '--json'])
    const { checks } = JSON.parse(out) as { checks: { name: string; detail: string }[] }
    expect(checks.filter(({ name }) => name === 'hooks').map(({ detail }) => detail)).toEqual(
      ['one', 'two', 'three'].map((where) => `then ${where}: m`),
    )
  })
})
