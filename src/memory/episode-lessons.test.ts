import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { call, edit, human, play } from '../read/__fixtures__/play.js'
import type { Episode } from '../schema/episode.js'
import { lessonOfEpisodes } from './episode-lessons.js'

const FOLDER = path.resolve('src/read/output/__fixtures__/failures')
const NOW = '2030-01-01T00:00:00.000Z'

/** What a runner really printed, the command that it was, and what its lesson has to name. */
const OUTPUTS: { name: string; check: string; at: string; error: string; fix?: string }[] = [
  { name: 'ava-assert', check: 'npx ava cart.test.js', at: 'empty cart', error: '' },
  {
    name: 'ava-type',
    check: 'npx ava ship.test.js',
    at: 'names the street',
    error: 'TypeError, `street`',
  },
  { name: 'cargo-assert', check: 'cargo test', at: 'tests › empty_cart', error: 'panic' },
  { name: 'cargo-panic', check: 'cargo test', at: 'tests › first_item', error: 'panic' },
  { name: 'cargo-name', check: 'cargo check', at: 'src/lib.rs', error: 'E0425, `offset`' },
  { name: 'cargo-type', check: 'cargo build', at: 'src/lib.rs', error: 'E0277' },
  {
    name: 'eslint-two',
    check: 'npx eslint lint/a.js',
    at: 'lint/a.js',
    error: 'no-unused-vars, `unused`',
  },
  { name: 'go-assert', check: 'go test ./...', at: 'TestEmptyCart', error: '' },
  { name: 'go-panic', check: 'go test ./...', at: 'TestFirst', error: 'panic' },
  { name: 'go-build', check: 'go build ./...', at: 'cart.go', error: '`offset`' },
  {
    name: 'go-build-test',
    check: 'go test ./...',
    at: 'cart.go',
    error: 'compile-error, `offset`',
  },
  { name: 'jasmine-assert', check: 'npx jasmine', at: 'cart empty cart', error: 'AssertionError' },
  {
    name: 'jasmine-type',
    check: 'npx jasmine',
    at: 'cart names the street',
    error: 'TypeError, `street`',
  },
  {
    name: 'jest-assert',
    check: 'npx jest',
    at: 'jt/cart.spec.js › cart › empty cart',
    error: 'AssertionError',
  },
  {
    name: 'jest-type',
    check: 'npx jest',
    at: 'jt/ship.spec.js › names the street',
    error: 'TypeError, `street`',
  },
  { name: 'jest-import', check: 'npx jest', at: 'jt/gone.spec.js', error: 'Error, `./gone.js`' },
  { name: 'mocha-assert', check: 'npx mocha', at: 'cart › empty cart', error: 'AssertionError' },
  {
    name: 'mocha-type',
    check: 'npx mocha',
    at: 'cart › names the street',
    error: 'TypeError, `street`',
  },
  {
    name: 'mocha-timeout',
    check: 'npx mocha',
    at: 'checkout › waits for the bank',
    error: 'Error',
  },
  {
    name: 'node-module',
    check: 'node report.js',
    at: '',
    error: 'Error, `left-padder`',
    fix: 'npm install left-padder',
  },
  {
    name: 'node-refused',
    check: 'node report.js',
    at: '',
    error: 'connection-refused',
    fix: 'docker compose up -d',
  },
  {
    name: 'node-test-missing',
    check: 'node --test',
    at: 'nt/missing.test.js',
    error: 'Error, `./nope.js`',
  },
  {
    name: 'node-test-spec',
    check: 'node --test',
    at: 'nt/cart.test.js › empty cart',
    error: 'AssertionError',
  },
  {
    name: 'node-test-tap',
    check: 'node --test',
    at: 'nt/cart.test.js › empty cart',
    error: 'AssertionError',
  },
  { name: 'npm-script', check: 'npm run nope', at: '', error: 'missing-script, `nope`' },
  { name: 'oxlint', check: 'npx oxlint', at: 'lint/a.js', error: 'no-unused-vars, `unused`' },
  {
    name: 'phpunit-assert',
    check: 'phpunit',
    at: 'CartTest › testEmptyCart',
    error: 'AssertionError',
  },
  {
    name: 'phpunit-error',
    check: 'phpunit',
    at: 'CartTest › testStreet',
    error: 'Error, `street`',
  },
  {
    name: 'pytest-assert',
    check: 'pytest',
    at: 'test_cart.py › test_empty_cart',
    error: 'AssertionError',
  },
  {
    name: 'pytest-key',
    check: 'python3 -m pytest',
    at: 'test_cart.py › TestShipping › test_street',
    error: 'KeyError, `address`',
  },
  {
    name: 'pytest-import',
    check: 'pytest',
    at: 'test_gone.py',
    error: 'ModuleNotFoundError, `gonemodule`',
    fix: 'pip install gonemodule',
  },
  {
    name: 'rspec-assert',
    check: 'bundle exec rspec',
    at: 'spec/cart_spec.rb › cart empty cart',
    error: '',
  },
  {
    name: 'rspec-type',
    check: 'rspec',
    at: 'spec/cart_spec.rb › cart names the street',
    error: 'NoMethodError, `address`',
  },
  {
    name: 'sh-notfound',
    check: 'shopctl migrate',
    at: '',
    error: 'command-not-found, `shopctl`',
    fix: 'npm install shopctl',
  },
  { name: 'tape-assert', check: 'npx tape tp/cart.js', at: 'empty cart', error: 'Error' },
  { name: 'tsc-assign', check: 'npx tsc --noEmit', at: 'ts/cart.ts', error: 'TS2322' },
  { name: 'tsc-module', check: 'npx tsc --noEmit', at: 'ts/mod.ts', error: 'TS2307, `./gone.js`' },
  { name: 'tsc-name', check: 'npx tsc --noEmit', at: 'ts/name.ts', error: 'TS2304, `offset`' },
  { name: 'tsc-prop', check: 'npx tsc --noEmit', at: 'ts/prop.ts', error: 'TS2551, `adress`' },
  {
    name: 'unittest-assert',
    check: 'python3 -m unittest',
    at: 'unit_cart.py › CartTest › test_empty_cart',
    error: 'AssertionError',
  },
  {
    name: 'unittest-key',
    check: 'python3 -m unittest',
    at: 'unit_cart.py › CartTest › test_street',
    error: 'KeyError, `address`',
  },
  {
    name: 'vitest-assert',
    check: 'npx vitest run',
    at: 'vt/cart.test.mjs › cart › empty cart',
    error: 'AssertionError',
  },
  {
    name: 'vitest-type',
    check: 'npx vitest run',
    at: 'vt/ship.test.mjs › names the street',
    error: 'TypeError, `street`',
  },
  {
    name: 'vitest-import',
    check: 'npx vitest run',
    at: 'vt/gone.test.mjs',
    error: 'Error, `./gone.js`',
  },
]

