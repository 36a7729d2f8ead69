/**
 * Sessions in many languages as they happen: 196 that are to be left alone, 96 that are to be pushed, and
 * four that ought to be pushed and are let through (`missed`).
 * `SESSIONS=more.jsonl` plays those of another file.
 */
import { readFileSync, rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { stopOf } from '../support/everyday-story.js'
import type { Step } from '../support/everyday-story.js'
import { openSandboxFor } from '../support/sandbox.js'

interface Session {
  id: string
  client: string
  expect: 'silent' | 'push' | 'missed'
  why: string
  /** The project before the session. */
  files: Record<string, string>
  steps: Step[]
}

const file = process.env['SESSIONS'] ?? new URL('__fixtures__/sessions.jsonl', import.meta.url)
const sessions = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Session)

// Each has a home and a repository of its own; one waits for its processes while others run. A hook that a
// busy machine keeps from its work lets a stop go: a push may be tried again, a wrong push never.
for (const expected of ['silent', 'push'] as const) {
  const rows = sessions.filter((one) => one.expect === expected)
  it.concurrent.each(rows.map((one) => [one.client, one.why, one] as const))(
    `${expected} in %s: %s`,
    { retry: expected === 'push' ? 2 : 0 },
    async (client, _, { files, steps }) => {
      const sandbox = openSandboxFor()
      try {
        for (const [file, text] of Object.entries({ 'README.md': '# P\n', ...files }))
          sandbox.write(file, text)
        sandbox.git('add', '-A')
        sandbox.git('commit', '--quiet', '-m', 'start')
        const { pushed, text } = await stopOf(sandbox, client, steps)
        expect({ told: pushed ? 'push' : 'silent', text }).toMatchObject({ told: expected })
      } finally {
        rmSync(sandbox.base, { recursive: true, force: true })
      }
    },
  )
}
