import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadAgent } from '../../src/wiring/agent-registry.js'
import { readTranscript } from '../../src/read/transcript.js'
import { openTrackedFiles } from '../../src/read/repository/tracked-files.js'
import type { LedgerEpisode } from '../../src/schema/evidence.js'
import type { MeasureProgram } from '../program.js'
import { readCheckpoints } from '../recalls/read-checkpoints.js'
import { replayRecalls } from '../recalls/replay-recalls.js'
import type { ShownRecall } from '../recalls/replay-recalls.js'

export const program: MeasureProgram = {
  name: 'episodes',
  summary:
    'Red checks in real sessions: how many were resolved, and how many an earlier session had.',
  async run({ dataDir, args, print }) {
    const folder = path.join(dataDir, 'transcripts', 'claude-stream-json')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
    if (names.length === 0) return print(`Skipped: no transcripts in ${dataDir}.`)
    const sessions = await readSessions(folder, names.sort())
    for (const [name, value] of Object.entries(measureEpisodes(sessions))) {
      print(`${String(value).padStart(5)}  ${name}`)
    }
    if (args.includes('--list')) for (const line of sessions.flatMap(describeSession)) print(line)
    const gitDir = optionOf(args, '--checkpoints')
    if (gitDir !== null) await measureRecalls(path.resolve(gitDir), args, print)
  },
}

const optionOf = (args: readonly string[], name: string): string | null =>
  args.includes(name) ? (args[args.indexOf(name) + 1] ?? null) : null

/**
 * `--recalls FILE` writes each recall as a line, for a person to read; `--labels FILE` has their word on
 * it, `CALL LESSON right|wrong` a line.
 */
async function measureRecalls(
  gitDir: string,
  args: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reflectory-recalls-'))
  try {
    const root = path.join(folder, 'repo')
    execFileSync('git', ['clone', '-q', '--shared', gitDir, root])
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()
    const newest = git('rev-parse', 'HEAD')
    const sessions = await readCheckpoints(gitDir)
    const { calls, red, shown } = await replayRecalls(sessions, {
      trackedAt: (commit) => {
        git('checkout', '-q', '-f', '--detach', commit ?? newest)
        return openTrackedFiles(root)
      },
      folder,
    })
    print(`${String(sessions.size).padStart(5)}  real sessions of one project`)
    print(`${String(calls).padStart(5)}  failed commands in them`)
    print(`${String(red).padStart(5)}  of them a check that was red`)
    print(`${String(shown.length).padStart(5)}  lessons recalled`)
    const file = optionOf(args, '--recalls')
    if (file !== null) writeFileSync(file, shown.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const labels = optionOf(args, '--labels')
    if (labels !== null) printLabelled(readFileSync(labels, 'utf8'), shown, print)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function printLabelled(
  text: string,
  shown: readonly ShownRecall[],
  print: (line: string) => void,
): void {
  const words = new Map(
    text.split('\n').map((line) => {
      const [call, lesson, word] = line.split(' ')
      return [`${call} ${lesson}`, word]
    }),
  )
  const said = shown.map(({ callId, lessonId }) => words.get(`${callId} ${lessonId}`))
  for (const word of ['right', 'wrong'])
    print(`${String(said.filter((one) => one === word).length).padStart(5)}  read by hand: ${word}`)
  print(`${String(said.filter((one) => one === undefined).length).padStart(5)}  not read yet`)
}

interface Session {
  name: string
  episodes: LedgerEpisode[]
}

async function readSessions(folder: string, names: readonly string[]): Promise<Session[]> {
  const agent = await loadAgent('claude-code')
  const reader = await agent.loadTranscriptReader!()
  const sessions: Session[] = []
  for (const name of names) {
    const { ledger } = await readTranscript({ path: path.join(folder, name), reader, mark: null })
    sessions.push({ name, episodes: ledger.episodes })
  }
  return sessions
}

/** In the order of time: what a session meets may have been resolved by an earlier one. */
export function measureEpisodes(sessions: readonly Session[]): Record<string, number | string> {
  const all = sessions.flatMap(({ episodes }) => episodes)
  const resolved = all.filter(({ state }) => state === 'resolved')
  const withRed = sessions.filter(({ episodes }) => episodes.length > 0).length
  const met = { check: 0, near: 0, red: 0 }
  const [before, red]: [LedgerEpisode[], LedgerEpisode[]] = [[], []]
  for (const { episodes } of sessions) {
    if (episodes.some((one) => before.some(({ key }) => key === one.key))) met.check += 1
    if (episodes.some((one) => before.some((old) => isNear(one, old)))) met.near += 1
    if (episodes.some((one) => red.some((old) => isNear(one, old)))) met.red += 1
    red.push(...episodes)
    before.push(...episodes.filter(({ state }) => state === 'resolved'))
  }
  const share = (count: number): string =>
    `${count} (${Math.round((100 * count) / Math.max(1, sessions.length))} %)`
  return {
    sessions: sessions.length,
    'sessions with a red check': withRed,
    'red checks': all.length,
    'of them read: a test, a code or an error': all.filter(isRead).length,
    'resolved in their session': resolved.length,
    'resolved by edits': resolved.filter(({ resolvedBy }) => resolvedBy!.files.length > 0).length,
    'resolved by a command': resolved.filter(({ resolvedBy }) => resolvedBy!.commands.length > 0)
      .length,
    'sessions that met a check which an earlier one had resolved': share(met.check),
    'the same by test, or by file and error': share(met.near),
    'the same, whether or not it had been resolved': share(met.red),
  }
}

const isRead = ({ tests, error }: LedgerEpisode): boolean =>
  tests.length > 0 || error?.message != null

function isNear(one: LedgerEpisode, old: LedgerEpisode): boolean {
  if (one.key === old.key || one.tests.some((test) => old.tests.includes(test))) return true
  const [a, b] = [one.error, old.error]
  return a?.file != null && a.file === b?.file && a.code !== null && a.code === b.code
}

const describeSession = ({ name, episodes }: Session): string[] =>
  episodes.map((one) => `${name} ${JSON.stringify(one)}`)
