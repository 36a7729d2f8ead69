import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ReflectError } from '../schema/error.js'
import { loadConfig } from './load.js'
import { pause } from './pause.js'
import { projectStateDir, stateHome } from './paths.js'
import { findProject } from './project.js'
import { quickMode } from './quick-mode.js'
import { grantTrust, reviewTrust } from './trust.js'

const now = new Date('2026-01-01T00:00:00.000Z')
const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'quick-mode-')))
let count = 0
afterAll(() => rmSync(base, { recursive: true }))

interface Given {
  env?: Record<string, string>
  user?: string | undefined
  project?: string | undefined
  trusted?: boolean
  paused?: 'project' | 'session' | 'expired' | undefined
}

async function arrange({ env = {}, user, project, trusted = false, paused }: Given) {
  count += 1
  const home = path.join(base, `${count}`, 'home')
  const cwd = path.join(base, `${count}`, 'project')
  mkdirSync(path.join(home, '.config', 'reflectory'), { recursive: true })
  mkdirSync(cwd)
  const found = findProject(cwd)
  const stateDir = projectStateDir(stateHome(env, home, 'linux'), found.identity)
  if (user !== undefined)
    writeFileSync(path.join(home, '.config', 'reflectory', 'reflection.yaml'), user)
  if (project !== undefined) writeFileSync(path.join(cwd, 'reflection.yaml'), project)
  if (trusted && project !== undefined) await grantTrust(stateDir, await reviewTrust(found), now)
  if (paused === 'project') await pause(stateDir, {}, now)
  if (paused === 'session') await pause(stateDir, { session: 's' }, now)
  if (paused === 'expired') await pause(stateDir, { until: now }, now)
  return { env, home, cwd, platform: 'linux', now } as const
}

async function fullMode(input: Parameters<typeof loadConfig>[0]): Promise<string> {
  try {
    return (await loadConfig(input)).values.mode
  } catch (error) {
    return error instanceof ReflectError ? error.code : 'crash'
  }
}

