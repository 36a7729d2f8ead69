import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openSandbox } from '../../../test/support/sandbox.js'
import { commitSkill, logSkills } from './skills-folder.js'

const TEXT = '---\nname: look-first\ndescription: Look first.\n---\nLook.\n'

it('is read at every moment of its first commit, by a reader that meets no half repository', async () => {
  for (let n = 0; n < 10; n += 1) {
    const place = { dir: path.join(openSandbox().base, 'skills'), env: process.env }
    const done = new AbortController()
    const change = { id: 'one', name: 'look-first', text: TEXT, reason: 'A reason' }
    const committed = commitSkill(place, change).finally(() => done.abort())
    const seen = new Set<number>()
    while (!done.signal.aborted) {
      seen.add((await logSkills(place)).length)
      await turn()
    }
    await committed
    expect([...seen][0]).toBe(0)
    expect((await logSkills(place)).map(({ subject }) => subject)).toEqual([
      'Add look-first',
      'Begin',
    ])
    expect(readdirSync(place.dir).sort()).toEqual(['.git', 'look-first'])
  }
})
