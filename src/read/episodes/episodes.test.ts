import { describe, expect, it } from 'vitest'
import { call, edit, human, play, says } from '../__fixtures__/play.js'
import type { Line } from '../__fixtures__/play.js'
import { applyEntry, applyFacts, beginLedger, toLedger } from '../ledger.js'
import type { TranscriptEntry } from '../../schema/transcript.js'

const RED =
  'FAIL  test/cart.test.ts > cart > empty cart\nTypeError: x is undefined\n Tests  1 failed (1)'
const OTHER = 'FAIL  test/ship.test.ts > ships\nRangeError: too far\n Tests  1 failed (1)'
const GREEN = ' Tests  3 passed (3)'

const red = (command = 'npm test', output = RED): Line =>
  call(command, output, { status: 'failed' })
const green = (command = 'npm test', output = GREEN): Line => call(command, output)

const read = (...lines: Line[]) =>
  play(human('Go'), ...lines).episodes.map(({ check, state, attempts, resolvedBy, tried }) => ({
    check,
    state,
    attempts,
    by: resolvedBy === null ? null : [...resolvedBy.files, ...resolvedBy.commands],
    tried: tried.map(({ files }) => files),
  }))

describe('an episode', () => {
  it('is resolved by the edits between the last red and the first green', () => {
    expect(
      read(
        red(),
        edit('src/a.ts'),
        red(),
        edit('src/b.ts'),
        says('Now.'),
        green(),
        edit('src/c.ts'),
      ),
    ).toEqual([
      {
        check: 'npm test',
        state: 'resolved',
        attempts: 2,
        by: ['src/b.ts'],
        tried: [['src/a.ts']],
      },
    ])
  })

  it.each<{ name: string; lines: Line[]; by: string[] | null; first?: Line }>([
    { name: 'the same check', lines: [edit('a.ts'), green()], by: ['a.ts'] },
    { name: 'a wider run', lines: [edit('a.ts'), green('npx vitest run')], by: ['a.ts'] },
    {
      name: 'a run of the failing file',
      lines: [edit('a.ts'), green('npx vitest run test/cart.test.ts')],
      by: ['a.ts'],
    },
    {
      name: 'not a run of another file',
      lines: [edit('a.ts'), green('npx vitest run test/ship.test.ts')],
      by: null,
    },
    {
      name: 'not the same in another folder',
      lines: [green('cd packages/b && npm test')],
      by: null,
    },
    {
      name: "not a task of tests, of a compiler's error",
      lines: [edit('a.ts'), green()],
      by: null,
      first: red('npm run typecheck', "src/a.ts(3,5): error TS2304: Cannot find name 'total'."),
    },
    { name: 'not a linter', lines: [edit('a.ts'), call('npx eslint .', '')], by: null },
    { name: 'running it again', lines: [green()], by: [] },
    {
      name: 'a service that was started',
      lines: [call('docker compose up -d', 'started'), green()],
      by: ['docker compose up -d'],
    },
    { name: 'a dependency', lines: [call('npm install', 'added 3'), green()], by: ['npm install'] },
    { name: 'a variable', lines: [green('DATABASE_URL=pg://x npm test')], by: ['DATABASE_URL='] },
    {
      name: 'an edit by the shell',
      lines: [call("sed -i 's/a/b/' a.ts", ''), green()],
      by: ['a.ts'],
    },
    {
      name: 'an edit and the check in one line',
      lines: [green("sed -i 's/a/b/' a.ts && npm test")],
      by: ['a.ts'],
    },
    { name: 'a change of the docs is none', lines: [edit('README.md'), green()], by: [] },
  ])('ends by $name', ({ lines, by, first = red() }) => {
    expect(read(first, ...lines)[0]).toMatchObject({
      state: by === null ? 'open' : 'resolved',
      by,
    })
  })

  it.each([
    ['is skipped', ' Tests  2 passed | 1 skipped (3)', 'open'],
    ['passes', ' Tests  3 passed | 1 skipped (4)', 'resolved'],
  ])('is green where what was red %s: %s is %s', (_, output, state) => {
    const before = RED.replace('1 failed (1)', '1 failed | 2 passed (3)')
    const lines = [red('npm test', before), edit('test/cart.test.ts'), green('npm test', output)]
    expect(read(...lines).map((one) => one.state)).toEqual([state])
  })

  it('gives each failure of a check its own edits', () => {
    const told = read(
      red(),
      edit('src/cart.ts'),
      red('npm test', OTHER),
      edit('src/ship.ts'),
      green(),
    )
    expect(told.map(({ by }) => by)).toEqual([['src/cart.ts'], ['src/ship.ts']])
  })

  it('says where the check was still red after the change that ended a failure', () => {
    const { episodes } = play(
      human('Go'),
      red(),
      edit('src/cart.ts'),
      red('npm test', OTHER),
      edit('src/ship.ts'),
      green(),
    )
    expect(episodes.map(({ resolvedBy }) => resolvedBy!.gone)).toEqual([true, undefined])
  })

  describe('counts what stands at the end of the edits in between', () => {
    const changes = (file: string, before: string[], after: string[], symbol = 'half'): Line =>
      edit(file).map((entry) =>
        entry.kind === 'tool-call'
          ? { ...entry, sizes: [{ removed: 1, added: 1, symbol, change: { before, after } }] }
          : entry,
      )
    const skip = changes('test/a.test.ts', ["test('odd'"], ["test.skip('odd'"])
    const unskip = changes('test/a.test.ts', ["test.skip('odd'"], ["test('odd'"])
    const fix = changes('src/a.ts', ['n / 2'], ['(n + 1) / 2'])

    it.each([
      ['one that was taken back', [skip, unskip, fix], ['src/a.ts']],
      [
        'one that was made a second time',
        [skip, unskip, skip, fix],
        ['src/a.ts', 'test/a.test.ts'],
      ],
      [
        'one of whose lines nothing is known',
        [skip, edit('test/a.test.ts'), fix],
        ['src/a.ts', 'test/a.test.ts'],
      ],
    ])('%s', (_, lines, files) => {
      const [episode] = play(human('Go'), red(), ...lines, green()).episodes
      expect(episode!.resolvedBy!.files.toSorted()).toEqual(files)
    })

    it('of what was tried in vain', () => {
      expect(read(red(), skip, unskip, red())).toMatchObject([{ tried: [[]] }])
    })

    it('and a place only where all are at one', () => {
      const others = [['half'], ['third']].map(([name]) =>
        play(human('Go'), red(), fix, changes('src/a.ts', ['1'], ['2'], name), green()),
      )
      const symbols = others.map(({ episodes }) => episodes[0]!.resolvedBy!.hunks[0]!.symbol)
      expect(symbols).toEqual(['half', null])
    })
  })

  describe('of several tests that were red at once', () => {
    const BOTH = `${RED}\n${OTHER}`
    const told = (...lines: Line[]) =>
      play(human('Go'), ...lines).episodes.map(({ tests, state, resolvedBy }) => ({
        tests: tests.map((test) => test.split(' › ').at(-1)),
        state,
        by: resolvedBy?.files ?? null,
      }))

    it('is one where they became green by the same', () => {
      expect(told(red('npm test', BOTH), edit('src/a.ts'), green())).toEqual([
        { tests: ['empty cart', 'ships'], state: 'resolved', by: ['src/a.ts'] },
      ])
    })

    it('is one for each where a narrower run shows that one is green', () => {
      const narrow = green('npx vitest run test/cart.test.ts')
      expect(told(red('npm test', BOTH), edit('src/a.ts'), narrow)).toEqual([
        { tests: ['empty cart'], state: 'resolved', by: ['src/a.ts'] },
        { tests: ['ships'], state: 'open', by: null },
      ])
    })

    it("is one for each where each test's own file was changed", () => {
      const edits = [edit('test/cart.test.ts'), edit('test/ship.test.ts')]
      expect(told(red('npm test', BOTH), ...edits, green())).toEqual([
        { tests: ['empty cart'], state: 'resolved', by: ['test/cart.test.ts'] },
        { tests: ['ships'], state: 'resolved', by: ['test/ship.test.ts'] },
      ])
    })

    it('is not called red where the next run no longer shows it', () => {
      const { episodes } = play(
        human('Go'),
        red(),
        edit('src/a.ts'),
        red('npm test', BOTH),
        edit('src/a.ts'),
        red(),
      )
      expect(
        episodes.map(({ tests, state, resolvedBy }) => [tests, state, resolvedBy?.gone]),
      ).toEqual([
        [['test/cart.test.ts › cart › empty cart'], 'open', undefined],
        [['test/ship.test.ts › ships'], 'open', true],
      ])
    })
  })

  it.each<{ name: string; between: Line[]; again: true | undefined }>([
    { name: 'at once', between: [], again: true },
    {
      name: 'after a look',
      between: [call('git status', 'clean'), call('cat a.ts', 'x')],
      again: true,
    },
    {
      name: 'after a command that may change files',
      between: [call('./fix.sh', 'ok')],
      again: undefined,
    },
    { name: "after a person's turn", between: [human('Again, please')], again: undefined },
    { name: 'after an edit of the docs', between: [edit('README.md')], again: undefined },
  ])('that is green again $name says so only where nothing changed', ({ between, again }) => {
    const [episode] = play(human('Go'), red(), ...between, green()).episodes
    expect(episode!.resolvedBy).toMatchObject({ files: [], commands: [] })
    expect(episode!.resolvedBy!.again).toBe(again)
  })

  it('is made for each thing that a linter finds, and each stays red until the linter is green', () => {
    const lint = (...lines: string[]): Line =>
      red('golangci-lint run', [...lines, '2 issues:'].join('\n'))
    const first = 'a.go:3:2: os/exec.Command must not be called. use os/exec.CommandContext (noctx)'
    const second = 'b.go:8:12: Error return value of `os.Remove` is not checked (errcheck)'
    const { episodes } = play(human('Go'), lint(first, second), edit('a.go'), lint(second))
    expect(
      episodes.map(({ error, state }) => [error!.code, error!.symbol, error!.file, state]),
    ).toEqual([
      ['noctx', 'exec.Command', 'a.go', 'open'],
      ['errcheck', 'os.Remove', 'b.go', 'open'],
    ])
    expect(new Set(episodes.map(({ key }) => key)).size).toBe(2)
  })

  it('of a linter does not end by what was changed where it found something else', () => {
    const first = 'a.go:3:2: os/exec.Command must not be called. use os/exec.CommandContext (noctx)'
    const second = 'b.go:8:12: Error return value of `os.Remove` is not checked (errcheck)'
    const lint = red('golangci-lint run', [first, second, '2 issues:'].join('\n'))
    const { episodes } = play(
      human('Go'),
      lint,
      edit('a.go'),
      call('golangci-lint run', '0 issues.'),
    )
    expect(
      episodes.map(({ error, state, resolvedBy }) => [error!.file, state, resolvedBy!.files]),
    ).toEqual([
      ['a.go', 'resolved', ['a.go']],
      ['b.go', 'resolved', []],
    ])
  })

  it('names files from the folder that the session was in then', () => {
    const state = beginLedger()
    const take = (folder: string, ...lines: Line[]): void => {
      applyFacts(state, { cwd: folder })
      for (const [step, entry] of lines.flat().entries())
        applyEntry(state, { sidechain: false, ...entry, step, at: null } as TranscriptEntry)
    }
    take('/home/ann/shop', red(), edit('/home/ann/shop/src/a.ts'), green())
    take('/home/bob/shop', says('Taken over.'))
    expect(toLedger(state).episodes[0]!.resolvedBy!.files).toEqual(['src/a.ts'])
  })

  it('that comes back is one episode, and open again', () => {
    expect(read(red(), edit('a.ts'), green(), red())).toMatchObject([
      { state: 'open', attempts: 2 },
    ])
  })

  it.each([
    { next: 'npm install shopctl', again: 'shopctl migrate', by: ['npm install shopctl'] },
    { next: 'ls', again: 'npx shopctl migrate', by: [] },
    { next: 'ls', again: 'shopctl2 migrate', by: ['shopctl2 migrate'] },
  ])('of a command that was not found ends by $next, $again', ({ next, again, by }) => {
    const lines = [
      call('shopctl migrate', 'bash: shopctl: command not found', {
        status: 'failed',
        exitCode: 127,
      }),
      call(next, 'ok'),
      call(again, 'done'),
    ]
    expect(read(...lines)).toMatchObject([{ check: 'shopctl migrate', state: 'resolved', by }])
  })

  it.each([
    'Error: DATABASE_URL is not set',
    'bash: line 3: DATABASE_URL: unbound variable',
    'Missing required environment variable: DATABASE_URL',
    "Output: fatal: 'DATABASE_URL' must be set",
  ])('of what a variable is missing for ends by setting it: %s', (output) => {
    const lines = [
      call('npm run db:migrate', output, { status: 'failed', exitCode: 1 }),
      call('export DATABASE_URL=postgres://shop && npm run db:migrate', 'migrated'),
    ]
    expect(read(...lines)).toMatchObject([
      { check: 'npm run db:migrate', state: 'resolved', by: ['DATABASE_URL='] },
    ])
  })

  it('is the same when the transcript is read in pieces', () => {
    const keys = (...lines: Line[]) => play(...lines).episodes.map(({ key }) => key)
    expect(keys(red())).toEqual(keys(says('Other words.'), edit('x.ts'), red('npx vitest run')))
  })

  it('is not made of a question, a listing or a green run', () => {
    expect(read(call('ls nope', 'ls: nope: No such file', { status: 'failed' }), green())).toEqual(
      [],
    )
  })
})
