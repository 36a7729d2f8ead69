/** Plays a set of sessions (`SESSIONS=file`) and writes what the hook answered to `OUT`; skipped without one. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { it } from 'vitest'
import { stopOf } from '../support/everyday-story.js'
import { openSandboxFor } from '../support/sandbox.js'

const file = process.env['SESSIONS']
const out = process.env['OUT'] ?? '/dev/null'
const rows = file === undefined ? [] : readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line))
if (rows.length > 0) writeFileSync(out, '')
it.skipIf(rows.length === 0).concurrent.each(rows.map((one) => [one.id, one]))('%s', async (_, one: any) => {
  const sandbox = openSandboxFor()
  try {
    for (const [name, text] of Object.entries({ 'README.md': '# P\n', ...one.files })) sandbox.write(name, text as string)
    sandbox.git('add', '-A')
    sandbox.git('commit', '--quiet', '-m', 'start')
    const { pushed, text } = await stopOf(sandbox, one.client, one.steps)
    const db = sandbox.base
    appendFileSync(out, `${JSON.stringify({ id: one.id, expect: one.expect, got: pushed ? 'push' : 'silent', kind: one.kind, why: one.why, text, db })}\n`)
  } finally {
    if (process.env['KEEP'] === undefined) rmSync(sandbox.base, { recursive: true, force: true })
  }
})
