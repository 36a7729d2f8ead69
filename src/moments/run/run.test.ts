import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeRepositoryFacts } from '../../read/__fixtures__/repository-facts.js'
import { openTempFolder } from '../../util/__fixtures__/temp-folder.js'
import { PUSHABLE } from '../__fixtures__/reflect-deps.js'
import { emptyEvidence } from '../../read/empty-evidence.js'
import { makeEvent } from '../../guard/__fixtures__/events.js'
import { makeSession } from '../../guard/__fixtures__/session.js'
import { Config } from '../../schema/config.js'
import type { RecordOf } from '../../schema/records.js'
import type { Store } from '../../store.js'
import { openMemoryStore } from '../../store/memory.js'
import type { Answer, MomentPorts } from '../moment.js'
import { run } from './run.js'

const NOW = new Date()
const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000)
const SECRET = 'ghp_' + 'a1B2'.repeat(9)
const REPORT = '.reflection/reflection-input.json'

let base: string
let root: string
let store: Store
beforeEach(async () => {
  base = openTempFolder()
  root = path.join(base, 'repo')
  mkdirSync(root)
  git('init', '--quiet')
  store = await openMemoryStore()
})
afterEach(() => store.close())

const at = (file: string): string => path.join(root, file)
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })

function write(file: string, text: string): void {
  mkdirSync(path.dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text)
}

interface Given {
  sessionId?: string
  now?: Date
  input?: string
  keepPerSession?: number
  filesChanged?: string[]
  ports?: Partial<MomentPorts>
}

async function capture(given: Given = {}): Promise<Answer> {
  const { sessionId = 's1', now = NOW, keepPerSession = 50 } = given
  const config = Config.parse({ run: { keepPerSession } })
  const answer = await run.reflect(
    {
      event: makeEvent('session-stopped', { sessionId }),
      evidence: emptyEvidence({
        at: now.toISOString(),
        repository: makeRepositoryFacts({
          root,
          name: 'repo',
          filesChanged: given.filesChanged ?? [],
        }),
      }),
      session: makeSession({
        sessionId,
        projectRoot: root,
        startedAt: minutes(-1).toISOString(),
        stops: 1,
      }),
      config,
      mode: 'solo',
      now: now.toISOString(),
      due: [],
      capabilities: PUSHABLE,
      watcher: null,
      judgeTimeoutMs: 20_000,
    },
    {
      store,
      model: null,
      outputDir: at('.reflection'),
      environment: {
        dir: null,
        input: given.input ?? null,
        taskRef: null,
        agent: null,
        debug: false,
        parent: null,
      },
      nextId: () => 'run-1',
      signal: new AbortController().signal,
      ...given.ports,
    },
  )
  return answer
}

function rowOf({ records }: Answer): RecordOf<'run'> {
  const [write] = records
  if (write?.kind !== 'run') throw new Error('nothing was captured')
  return write.record
}

const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid
const names = (): string[] => readdirSync(at('.reflection/runs')).sort()
const goodReport = JSON.stringify({ confidence: 0.4 })

describe('a self-report', () => {
  it.each<{ what: string; make(): void; input?: string; reason: string | null }>([
    { what: 'that is not there', make: () => undefined, reason: 'not_asked' },
    { what: 'of this session', make: () => write(REPORT, goodReport), reason: null },
    {
      what: 'of this session, named by the environment',
      make: () => write('mine.json', goodReport),
      input: 'mine.json',
      reason: null,
    },
    {
      what: 'that is a FIFO',
      make: () => {
        mkdirSync(at('.reflection'))
        execFileSync('mkfifo', [at(REPORT)])
      },
      reason: 'the self-report is not a regular file',
    },
    {
      what: 'that is a link',
      make: () => {
        write('elsewhere.json', goodReport)
        mkdirSync(at('.reflection'))
        symlinkSync(at('elsewhere.json'), at(REPORT))
      },
      reason: 'the self-report is a symbolic link',
    },
    {
      what: 'of 65 KB',
      make: () => write(REPORT, JSON.stringify({ known_not_in_diff: 'x'.repeat(65 * 1024) })),
      reason: 'the self-report is larger than 64 KB',
    },
    {
      what: 'from before the session',
      make: () => {
        write(REPORT, goodReport)
        utimesSync(at(REPORT), minutes(-2), minutes(-2))
      },
      reason: 'not_asked',
    },
    {
      what: 'that git tracks',
      make: () => {
        write(REPORT, goodReport)
        git('add', '--force', REPORT)
      },
      reason: 'the self-report is tracked by git',
    },
    {
      what: 'behind a linked folder that git tracks',
      make: () => {
        write('docs/reflection-input.json', goodReport)
        git('add', '.')
        symlinkSync('docs', at('.reflection'))
      },
      reason: 'the self-report is behind a link',
    },
    {
      what: 'behind a linked folder outside',
      make: () => {
        mkdirSync(path.join(base, 'outside'))
        writeFileSync(path.join(base, 'outside', 'reflection-input.json'), goodReport)
        symlinkSync(path.join(base, 'outside'), at('.reflection'))
      },
      reason: 'the self-report is behind a link',
    },
    {
      what: 'that git tracks, named through a link',
      make: () => {
        write('docs/mine.json', goodReport)
        git('add', '.')
        symlinkSync('docs', at('link'))
      },
      input: 'link/mine.json',
      reason: 'the self-report is tracked by git',
    },
  ])('$what is refused because: $reason', async ({ make, input, reason }) => {
    make()
    const { record, degraded_reasons } = rowOf(await capture(input === undefined ? {} : { input }))
    const refused = degraded_reasons.filter((text) => /self-report|not_asked/.test(text))
    expect({ confidence: record.confidence, refused }).toEqual(
      reason === null ? { confidence: 0.4, refused: [] } : { confidence: null, refused: [reason] },
    )
  })

  it.skipIf(process.getuid?.() !== 0)(
    'that belongs to another user is refused (only root can give a file away)',
    async () => {
      write(REPORT, goodReport)
      chownSync(at(REPORT), 12_345, 12_345)
      const { record, degraded_reasons } = rowOf(await capture())
      expect([record.confidence, degraded_reasons]).toEqual([
        null,
        ['the self-report belongs to another user'],
      ])
    },
  )

  it.each([
    {
      what: 'a bad field nulls that field alone',
      text: JSON.stringify({ confidence: 7, known_not_in_diff: 'the lock' }),
      expected: { confidence: null, known_not_in_diff: 'the lock' },
      reasons: ["the self-report's confidence is not valid"],
    },
    {
      what: 'unknown fields are named',
      text: '{"confidence":0.4,"mood":"good","constructor":1,"__proto__":2}',
      expected: { confidence: 0.4, known_not_in_diff: null },
      reasons: ['"mood"', '"constructor"', '"__proto__"'].map(
        (name) => `the self-report has an unknown field ${name}`,
      ),
    },
    {
      what: 'one for this session counts',
      text: '{"confidence":0.4,"session_id":"s1"}',
      expected: { confidence: 0.4, known_not_in_diff: null },
      reasons: [],
    },
    ...['"s2"', 'null', '7'].map((id) => ({
      what: `one for session ${id} does not count for another`,
      text: `{"confidence":0.4,"session_id":${id}}`,
      expected: { confidence: null, known_not_in_diff: null },
      reasons: ['not_asked'],
    })),
    {
      what: 'what is no object says nothing',
      text: '[]',
      expected: { confidence: null, known_not_in_diff: null },
      reasons: ['the self-report is not a JSON object'],
    },
  ])('$what', async ({ text, expected, reasons }) => {
    write(REPORT, text)
    const { record, degraded_reasons } = rowOf(await capture())
    const { confidence, known_not_in_diff } = record
    expect({ confidence, known_not_in_diff }).toEqual(expected)
    expect(degraded_reasons).toEqual(reasons)
  })
})

