import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildChild, END, openStory, runChild, tellStory } from './__fixtures__/story.js'
import type { Story } from './__fixtures__/story.js'

let child: string

beforeAll(async () => {
  child = await buildChild()
})
afterAll(() => rmSync(child, { force: true }))

/** Later than any lease of a process that is dead. */
const AFTER_THE_LEASES = { CLOCK_AHEAD_MS: '40000' }

async function withStory<T>(work: (story: Story) => Promise<T>): Promise<T> {
  const story = await openStory('auto')
  try {
    return await work(story)
  } finally {
    story.close()
  }
}

describe('the background loop', () => {
  it('tells the whole story when it is not killed', async () => {
    await withStory(async (story) => {
      const { code, said } = await runChild(child, story)
      expect({ code, steps: Number(said) > 50 ? 'many' : said }).toEqual({ code: 0, steps: 'many' })
      expect(await tellStory(story)).toEqual(END)
    })
  })

  // Each quarter of the steps is a test of its own, so that one does not run for minutes.
  it.each([0, 1, 2, 3])(
    'loses nothing and does nothing twice, killed at any step of the store (part %i of 4)',
    async (part) => {
      const steps = await withStory(async (story) => Number((await runChild(child, story)).said))
      let kills = 0
      for (let at = part + 1; at <= steps; at += 4) {
        await withStory(async (story) => {
          const killed = await runChild(child, story, { KILL_AT: String(at) })
          // Steps by the clock, such as a renewed lease, make some runs shorter than the first.
          if (killed.signal !== 'SIGKILL') return
          kills += 1
          const { code, said } = await runChild(child, story, AFTER_THE_LEASES)
          expect({ at, code, said: code === 0 ? '' : said }).toEqual({ at, code: 0, said: '' })
          expect({ at, ...(await tellStory(story)) }).toEqual({ at, ...END })
        })
      }
      expect(kills).toBeGreaterThan(steps / 5)
    },
  )

  it('loses nothing and does nothing twice, killed before or after any call of git', async () => {
    const calls = await withStory(async (story) => {
      await runChild(child, story, gitShim(story, null))
      return Number(readFileSync(path.join(story.base, 'git-calls'), 'utf8').length)
    })
    expect(calls).toBeGreaterThan(5)
    for (let call = 1; call <= calls; call += 1) {
      for (const when of ['before', 'after'] as const) {
        await withStory(async (story) => {
          const killed = await runChild(child, story, gitShim(story, { call, when }))
          expect({ call, when, signal: killed.signal }).toEqual({ call, when, signal: 'SIGKILL' })
          await runChild(child, story, AFTER_THE_LEASES)
          expect({ call, when, ...(await tellStory(story)) }).toEqual({ call, when, ...END })
        })
      }
    }
  })
})

/** A git that kills whoever called it, before or after it did its work. */
function gitShim(story: Story, kill: { call: number; when: 'before' | 'after' } | null) {
  const folder = path.join(story.base, 'shim')
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const calls = path.join(story.base, 'git-calls')
  if (!existsSync(folder)) mkdirSync(folder)
  writeFileSync(
    path.join(folder, 'git'),
    `#!/bin/sh
printf x >> ${calls}
count=$(wc -c < ${calls})
[ "$count" -eq ${kill?.call ?? 0} ] && [ ${kill?.when ?? 'never'} = before ] && kill -9 $PPID && exit 1
${real} "$@"
code=$?
[ "$count" -eq ${kill?.call ?? 0} ] && [ ${kill?.when ?? 'never'} = after ] && kill -9 $PPID
exit $code
`,
  )
  chmodSync(path.join(folder, 'git'), 0o755)
  return { PATH: `${folder}:${story.env['PATH']}` }
}