const episodesOf = (...lines: Parameters<typeof play>): Episode[] =>
  play(...lines).episodes.map((episode) => ({
    ...episode,
    id: episode.key,
    sessionId: 's1',
    weakened: false,
    startedAt: NOW,
    endedAt: episode.endedAt === null ? null : NOW,
  }))

describe('the lesson of what a real runner printed', () => {
  it('has every recorded output', () => {
    const files = readdirSync(FOLDER).map((file) => file.replace('.txt', ''))
    expect(OUTPUTS.map(({ name }) => name).sort()).toEqual(files.sort())
  })

  it.each(OUTPUTS)(
    'names test, file, error and fix once: $name',
    ({ name, check, at, error, fix }) => {
      const printed = readFileSync(path.join(FOLDER, `${name}.txt`), 'utf8')
      const [episode, ...more] = episodesOf(
        human('Add the cart'),
        call(check, printed.replaceAll('/home/dev/shop/', ''), { status: 'failed' }),
        fix === undefined ? edit('src/cart.js') : call(fix, 'done'),
        call(check, ''),
      )
      expect(more.length).toBe(name === 'eslint-two' ? 1 : 0)
      const text = lessonOfEpisodes([episode!], null, NOW)!.lesson.analysis
      const bare = check.replace(/^(?:npx|bundle exec|python3 -m) /, '')
      const where = at === '' ? '' : ` at \`${at}\``
      const what = error === '' ? '' : ` (${error})`
      const how = fix === undefined ? 'a change to `src/cart.js`' : `\`${fix}\``
      expect(text).toBe(`\`${bare}\` was red${where}${what}. Once ${how} made it green.`)
    },
  )
})

