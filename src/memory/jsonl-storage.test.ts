import { execFile } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exposure, instant, lessonRow } from './__fixtures__/lesson-row.js'
import { openJsonlStorage } from './jsonl-storage.js'

const run = promisify(execFile)
let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-jsonl-'))
  file = path.join(dir, 'reflections.jsonl')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).sort()
const lines = (): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

const written = (names: string[], count: number) =>
  names.flatMap((name) => Array.from({ length: count }, (_, n) => `${name}-${n}`)).sort()

const SOURCE = {
  failureId: 'f',
  failureType: 'test_failure' as const,
  subtaskDescription: 'coupons',
  errorOutput: 'expected 12',
  filesModified: [],
}

describe('a file of lessons', () => {
  it('is for its owner alone, and not made by reading', async () => {
    const storage = openJsonlStorage(path.join(dir, 'new', 'reflections.jsonl'))
    expect(await storage.list()).toEqual([])
    expect(existsSync(path.join(dir, 'new'))).toBe(false)
    await storage.put([lessonRow('a')])
    expect(statSync(path.join(dir, 'new', 'reflections.jsonl')).mode & 0o777).toBe(0o600)
  })

  it('skips and counts a torn last line, and does not lose the line after it', async () => {
    const storage = openJsonlStorage(file)
    await storage.put([lessonRow('a')])
    appendFileSync(file, '{"id":"torn","sessionId":"s","tas')
    expect(ids(await storage.list())).toEqual(['a'])
    expect(await storage.skipped()).toBe(1)
    await storage.put([lessonRow('b')])
    expect(ids(await storage.list())).toEqual(['a', 'b'])
    expect(await storage.skipped()).toBe(1)
  })

  it('skips and counts foreign lines, and keeps them when it is rewritten', async () => {
    writeFileSync(file, 'not json\n{"kind":"other"}\n[1]\n\n{"kind":"lesson","row":{"id":"x"}}\n')
    const storage = openJsonlStorage(file)
    await storage.put([lessonRow('old', { at: 0 }), lessonRow('new', { at: 9 })])
    expect(await storage.skipped()).toBe(4)
    expect(await storage.prune(instant(5), instant(9))).toBe(1)
    expect(lines().slice(0, 2)).toEqual(['not json', '{"kind":"other"}'])
    expect(ids(await openJsonlStorage(file).list())).toEqual(['new'])
  })

  it('holds one plain lesson a line, and its exposures beside it', async () => {
    const [one, two] = [lessonRow('a', { pinned: true }), lessonRow('b', { state: 'retired' })]
    const storage = openJsonlStorage(file)
    await storage.put([one, two])
    await storage.putExposures([exposure('x')])
    expect(lines().map((line) => JSON.parse(line) as object)).toMatchObject([
      one.lesson,
      two.lesson,
    ])
    const again = openJsonlStorage(file)
    expect(await again.list({ order: 'oldest' })).toEqual([one, two])
    expect(await again.listExposures()).toEqual([exposure('x')])
    expect(await again.skipped()).toBe(0)
  })

  it('reads lines of the older form, and the newer exposure counts', async () => {
    const row = lessonRow('a', { pinned: true })
    const old = [
      { kind: 'lesson', row: lessonRow('gone') },
      { kind: 'lesson', row },
      { kind: 'exposure', row: exposure('x', { lessonId: 'a' }) },
    ]
    writeFileSync(file, old.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const storage = openJsonlStorage(file)
    expect(await storage.get('a')).toEqual(row)
    expect(await storage.listExposures()).toEqual([exposure('x', { lessonId: 'a' })])
    const closed = exposure('x', { lessonId: 'a', outcome: 'success', closedAt: instant(2) })
    await storage.putExposures([closed, exposure('y', { lessonId: 'a', openedAt: instant(0) })])
    await storage.remove('gone', instant(3))
    for (const reader of [storage, openJsonlStorage(file)]) {
      expect(ids(await reader.list())).toEqual(['a'])
      expect(await reader.listExposures()).toEqual([
        closed,
        exposure('y', { lessonId: 'a', openedAt: instant(0) }),
      ])
      expect(await reader.skipped()).toBe(0)
    }
  })

  it('reads a line of a version that called the failure behind a lesson its episode', async () => {
    const { source, ...row } = lessonRow('a', { source: SOURCE })
    writeFileSync(file, `${JSON.stringify({ kind: 'lesson', row: { ...row, episode: source } })}\n`)
    expect(await openJsonlStorage(file).get('a')).toMatchObject({ source: SOURCE })
  })

  it('has one line for each exposure of a lesson that stays, once it is rewritten', async () => {
    const beside = path.join(dir, 'reflections.exposures.jsonl')
    const exposureLines = (): string[] => readFileSync(beside, 'utf8').split('\n').filter(Boolean)
    const storage = openJsonlStorage(file)
    const older = { kind: 'exposure', row: exposure('in-lessons', { lessonId: 'new' }) }
    writeFileSync(file, `${JSON.stringify(older)}\n`)
    writeFileSync(beside, 'not json\n')
    await storage.put([lessonRow('old', { at: 0 }), lessonRow('new', { at: 9 })])
    const open = exposure('x', { lessonId: 'new' })
    for (let n = 0; n < 5; n += 1) await storage.putExposures([open])
    await storage.putExposures([exposure('x', { lessonId: 'new', outcome: 'success' })])
    await storage.putExposures([exposure('gone', { lessonId: 'old' })])
    expect(await storage.prune(instant(5), instant(9))).toBe(1)
    expect(exposureLines()).toHaveLength(3)
    expect(exposureLines()[0]).toBe('not json')
    expect(lines()).toHaveLength(1)
    for (const reader of [storage, openJsonlStorage(file)]) {
      expect(ids(await reader.listExposures())).toEqual(['in-lessons', 'x'])
      expect(ids(await reader.listExposures({ outcome: 'open' }))).toEqual(['in-lessons'])
      expect(await reader.skipped()).toBe(1)
    }
  })

  it('passes over a lesson whose own record is damaged, for it may be quarantined', async () => {
    const { lesson } = lessonRow('a')
    writeFileSync(file, `${JSON.stringify({ ...lesson, reflectory: { state: 'quarant' } })}\n`)
    const storage = openJsonlStorage(file)
    expect(await storage.list()).toEqual([])
    expect(await storage.skipped()).toBe(1)
  })

  it.each([
    ['misconception', 'approach_flaw'],
    ['environment', 'missing_context'],
    ['approach_error', 'approach_flaw'],
    ['edge_case', 'root_cause'],
    ['test_gap', 'test_gap'],
  ])('reads a bare lesson of another program with category %s as %s', async (theirs, ours) => {
    const { lesson } = lessonRow('theirs')
    writeFileSync(file, `${JSON.stringify({ ...lesson, category: theirs })}\n`)
    const storage = openJsonlStorage(file)
    const row = await storage.get('theirs')
    expect(row).toMatchObject({ madeBy: 'import', tainted: true, pinned: false })
    expect(row?.lesson).toEqual({ ...lesson, category: ours })
    expect(ids(await storage.recent('sub-1', 3))).toEqual(['theirs'])
  })

  it('sees what another process appended or rewrote', async () => {
    const [here, there] = [openJsonlStorage(file), openJsonlStorage(file)]
    await here.put([lessonRow('a', { at: 0 })])
    expect(ids(await there.list())).toEqual(['a'])
    await there.put([lessonRow('b', { at: 9 })])
    expect(ids(await here.list())).toEqual(['a', 'b'])
    await there.prune(instant(5), instant(9))
    expect(ids(await here.list())).toEqual(['b'])
  })

  it('refuses to write through a link, or into a folder', async () => {
    writeFileSync(path.join(dir, 'target'), '')
    symlinkSync(path.join(dir, 'target'), file)
    await expect(openJsonlStorage(file).put([lessonRow('a')])).rejects.toMatchObject({
      code: 'unsafe-path',
    })
    const folder = path.join(dir, 'folder')
    mkdirSync(folder)
    await expect(openJsonlStorage(folder).put([lessonRow('a')])).rejects.toMatchObject({
      code: 'unsafe-path',
    })
  })

  it('takes over the lock of a process that died', async () => {
    const gone = await run(process.execPath, ['-e', 'console.log(process.pid)'])
    writeFileSync(`${file}.lock`, `${gone.stdout.trim()} 0123`)
    await openJsonlStorage(file).put([lessonRow('a')])
    expect(ids(await openJsonlStorage(file).list())).toEqual(['a'])
  })
})

describe('several processes on one file of lessons', () => {
  let child: string
  let childDir: string
  afterAll(() => rmSync(childDir, { recursive: true, force: true }))
  beforeAll(async () => {
    childDir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-child-'))
    child = path.join(childDir, 'child.mjs')
    await build({
      entryPoints: [fileURLToPath(new URL('__fixtures__/append-child.ts', import.meta.url))],
      outfile: child,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    })
  })
  const start = (...args: string[]) => run(process.execPath, [child, file, ...args])

  it('lose and tear no line when four append at once', async () => {
    const names = ['a', 'b', 'c', 'd']
    await Promise.all(names.map((name) => start(name, '100')))
    const storage = openJsonlStorage(file)
    expect(ids(await storage.list({ limit: 1000 }))).toEqual(written(names, 100))
    expect(await storage.skipped()).toBe(0)
    expect(lines().length).toBe(400)
  })

  it('lose nothing while another prunes', async () => {
    const names = ['a', 'b', 'c']
    await Promise.all([...names.map((name) => start(name, '60')), start('p', '30', 'prune')])
    const storage = openJsonlStorage(file)
    const kept = ids(await storage.list({ limit: 1000 }))
    expect(kept.filter((id) => !id.startsWith('old-'))).toEqual(written(names, 60))
    expect(await storage.skipped()).toBe(0)
  })
})