describe('a record', () => {
  it('goes without secrets, and the same, to the file and the store', async () => {
    write(
      REPORT,
      JSON.stringify({
        most_likely_wrong: { surface: 'auth', description: `${'x'.repeat(1950)} ${SECRET}` },
        known_not_in_diff: `deployed with ${SECRET}`,
      }),
    )
    const { record } = rowOf(
      await capture({ sessionId: `s-${SECRET}`, filesChanged: [`notes-${SECRET}.md`] }),
    )
    const [name] = names()
    const text = readFileSync(at(`.reflection/runs/${name}`), 'utf8')
    expect(JSON.parse(text)).toEqual(record)
    expect(name + text).not.toContain(SECRET)
    expect(record.known_not_in_diff).toMatch(/^deployed with \[redacted:/)
  })

  it('makes room for itself among the sidecars of its session, and of no other', async () => {
    for (const count of [1, 2, 3]) await capture({ now: minutes(count), keepPerSession: 2 })
    await capture({ sessionId: 's2', now: minutes(4), keepPerSession: 2 })
    await capture({ sessionId: 's1-20300101T000000000Z', now: minutes(5), keepPerSession: 2 })
    const stamp = (count: number) => minutes(count).toISOString().replaceAll(/[-:.]/g, '')
    expect(names()).toEqual(
      [
        `s1-${stamp(2)}.reflection.json`,
        `s1-${stamp(3)}.reflection.json`,
        `s2-${stamp(4)}.reflection.json`,
        `s1-20300101T000000000Z-${stamp(5)}.reflection.json`,
      ].sort(),
    )
  })
})

describe('a capture that finds a lock', () => {
  const LOCK = '.reflection/runs/s1.lock'

  it.each<{ what: string; make(): void; captured: boolean }>([
    {
      what: 'of a live process is not made',
      make: () => write(LOCK, `${process.pid} a`),
      captured: false,
    },
    {
      what: 'of a dead process takes it over',
      make: () => write(LOCK, `${deadPid()} a`),
      captured: true,
    },
    { what: 'without a name yet is not made', make: () => write(LOCK, ''), captured: false },
    {
      what: 'of a live process, and old, takes it over',
      make: () => {
        write(LOCK, `${process.pid} a`)
        utimesSync(at(LOCK), minutes(-2), minutes(-2))
      },
      captured: true,
    },
    {
      what: 'that is a FIFO is not made, and does not wait',
      make: () => {
        mkdirSync(at('.reflection/runs'), { recursive: true })
        execFileSync('mkfifo', [at(LOCK)])
      },
      captured: false,
    },
  ])('$what', async ({ make, captured }) => {
    make()
    const answer = await capture()
    expect(answer.proposal).toEqual({
      kind: 'none',
      reason: captured ? 'captured' : 'capture_locked',
    })
    expect(existsSync(at(LOCK))).toBe(!captured)
    expect(names().filter((name) => name.includes('.lock'))).toEqual(captured ? [] : ['s1.lock'])
  })

  it('of its own releases it when it fails', async () => {
    write(REPORT, goodReport)
    const failing = { list: () => Promise.reject(new Error('no store')) } as unknown as Store
    await expect(capture({ ports: { store: failing } })).rejects.toThrow('no store')
    expect(names()).toEqual([])
  })
})
