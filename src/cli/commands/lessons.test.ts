import { machineOf } from '../../wiring/person/__fixtures__/processes.js'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exposure, lessonRow } from '../../memory/__fixtures__/lesson-row.js'
import { openStoreStorage } from '../../memory/store-storage.js'
import type { LessonRow } from '../../schema/lesson.js'
import { openStore, openWorkspace } from '../../wiring/workspace.js'
import type { CliContext } from '../command.js'
import { formatError } from '../format-error.js'
import { runCli } from '../main.js'

let home = ''
beforeEach(() => void (home = mkdtempSync(path.join(os.tmpdir(), 'reflectory-lessons-cli-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

const world = (dir = home) => ({
  cwd: dir,
  env: { PATH: process.env['PATH'], HOME: dir },
  home: dir,
  platform: process.platform,
})
const NOW = new Date('2030-03-01T00:00:00.000Z')

async function reflect(...argv: string[]) {
  const printed: string[] = []
  const noted: string[] = []
  const context: CliContext = {
    ...world(),
    now: () => NOW,
    json: argv.includes('--json'),
    colour: false,
    interactive: false,
    machine: machineOf(home),
    print: (text) => void printed.push(text),
    note: (text) => void noted.push(text),
    confirm: async (_question, otherwise) => otherwise,
  }
  try {
    const exitCode = await runCli(argv, context)
    return { exitCode, out: printed.join('\n'), err: noted.join('\n') }
  } catch (error) {
    return { exitCode: 2, out: formatError(error, context), err: noted.join('\n') }
  }
}

/** A person at a terminal who answers in this order. */
async function review(answers: boolean[]): Promise<string> {
  const printed: string[] = []
  await runCli(['lessons', 'review'], {
    ...world(),
    now: () => NOW,
    json: false,
    colour: false,
    interactive: true,
    machine: machineOf(home),
    print: (text) => void printed.push(text),
    note: () => {},
    confirm: async (_question, otherwise) => answers.shift() ?? otherwise,
  })
  return printed.join('\n')
}

async function fill(rows: LessonRow[], exposures: ReturnType<typeof exposure>[] = []) {
  const workspace = await openWorkspace({ ...world(), now: NOW })
  const store = await openStore(workspace, { busyTimeoutMs: 1000, drainRows: 0 })
  const storage = openStoreStorage(store)
  await storage.put(rows)
  if (exposures.length > 0) await storage.putExposures(exposures)
  await store.close()
}

const rows = [
  lessonRow('lesson-one', {
    lesson: { analysis: 'applyCoupon() forgets shipping' },
    source: {
      failureId: 'f',
      failureType: 'test_failure',
      subtaskDescription: 'coupons',
      errorOutput: 'expected 12\nto be 15',
      filesModified: [],
    },
  }),
  lessonRow('lesson-two', { at: 2, state: 'retired', stateReason: 'it does harm' }),
]

const closed = (arm: 'shown' | 'held_out', successes: number, n: number) =>
  Array.from({ length: n }, (_, i) =>
    exposure(`${arm}-${i}`, {
      lessonId: 'lesson-one',
      arm,
      outcome: i < successes ? 'success' : 'failure',
    }),
  )

describe('reflect recall', () => {
  it('says what would be shown, and records nothing', async () => {
    await fill(rows)
    const { out } = await reflect('recall', 'applyCoupon', 'forgets', 'shipping')
    expect(out).toContain('- applyCoupon() forgets shipping')
    expect((await reflect('recall', 'What is the capital of France?')).out).toBe(
      'Nothing relevant: nothing would be shown.',
    )
    expect((await reflect('lessons', 'report', '--json')).out).toContain('"exposures": 0')
  })

  it('says why not, truly', async () => {
    await fill([...rows, lessonRow('lesson-prose', { tainted: true, lesson: rows[0]!.lesson })])
    const { out } = await reflect('recall', '--why', 'applyCoupon forgets shipping')
    expect(out).toMatch(/lesson +lesson-one +words +shown/)
    expect(out).toMatch(/lesson +lesson-prose +words +waits for a pin/)
  })

  it('makes no database by looking', async () => {
    expect((await reflect('recall', '--why', 'coupon shipping')).out).toContain(
      'This project has nothing to recall.',
    )
    expect(existsSync(path.join(home, '.local'))).toBe(false)
  })
})

describe('reflect lessons', () => {
  it('says that there are none, and makes no database by looking', async () => {
    expect(await reflect('lessons')).toMatchObject({ exitCode: 0, out: 'No lessons yet.' })
    expect((await reflect('lessons', 'report')).out).toContain('not enough data')
    expect(existsSync(path.join(home, '.local'))).toBe(false)
  })

  it('lists, and filters by state', async () => {
    await fill(rows)
    expect((await reflect('lessons', 'list')).out).toMatch(/lesson-two .*\n.*lesson-one/)
    const { out } = await reflect('lessons', 'list', '--state', 'retired', '--json')
    expect(JSON.parse(out)).toEqual([rows[1]])
  })

  it('shows one with the failure behind it, by the start of its id', async () => {
    await fill(rows)
    const { out } = await reflect('lessons', 'show', 'lesson-o')
    expect(out).toContain('applyCoupon() forgets shipping')
    expect(out).toContain('  | expected 12\n  | to be 15')
  })

  it('reviews what waits for a person, and changes nothing without a terminal', async () => {
    const waiting = lessonRow('lesson-prose', { tainted: true })
    await fill([...rows, waiting, lessonRow('theirs', { state: 'quarantined' })])
    const { out } = await reflect('lessons', 'review', '--json', '--yes')
    expect((JSON.parse(out) as LessonRow[]).map(({ id }) => id).sort()).toEqual([
      'lesson-prose',
      'theirs',
    ])
    expect((await reflect('status')).out).toMatch(/waiting +2 lessons \(`reflect lessons review`\)/)
    const seen = await review([true, false])
    expect(seen).toContain('2 of 2')
    const states = JSON.parse((await reflect('lessons', '--json')).out) as LessonRow[]
    const by = Object.fromEntries(states.map((row) => [row.id, [row.state, row.pinned]]))
    expect([by['lesson-prose'], by['theirs']].sort()).toEqual([
      ['active', true],
      ['retired', false],
    ])
    expect(await review([])).toContain('Nothing waits.')
  })

  it('reports success with and without, with an interval', async () => {
    await fill(rows, [...closed('shown', 90, 100), ...closed('held_out', 5, 20)])
    const { out } = await reflect('lessons', 'report')
    expect(out).toMatch(/lesson-one +120 +90 % of 100 +25 % of 20 +\+65 +\+\d+ … \+\d+ +0 +helps/)
  })

  it('pins, takes the pin back, retires and forgets', async () => {
    await fill(rows)
    expect((await reflect('lessons', 'pin', 'lesson-two', '--yes')).out).toBe(
      'lesson-two: active, pinned',
    )
    expect((await reflect('lessons', 'pin', 'lesson-two', '--off', '--yes')).out).toBe(
      'lesson-two: active',
    )
    expect((await reflect('lessons', 'retire', 'lesson-one', '--reason', 'old', '--yes')).out).toBe(
      'lesson-one: retired',
    )
    // There is no terminal.
    expect((await reflect('lessons', 'forget', 'lesson-one')).exitCode).toBe(2)
    const forgotten = await reflect('lessons', 'forget', 'lesson-one', '--yes')
    expect(forgotten.out).toBe('Forgotten: lesson-one')
    expect((await reflect('lessons', 'show', 'lesson-one')).exitCode).not.toBe(0)
  })

  it('prunes by the configured age, or the one given', async () => {
    await fill([lessonRow('old'), lessonRow('kept', { pinned: true })])
    expect((await reflect('lessons', 'prune', '--older-than', '365d', '--yes')).out).toContain(
      'Deleted 0',
    )
    expect((await reflect('lessons', 'prune', '--yes')).out).toContain('Deleted 1 lesson;')
    expect(JSON.parse((await reflect('lessons', 'list', '--json')).out)).toMatchObject([
      { id: 'kept' },
    ])
  })

  it('exports and imports without a loss where the file is trusted', async () => {
    await fill(rows, [exposure('x', { lessonId: 'lesson-one' })])
    await reflect('lessons', 'export', 'out.jsonl', '--exposures')
    const before = readFileSync(path.join(home, 'out.jsonl'), 'utf8')
    rmSync(path.join(home, '.local'), { recursive: true })
    expect((await reflect('lessons', 'import', 'out.jsonl', '--trust', '--yes')).out).toContain(
      'Imported 2 lessons and 1 exposure;',
    )
    expect(`${(await reflect('lessons', 'export', '--exposures')).out}\n`).toBe(before)
    expect((await reflect('lessons', 'import', 'out.jsonl', '--trust', '--yes')).out).toContain(
      '2 known',
    )
  })

  it('trusts the words of another program where it is told to, and says what stays in quarantine', async () => {
    const theirs = { ...lessonRow('theirs').lesson, category: 'edge_case' }
    const held = { kind: 'lesson', row: lessonRow('held', { state: 'quarantined', tainted: true }) }
    const lines = [theirs, held].map((line) => JSON.stringify(line)).join('\n')
    writeFileSync(path.join(home, 'theirs.jsonl'), lines)
    const { out } = await reflect('lessons', 'import', 'theirs.jsonl', '--trust', '--yes')
    expect(out).toContain('Imported 2 lessons, 1 of them into quarantine')
    const listed = JSON.parse((await reflect('lessons', 'list', '--json')).out) as object[]
    expect(listed).toContainEqual(
      expect.objectContaining({ id: 'theirs', state: 'active', tainted: false }),
    )
    expect(listed).toContainEqual(expect.objectContaining({ id: 'held', state: 'quarantined' }))
  })

  it('trusts known lessons that are in quarantine, and says which are left there', async () => {
    const theirs = lessonRow('theirs').lesson
    const file = path.join(home, 'theirs.jsonl')
    writeFileSync(file, `${JSON.stringify(theirs)}\n`)
    await reflect('lessons', 'import', 'theirs.jsonl')
    const trusting = async () =>
      (await reflect('lessons', 'import', 'theirs.jsonl', '--trust', '--yes')).out
    writeFileSync(file, `${JSON.stringify({ ...theirs, suggestion: 'Something else.' })}\n`)
    expect(await trusting()).toContain('1 known.\nStill in quarantine: 1 known lesson (')
    writeFileSync(file, `${JSON.stringify(theirs)}\n`)
    expect(await trusting()).toContain('1 known.\nOut of quarantine: 1 known lesson.')
    expect(JSON.parse((await reflect('lessons', 'list', '--json')).out)).toMatchObject([
      { id: 'theirs', state: 'active', tainted: false },
    ])
    expect(await trusting()).not.toContain('quarantine')
  })

  it('exports plain lessons that other programs can read', async () => {
    await fill(rows, [exposure('x', { lessonId: 'lesson-one' })])
    const { out } = await reflect('lessons', 'export')
    const lines = out.split('\n').map((line) => JSON.parse(line) as object)
    expect(lines).toMatchObject(rows.map(({ lesson }) => lesson))
  })

  it('says on standard error how many exposures an export leaves out', async () => {
    await fill(rows, [exposure('x', { lessonId: 'lesson-one' })])
    const left = 'Left out 1 exposure; --exposures adds them.'
    expect((await reflect('lessons', 'export')).err).toBe(left)
    expect((await reflect('lessons', 'export', 'out.jsonl')).err).toContain(left)
    expect((await reflect('lessons', 'export', '--exposures')).err).toBe('')
  })

  it('imports from elsewhere into quarantine, maps categories and says what it refused', async () => {
    const theirs = { ...lessonRow('theirs', { pinned: true }).lesson, category: 'edge_case' }
    const whole = { kind: 'lesson', row: lessonRow('whole', { pinned: true }) }
    const { lesson, id: _id, ...life } = lessonRow('plain', { pinned: true })
    const plain = { ...lesson, reflectory: life }
    const lines = [
      theirs,
      whole,
      plain,
      { kind: 'exposure', row: exposure('x') },
      { some: 'thing' },
    ]
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot json\n`
    writeFileSync(path.join(home, 'in.jsonl'), text)
    const { out } = await reflect('lessons', 'import', 'in.jsonl', '--json')
    expect(JSON.parse(out)).toMatchObject({
      lessons: 3,
      exposures: 0,
      refused: [{ line: 4 }, { line: 5 }, { line: 6, reason: 'it is not JSON' }],
    })
    const listed = JSON.parse((await reflect('lessons', 'list', '--json')).out) as LessonRow[]
    expect(listed.map(({ state, pinned, tainted }) => ({ state, pinned, tainted }))).toEqual([
      { state: 'quarantined', pinned: false, tainted: true },
      { state: 'quarantined', pinned: false, tainted: true },
      { state: 'quarantined', pinned: false, tainted: true },
    ])
    expect(listed.find(({ id }) => id === 'theirs')?.lesson.category).toBe('root_cause')
  })

  it('takes a line as docs/lessons.md shows it, and names a field that a lesson has not', async () => {
    const [, line = ''] = /```json\n(.+)\n```/.exec(readFileSync('docs/lessons.md', 'utf8')) ?? []
    const shown = JSON.parse(line) as object
    const lines = [shown, { ...lessonRow('b').lesson, bogus: 1 }, { ...shown, reflectory: {} }]
    const text = lines.map((one) => JSON.stringify(one)).join('\n')
    writeFileSync(path.join(home, 'in.jsonl'), text)
    const { out } = await reflect('lessons', 'import', 'in.jsonl', '--json')
    expect(JSON.parse(out)).toMatchObject({
      lessons: 1,
      quarantined: 1,
      refused: [
        { line: 2, reason: 'it does not fit at bogus' },
        { line: 3, reason: 'it does not fit at reflectory' },
      ],
    })
  })

  it('fails when every line of a file is refused', async () => {
    writeFileSync(path.join(home, 'in.jsonl'), 'not json\n')
    expect(await reflect('lessons', 'import', 'in.jsonl')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('line 1: it is not JSON'),
    })
  })

  it('keeps lessons in a file where that is configured', async () => {
    const config = path.join(home, '.config', 'reflectory')
    mkdirSync(config, { recursive: true })
    writeFileSync(path.join(config, 'reflection.yaml'), 'lessons:\n  storage: jsonl\n')
    writeFileSync(path.join(home, 'in.jsonl'), `${JSON.stringify(rows[0]?.lesson)}\n`)
    await reflect('lessons', 'import', 'in.jsonl')
    const workspace = await openWorkspace({ ...world(), now: NOW })
    expect(existsSync(path.join(workspace.stateDir, 'memory', 'reflections.jsonl'))).toBe(true)
    expect((await reflect('lessons')).out).toContain('lesson-one')
  })

  it.each([
    { argv: ['show', 'nope'], says: 'There is no lesson nope' },
    { argv: ['import', 'absent.jsonl'], says: "can't be read" },
  ])('refuses $argv and says why', async ({ argv, says }) => {
    const { exitCode, out } = await reflect('lessons', ...argv)
    expect(exitCode).not.toBe(0)
    expect(out).toContain(says)
  })
})
