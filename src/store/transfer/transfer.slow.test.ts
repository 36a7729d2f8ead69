import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instant, recordKinds, sampleWrite } from '../../testing/store-contract/samples.js'
import { bundleProgram } from '../../util/__fixtures__/bundle-program.js'
import { openSqliteStore } from '../sqlite.js'

let dir: string
let program: string
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'transfer-'))
  program = await bundleProgram(path.join(import.meta.dirname, '__fixtures__/carry-child.ts'))
})
afterAll(() => {
  rmSync(dir, { recursive: true, force: true })
  rmSync(program, { force: true })
})

async function fill(database: string, records: number): Promise<void> {
  const store = await openSqliteStore(database)
  for (let from = 0; from < records; from += 1000) {
    await store.add(
      Array.from({ length: Math.min(1000, records - from) }, (_, index) => {
        const n = from + index
        const kind = recordKinds[n % recordKinds.length]!
        return sampleWrite(kind, { id: `id-${n}`, at: instant(n), sessionId: `session-${n % 50}` })
      }),
    )
  }
  await store.close()
}

interface Carried {
  rows: number
  ms: number
  grownBytes: number
}

// With this little memory nothing that holds all rows at once would end.
const carry = (...args: string[]): Carried =>
  JSON.parse(
    execFileSync(process.execPath, ['--max-old-space-size=48', program, ...args], {
      encoding: 'utf8',
    }),
  ) as Carried

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

function roundTrip(name: string): { exported: Carried; imported: Carried; same: boolean } {
  const at = (part: string) => path.join(dir, `${name}-${part}`)
  const exported = carry('export', at('a.db'), at('a.jsonl'))
  const imported = carry('import', at('b.db'), at('a.jsonl'))
  carry('export', at('b.db'), at('b.jsonl'))
  return { exported, imported, same: hashOf(at('a.jsonl')) === hashOf(at('b.jsonl')) }
}

describe('100,000 records', () => {
  it('go out and in again to the same bytes, in the memory that 10,000 take', async () => {
    await fill(path.join(dir, 'small-a.db'), 10_000)
    await fill(path.join(dir, 'large-a.db'), 100_000)
    const small = roundTrip('small')
    const large = roundTrip('large')
    // Each record has its own line in the log.
    expect([small.exported.rows, large.exported.rows, large.imported.rows]).toEqual([
      20_000, 200_000, 200_000,
    ])
    expect({ small: small.same, large: large.same }).toEqual({ small: true, large: true })
    const slack = 48 * 1024 * 1024
    expect(large.exported.grownBytes).toBeLessThan(small.exported.grownBytes + slack)
    expect(large.imported.grownBytes).toBeLessThan(small.imported.grownBytes + slack)
  })
})
