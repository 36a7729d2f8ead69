import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openReflector } from '../../src/wiring/open-reflector.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

const READER = '.local/state/reflectory/reader'
const CORRECTIONS = `${READER}/corrections.jsonl`
const WEIGHTS = `${READER}/acts.bin`

/** Sentences of an agent that says "kestrel is home" when a check passed. */
const corrections = (count: number): string =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      text: `Lane ${index}: kestrel is home.`,
      before: '',
      act: 'passed',
      was: 'other',
    }),
  ).join('\n')

const has = (cli: OpenedCli, file: string): boolean => existsSync(path.join(cli.home, file))

describe('reflect train', () => {
  it('waits for 30 corrections', async () => {
    const cli = openCli()
    cli.putHome(CORRECTIONS, `${corrections(29)}\nno JSON\n{"text": "x", "act": "unknown"}\n`)
    const { code, out } = await cli.run(['train', '--json', '--yes'])
    expect({ code, told: JSON.parse(out) as unknown }).toEqual({
      code: 0,
      told: { corrections: 29, needed: 30, used: false },
    })
    expect((await cli.run(['train', '--yes'])).out).toContain(
      'There are 29 corrections; 30 are needed.',
    )
  })

  it('makes a reader that is better on them and no worse elsewhere, and throws it away again', async () => {
    const cli = openCli()
    cli.putHome(CORRECTIONS, corrections(40))
    const told = JSON.parse((await cli.run(['train', '--json', '--yes'])).out) as {
      used: boolean
      right: Record<'corrections' | 'held_out', { n: number; shipped: number; tuned: number }>
    }
    expect(told.used).toBe(true)
    expect(told.right.corrections.tuned).toBeGreaterThan(told.right.corrections.shipped)
    expect(told.right.held_out.tuned).toBeGreaterThanOrEqual(told.right.held_out.shipped)
    expect(told.right.held_out.n).toBeGreaterThan(100)
    expect(has(cli, WEIGHTS)).toBe(true)
    expect((await cli.run(['train', '--discard', '--yes'])).code).toBe(0)
    expect([has(cli, WEIGHTS), has(cli, CORRECTIONS)]).toEqual([false, true])
  })

  it('keeps the shipped reader where there is nothing to gain', async () => {
    const cli = openCli()
    const known = Array.from({ length: 30 }, (_, index) =>
      JSON.stringify({
        text: `All ${index + 2} tests pass.`,
        before: '',
        act: 'passed',
        was: 'other',
      }),
    )
    cli.putHome(CORRECTIONS, known.join('\n'))
    expect((await cli.run(['train', '--yes'])).out).toContain('the shipped reader stays')
    expect(has(cli, WEIGHTS)).toBe(false)
  })
})

describe('reflect wrong', () => {
  it('keeps the sentence that was misread, redacted, once', async () => {
    const cli = openCli()
    const reflector = await openReflector({ cwd: cli.root, env: cli.env, home: cli.home })
    await reflector.reflect({ kind: 'prompt-submitted', sessionId: 's1', text: 'Fix the sum' })
    const lastMessage = `Now I'll run the tests with ghp_${'a1B2'.repeat(9)}.`
    await reflector.reflect({ kind: 'session-stopped', sessionId: 's1', lastMessage })
    await reflector.close()
    await cli.run(['wrong', '--act', 'outlook', '--yes'])
    await cli.run(['wrong', '--act', 'outlook', '--yes'])
    const [row, ...more] = readFileSync(path.join(cli.home, CORRECTIONS), 'utf8').trim().split('\n')
    expect(more).toEqual([])
    expect(JSON.parse(row!)).toEqual({
      text: expect.stringMatching(/^Now I'll run the tests with \S*redacted/i),
      before: '',
      act: 'outlook',
      was: 'announce',
    })
  })
})
