import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCli } from '../support/open-cli.js'

describe('a store that can not be used', () => {
  it('is to be moved aside where its file is broken, whatever was tried', async () => {
    const cli = openCli()
    const { file } = JSON.parse((await cli.run(['db', '--json'])).out) as { file: string }
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, 'no database '.repeat(1000), { mode: 0o600 })
    const { checks } = JSON.parse((await cli.run(['doctor', '--json'])).out) as {
      checks: { name: string; remedy: string | null }[]
    }
    const remedies = checks.filter(({ name }) => name === 'store' || name === 'writing')
    expect(remedies.map(({ remedy }) => remedy)).toEqual([
      'Move this file aside: the next event makes a new one.',
      'Move this file aside: the next event makes a new one.',
    ])
  })

  it('is not blamed for a file to import that is not there', async () => {
    const cli = openCli()
    const { code, notes } = await cli.run(['db', 'import', 'nope.jsonl', '--yes'])
    expect([code, notes]).toEqual([1, expect.stringContaining('nope.jsonl does not exist')])
    expect(JSON.parse((await cli.run(['db', '--json'])).out)).toMatchObject({ exists: false })
  })
})