describe('lessonOfEpisodes', () => {
  const red = (output = 'FAIL  src/a.test.ts > adds\nTypeError: x\n Tests  1 failed (1)') =>
    call('npm test', output, { status: 'failed' })
  const green = () => call('npm test', ' Tests  1 passed (1)')
  const of = (sessionId: string, ...lines: Parameters<typeof play>): Episode =>
    ({ ...episodesOf(...lines)[0]!, sessionId, id: sessionId }) as Episode

  it('counts sessions and ways, the most frequent first, and what did not help', () => {
    const episodes = [
      of('s1', red(), edit('src/a.ts'), green()),
      of('s2', red(), edit('test/a.test.ts'), red(), edit('src/a.ts'), green()),
      of('s3', red(), edit('src/b.ts'), green()),
    ]
    const row = lessonOfEpisodes(episodes, null, NOW)!
    expect(row.lesson.analysis).toBe(
      '`npm test` was red at `src/a.test.ts › adds` (TypeError) in 3 sessions. Twice a change to `src/a.ts` made it green; once a change to `src/b.ts` made it green; a change to `test/a.test.ts` did not.',
    )
    expect(row).toMatchObject({ tainted: false, reinforced: 2, madeBy: 'episode', pinned: false })
  })

  it('does not tell what helped where the test failed for another reason', () => {
    const says = (message: string) =>
      red(`FAIL  src/a.test.ts > adds\nError: ${message}\n Tests  1 failed (1)`)
    const episodes = [
      of('s1', says('no such table: carts'), edit('src/table.ts'), green()),
      of('s2', says('expected 3 to be 4'), edit('src/sum.ts'), green()),
      of('s3', says('expected 5 to be 7'), edit('src/sum.ts'), green()),
    ]
    expect(lessonOfEpisodes(episodes, null, NOW)!.lesson.analysis).toBe(
      '`npm test` was red at `src/a.test.ts › adds` (Error) in 2 sessions. Twice a change to `src/sum.ts` made it green.',
    )
  })

  it('names no command that other sessions did not run', () => {
    const narrow = (): Parameters<typeof play>[0] =>
      call('npx vitest run src/a.test.ts', 'FAIL  src/a.test.ts > adds\nTypeError: x', {
        status: 'failed',
      })
    const episodes = [of('s1', red(), edit('src/a.ts'), green()), of('s2', narrow(), edit('b.ts'))]
    expect(lessonOfEpisodes(episodes, null, NOW)!.lesson.analysis).toContain(
      'A check was red at `src/a.test.ts › adds` (TypeError) in 2 sessions.',
    )
  })

  it('says of several times that the lines are those of the last', () => {
    const change = (text: string) => {
      const episode = of(text, red(), edit('src/a.ts'), green())
      const hunk = { file: 'src/a.ts', line: null, removed: 1, added: 1, symbol: null }
      const hunks = [{ ...hunk, change: { before: ['x'], after: [text] } }]
      return { ...episode, resolvedBy: { ...episode.resolvedBy!, hunks } }
    }
    const last = { ...change('two'), startedAt: '2030-02-01T10:00:00.000Z' }
    const { lesson, facts } = lessonOfEpisodes([change('one'), last], null, NOW)!
    expect(facts!.fixes[0]!.at).toBe(last.startedAt)
    expect(lesson.analysis).toContain(
      'Twice a change to `src/a.ts` (the last time 1 line: `x` became `two`) made it green.',
    )
  })

  it('does not say that a change made the check green that left another failure', () => {
    const other = 'FAIL  src/b.test.ts > ships\nRangeError: far\n Tests  1 failed (1)'
    const episode = of('s1', red(), edit('src/a.ts'), red(other), edit('src/b.ts'), green())
    expect(lessonOfEpisodes([episode], null, NOW)!.lesson.analysis).toBe(
      '`npm test` was red at `src/a.test.ts › adds` (TypeError). Once a change to `src/a.ts` ended it, with another failure left.',
    )
  })

  it('does not say that it stayed red where it was gone', () => {
    const other = 'FAIL  src/b.test.ts > ships\nRangeError: far\n Tests  1 failed (1)'
    const lines = [red(), edit('src/a.ts'), red(), edit('src/b.ts'), red(other)]
    expect(lessonOfEpisodes([of('s1', ...lines)], null, NOW)).toBeNull()
  })

  it('keeps what a person said of the lesson', () => {
    const episode = of('s1', red(), edit('src/a.ts'), green())
    const known = { ...lessonOfEpisodes([episode], null, NOW)!, pinned: true }
    expect(lessonOfEpisodes([episode], known, NOW)).toMatchObject({ pinned: true })
    const retired = { ...known, pinned: false, state: 'retired' as const }
    expect(lessonOfEpisodes([episode], retired, NOW)).toMatchObject({ state: 'retired' })
  })

  it.each([
    ['only the command is known', 'Exit code 1\nERROR task failed', [edit('src/a.ts')]],
    ['it is not known what changed', undefined, [call('./fix.sh', 'ok')]],
  ])('makes none where %s', (_, output, between) => {
    expect(lessonOfEpisodes([of('s1', red(output), ...between, green())], null, NOW)).toBeNull()
  })

  it('makes none of a failure of which nothing is known but that it failed', () => {
    expect(lessonOfEpisodes([of('s1', red())], null, NOW)).toBeNull()
  })
})