describe('quickMode', () => {
  it.each<Given & { answer: 'off' | 'ask' }>([
    { answer: 'off' },
    { env: { REFLECTION_MODE: 'off' }, user: 'mode: solo', answer: 'off' },
    { env: { REFLECTION_MODE: 'OFF' }, user: 'mode: solo', answer: 'off' },
    { env: { REFLECTION_MODE: 'solo' }, answer: 'ask' },
    { env: { REFLECTION_MODE: '' }, answer: 'off' },
    { env: { CI: 'true' }, user: 'mode: solo', answer: 'off' },
    { env: { CI: 'true', REFLECTION_MODE: 'solo' }, answer: 'ask' },
    { user: 'mode: solo', answer: 'ask' },
    { user: '"m\\x6fde": solo', answer: 'ask' },
    { user: 'stop:\n  maxAttempts: 3\n', answer: 'off' },
    { user: '# mode: off\nmode: solo', answer: 'ask' },
    { user: 'mode: off', answer: 'off' },
    { user: '\uFEFFmode: off\r\n', answer: 'off' },
    { user: "stop: {}\n'mode' : 'off'   # for now", answer: 'off' },
    { user: 'mode: "off"', answer: 'off' },
    { user: 'mode: false', answer: 'off' },
    { user: 'mode: No', answer: 'off' },
    { user: 'mode: offline', answer: 'ask' },
    { user: 'mode: off#x', answer: 'ask' },
    { user: 'stop:\n  mode: off\nmode: solo', answer: 'ask' },
    { user: `#${'x'.repeat(300_000)}\nmode: solo`, answer: 'ask' },
    { project: 'mode: solo', answer: 'off' },
    { project: 'mode: solo', trusted: true, answer: 'ask' },
    { user: 'mode: solo', project: 'mode: off', answer: 'ask' },
    { user: 'mode: solo', project: ']broken\nmode: off', answer: 'ask' },
    { project: 'mode: off', trusted: true, answer: 'off' },
    { user: 'mode: solo', paused: 'project', answer: 'off' },
    { user: 'mode: solo', paused: 'session', answer: 'ask' },
    { user: 'mode: solo', paused: 'expired', answer: 'ask' },
  ])('says $answer with $env $user $project $paused', async ({ answer, ...given }) => {
    const input = await arrange(given)
    const before = readdirSync(base, { recursive: true })
    expect(quickMode(input)).toBe(answer)
    expect(readdirSync(base, { recursive: true })).toEqual(before)
  })

  it('does not wait for a FIFO in the place of either file', async () => {
    const input = await arrange({})
    execFileSync('mkfifo', [path.join(input.cwd, 'reflection.yaml')])
    expect(quickMode({ ...input, env: { REFLECTION_MODE: 'solo' } })).toBe('ask')
    execFileSync('mkfifo', [path.join(input.home, '.config', 'reflectory', 'reflection.yaml')])
    expect(quickMode(input)).toBe('ask')
  })

  it('asks when there is something that is no file', async () => {
    const input = await arrange({})
    mkdirSync(path.join(input.home, '.config', 'reflectory', 'reflection.yaml'))
    expect(quickMode(input)).toBe('ask')
  })

  it('takes a pause that it can not understand as a pause', async () => {
    const input = await arrange({ user: 'mode: solo' })
    const stateDir = projectStateDir(stateHome({}, input.home, 'linux'), input.cwd)
    mkdirSync(stateDir, { recursive: true })
    writeFileSync(path.join(stateDir, 'pause.json'), '{"pau')
    expect({ quick: quickMode(input), full: await fullMode(input) }).toEqual({
      quick: 'off',
      full: 'off',
    })
  })

  it('never says off where the whole config says on', async () => {
    const word = fc.constantFrom(
      'off',
      'solo',
      'orchestrated',
      'no',
      'false',
      '"off"',
      "'solo'",
      'on',
      'Off',
      '',
      'off # x',
      'off#x',
      '"o\\x66f"',
      '[off]',
      '&a off',
      '!!str off',
    )
    const modeLine = fc
      .tuple(
        fc.constantFrom(
          '',
          ' ',
          '# ',
          '\uFEFF',
          '---\n',
          '{',
          'x: |\n',
          'x: "a\n',
          '%YAML 1.1\n---\n',
        ),
        fc.constantFrom('mode', '"mode"', "'mode'", 'Mode', '"m\\x6fde"', '? mode\n'),
        fc.constantFrom(': ', ':', ' :\t', ':\n  '),
        word,
        fc.constantFrom('', '\r', ' ', '}', '\u2028'),
      )
      .map((parts) => parts.join(''))
    const other = fc.constantFrom(
      'stop:',
      '  enabled: false',
      'run: {riskThreshold: 0.2}',
      '# mode: solo',
      'stop: {maxAttempst: 1}',
      '"',
      ']',
      '',
    )
    const text = fc.option(
      fc.array(fc.oneof(modeLine, other), { maxLength: 3 }).map((lines) => lines.join('\n')),
      { nil: undefined },
    )
    const env = fc.record(
      {
        REFLECTION_MODE: fc.constantFrom('', 'off', 'solo', 'on', 'no'),
        CI: fc.constantFrom('', 'true', '1'),
      },
      { requiredKeys: [] },
    )
    const given = fc.record({
      env: env as fc.Arbitrary<Record<string, string>>,
      user: text,
      project: text,
      trusted: fc.boolean(),
      paused: fc.constantFrom(undefined, undefined, 'project', 'session', 'expired' as const),
    })
    const seen = { off: 0, on: 0 }
    await fc.assert(
      fc.asyncProperty(given as fc.Arbitrary<Given>, async (given) => {
        const input = await arrange(given)
        const mode = await fullMode(input)
        expect(mode).not.toBe('crash')
        const quick = quickMode(input)
        expect(quick === 'off' && !['off', 'config-invalid'].includes(mode)).toBe(false)
        if (quick === 'off') seen.off += 1
        if (mode === 'solo') seen.on += 1
      }),
      { numRuns: 400, seed: 7 },
    )
    expect(seen.off).toBeGreaterThan(100)
    expect(seen.on).toBeGreaterThan(20)
  })
})

it.each([
  { entry: 'quick-mode.ts', outside: ['node:buffer', 'node:crypto', 'node:fs', 'node:path'] },
  {
    entry: 'load.ts',
    outside: ['node:buffer', 'node:crypto', 'node:fs', 'node:path', 'zod/mini'],
  },
])('$entry loads no more than $outside before it reads a file', ({ entry, outside }) => {
  expect(outsideImports(path.join(import.meta.dirname, entry))).toEqual(outside)
})

/** What a module imports from outside the sources, directly or not; types and `import()` aside. */
function outsideImports(entry: string): string[] {
  const seen = new Set([entry])
  const outside = new Set<string>()
  for (const file of seen) {
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^']*? from '([^']+)'/gm,
    )
    for (const [, name = ''] of imports) {
      if (name.startsWith('.'))
        seen.add(path.join(path.dirname(file), name.replace(/\.js$/, '.ts')))
      else outside.add(name)
    }
  }
  return [...outside].sort()
}
