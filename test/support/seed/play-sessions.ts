import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PlayedSession } from './played-session.js'
import type { PlayedPlace } from './played-session.js'

const DAY_MS = 86_400_000

/**
 * A few weeks of one project as the real hook sees them: checks go red and green, the same ones again
 * on later days, people say how things are done here, and what they write next tells how it went.
 */
export async function playSessions(
  place: PlayedPlace,
  { count, end, addCheck }: { count: number; end: number; addCheck(): Promise<void> },
): Promise<void> {
  plantFiles(place)
  for (let number = 0; number < count; number += 1) {
    const start = end - (count - number) * 0.8 * DAY_MS
    // A person writes their definition of done down once they have seen a few sessions.
    if (number === Math.floor(count / 2)) await addCheck()
    const session = new PlayedSession(place, `played-${String(number).padStart(2, '0')}`, start)
    const failure = FAILURES[number % FAILURES.length]!
    breakAgain(place, failure)
    await session.begin()
    await STORIES[number % STORIES.length]!(session, failure)
    await session.ends()
    commit(place, `Session ${number}`)
  }
}

interface Failure {
  request: string
  check: string
  red: string
  green: string
  file: string
  before: string
  after: string
}

type Story = (session: PlayedSession, failure: Failure) => Promise<void>

const vitest = (file: string, test: string, error: string, at: string): string =>
  [
    ` FAIL  ${file} > ${test}`,
    error,
    ` ❯ ${at}`,
    '',
    ' Test Files  1 failed | 3 passed (4)',
    '      Tests  1 failed | 41 passed (42)',
  ].join('\n')
const PASSED = ' Test Files  4 passed (4)\n      Tests  42 passed (42)'

const FAILURES: readonly Failure[] = [
  {
    request: 'Fix total() in src/cart.ts so that an empty cart costs nothing. The tests must pass.',
    check: 'npx vitest run',
    red: vitest(
      'test/cart.test.ts',
      'total > is 0 for an empty cart',
      'TypeError: Reduce of empty array with no initial value',
      'total src/cart.ts:2:16',
    ),
    green: PASSED,
    file: 'src/cart.ts',
    before: 'return prices.reduce((a, b) => a + b)',
    after: 'return prices.reduce((a, b) => a + b, 0)',
  },
  {
    request: 'Limit the login to five attempts a minute and make sure that the tests pass.',
    check: 'npx vitest run',
    red: vitest(
      'test/login.test.ts',
      'login > refuses the sixth attempt within a minute',
      'AssertionError: expected true to be false',
      'test/login.test.ts:9:31',
    ),
    green: PASSED,
    file: 'src/auth/login.ts',
    before: 'return attempts <= 6',
    after: 'return attempts <= 5',
  },
  {
    request: 'Write the export of orders in src/export.ts. The type check must be green.',
    check: 'npx tsc --noEmit',
    red: "src/export.ts(4,3): error TS2322: Type 'string' is not assignable to type 'number'.",
    green: '',
    file: 'src/export.ts',
    before: 'return { cents: row.amount }',
    after: 'return { cents: Number(row.amount) }',
  },
]

const DONE = 'I fixed it. All checks pass now.'

/** In the order in which they are played, again and again. */
const STORIES: readonly Story[] = [
  async (session, { request, check, red, green, file, before, after }) => {
    await session.asks(`${request} Amounts are always integer cents in this project.`)
    await session.fails(check, red)
    session.edits(file, before, after)
    session.runs(check, green)
    await session.stops(DONE)
  },
  async (session, { request, check, red, green, file, before, after }) => {
    await session.asks(request)
    session.edits(file, after, before)
    await session.fails(check, red)
    // Claimed while it is red: the hook sends it back.
    await session.stops(DONE)
    session.edits(file, before, after)
    session.runs(check, green)
    await session.stops(DONE)
  },
  async (session, { request, check, red }) => {
    await session.asks(`Thanks, that works. ${request}`)
    await session.fails(check, red)
    await session.stops('The check is still red. I could not find out why, so I stopped here.')
  },
  async (session, { request, check, red, green, file, before, after }) => {
    await session.asks(`That is wrong, the check still fails. ${request} We use pnpm, never npm.`)
    await session.fails(check, red)
    session.edits(file, before, after)
    session.runs(check, green)
    await session.stops(DONE)
  },
  async (session) => {
    await session.asks('What does src/cart.ts do with an empty cart?')
    await session.stops('It returns 0, because the sum starts at 0.')
  },
  async (session, { request, check, red, green, file, before, after }) => {
    await session.asks(`${request} Which package manager do we use, and how are amounts kept?`)
    await session.fails(check, red)
    session.edits(file, before, after)
    await session.fails(check, red)
    session.edits(file, before, after)
    session.runs(check, green)
    await session.stops(DONE)
  },
]

/** What the sessions work on; names that a lesson may repeat stand in tracked files. */
function plantFiles({ root, env }: PlayedPlace): void {
  const files = {
    'package.json':
      '{ "name": "shop", "scripts": { "test": "vitest run", "types": "tsc --noEmit" } }\n',
    'scripts/smoke.mjs': 'process.exitCode = 0\n',
    'src/cart.ts':
      'export function total(prices: number[]): number {\n  return prices.reduce((a, b) => a + b, 0)\n}\n',
    'src/auth/login.ts':
      'export function mayTry(attempts: number): boolean {\n  return attempts <= 5\n}\n',
    'src/export.ts':
      'export function toRow(row: { amount: string }): { cents: number } {\n  return { cents: Number(row.amount) }\n}\n',
    'test/cart.test.ts':
      "describe('total', () => {\n  it('is 0 for an empty cart', () => expect(total([])).toBe(0))\n})\n",
    'test/login.test.ts':
      "describe('login', () => {\n  it('refuses the sixth attempt within a minute', () => expect(mayTry(6)).toBe(false))\n})\n",
  }
  for (const [name, text] of Object.entries(files)) {
    const target = path.join(root, name)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  commit({ root, env }, 'Add the shop')
}

/** A commit of another person brings the failure back. */
function breakAgain(place: PlayedPlace, { file, before, after }: Failure): void {
  const target = path.join(place.root, file)
  writeFileSync(target, readFileSync(target, 'utf8').replace(after, before))
  commit(place, `Change ${file}`)
}

function commit({ root, env }: Pick<PlayedPlace, 'root' | 'env'>, subject: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env })
  const ana = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.invalid']
  git('add', 'scripts', 'src', 'test', 'package.json')
  git(...ana, 'commit', '--quiet', '--allow-empty', '-m', subject)
}
