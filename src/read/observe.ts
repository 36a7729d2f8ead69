/**
 * The facts at one moment. An event and a place come in, Evidence goes out, always: what could not
 * be learnt is empty and `degraded` says why. It judges nothing.
 */
import { oneLineSafely } from '../safety/clip-safely.js'
import type { TranscriptReader } from '../agent.js'
import { signHome, unsignHome } from '../safety/home-path.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { StatedDemand } from '../schema/demand.js'
import type { Evidence, Ledger, RepositoryFacts } from '../schema/evidence.js'
import type { WeakenedCheck } from '../schema/weakened-check.js'
import type { Store } from '../store.js'
import { shortHash } from '../util/loose-json.js'
import { asksRepository, asksTranscript, asksTree } from './asked-facts.js'
import { emptyLedger } from './empty-evidence.js'
import type { Weights } from './prose/weights.js'
import type { markIdleTests } from './repository/idle-tests.js'
import { lookInTree } from './repository/look-in-tree.js'
import { modifiedIn } from './repository/modified-at.js'
import { spareUntracked } from './repository/spare-untracked.js'
import { observeRepository } from './repository.js'
import type { RepositoryOpening } from './repository.js'
import { toEvidence } from './to-evidence.js'
import { readHandedTranscript, readTranscript } from './transcript.js'
import type { TranscriptMark, TranscriptReading } from './transcript.js'

export interface ObserveInput {
  event: AgentEvent
  projectRoot: string | null
  /** The commit at session start; null when it was not recorded. */
  startPoint: string | null
  /** ISO instant. */
  now: string
  signal?: AbortSignal
  /** The repository, where it was asked early. */
  opening?: RepositoryOpening | undefined
  /** Answers for the repository in git's place. @default asks git */
  askRepository?: AskRepository | undefined
  /** How the client's transcripts are read; absent when they can't be. */
  loadTranscriptReader?: (() => Promise<TranscriptReader>) | undefined
  /** The home directory, which no kept mark names. @default hides none */
  home?: string | undefined
  /** Keys of texts that the agent was told by us. */
  told?: readonly string[] | undefined
  /** The session as the client hands it over; wins over a file. */
  transcript?: unknown
  /** Keeps the mark of the last reading; without it every reading starts at the beginning. */
  store?: Pick<Store, 'readCache' | 'writeCache'> | undefined
  /** What the reader of messages knows; asked for when there is one. @default what is shipped */
  actWeights?: (() => Weights | null) | undefined
}

export type AskRepository = (input: {
  root: string
  startPoint: string | null
}) => Promise<RepositoryFacts>

export async function observe(input: ObserveInput): Promise<Evidence> {
  const { event, projectRoot: root, startPoint, signal } = input
  const opening = input.opening?.root === root ? input.opening : undefined
  const asked =
    root === null || !asksRepository(event.kind)
      ? null
      : (input.askRepository?.({ root, startPoint }) ??
        observeRepository({ root, startPoint, opening, signal }))
  // Reading a transcript lets nothing else have its turn: git has to be asked everything before.
  await opening?.opened
  const [repository, { ledger, degraded }] = await Promise.all([asked, observeTranscript(input)])
  const judgeWeakened = await lookForWeakened({ repository, commands: ledger.commands }, input)
  const lastMessage = 'lastMessage' in event ? event.lastMessage : null
  const { actWeights } = input
  const modifiedAt = root === null ? null : modifiedIn(event.cwd, repository)
  const evidence = toEvidence({
    at: input.now,
    ledger,
    repository,
    lastMessage,
    degraded,
    actWeights,
    modifiedAt,
    ...(asksTree(event.kind) ? { look: lookInTree(event.cwd, repository) } : {}),
  })
  const place = { cwd: event.cwd, repository, signal, opened: opening?.opened }
  const demands = evidence.demands && {
    demands: await markIdle(await spareUntracked(evidence.demands, place), place),
  }
  return { ...evidence, ...demands, weakened: await judgeWeakened(evidence) }
}

/** What reads tests is loaded only where a file or a test that was asked for is there. */
async function markIdle(
  demands: StatedDemand[],
  place: Parameters<typeof markIdleTests>[1],
): Promise<StatedDemand[]> {
  const isThere = demands.some(({ wants }) => wants.some(({ found }) => found === true))
  if (!isThere) return demands
  const { markIdleTests } = await import('./repository/idle-tests.js')
  return markIdleTests(demands, place)
}

/** Only an account asks for it, and only where something changed. */
async function lookForWeakened(
  known: Pick<Evidence, 'repository' | 'commands'>,
  { event, opening, signal }: ObserveInput,
): Promise<(evidence: Evidence) => Promise<WeakenedCheck[]>> {
  if (!asksTree(event.kind) || !known.repository?.filesChanged.length) return async () => []
  const { beginLook } = await import('./weakened/look-for-weakened.js')
  return beginLook(known, { opening, signal })
}

/** Reading gets half of a hook's time at most; what is left over is read at the next event. */
const BUDGET_MS = 1_000
const KEPT_DAYS = 14

interface Observed {
  ledger: Ledger
  degraded: string[]
}

async function observeTranscript(input: ObserveInput): Promise<Observed> {
  const { event, loadTranscriptReader, transcript } = input
  const path = event.transcriptPath
  const isThere = path !== null || transcript !== undefined
  if (!isThere || loadTranscriptReader === undefined || !asksTranscript(event.kind)) {
    return { ledger: emptyLedger(), degraded: [] }
  }
  try {
    if (path === null || transcript !== undefined) {
      const reader = await loadTranscriptReader()
      return toObserved(readHandedTranscript({ document: transcript, reader, told: input.told }))
    }
    return await readFromMark(path, loadTranscriptReader, input)
  } catch (error) {
    // The file is the client's: gone, locked or replaced by something else, it costs us the ledger.
    const why = oneLineSafely(error instanceof Error ? error.message : String(error), 160)
    return { ledger: emptyLedger(), degraded: [`the transcript could not be read: ${why}`] }
  }
}

async function readFromMark(
  path: string,
  loadReader: () => Promise<TranscriptReader>,
  { store, now, told, signal, home = '' }: ObserveInput,
): Promise<Observed> {
  const key = `transcript:${shortHash(path)}`
  const [reader, kept] = await Promise.all([loadReader(), store?.readCache(key, now) ?? null])
  const limit = AbortSignal.timeout(BUDGET_MS)
  const reading = await readTranscript({
    path,
    reader,
    mark: parseMark(kept, home),
    told,
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  })
  const expiresAt = new Date(Date.parse(now) + KEPT_DAYS * 86_400_000).toISOString()
  const noted = await store
    ?.writeCache(key, signHome(JSON.stringify(reading.mark), home), expiresAt)
    .then(() => null)
    .catch(() => 'the read position of the transcript could not be saved')
  const { ledger, degraded } = toObserved(reading)
  return { ledger, degraded: noted == null ? degraded : [...degraded, noted] }
}

const toObserved = ({ ledger, degraded }: TranscriptReading): Observed => ({
  ledger,
  degraded: degraded.map((reason) => `transcript: ${reason}`),
})

/** A mark of our own making; anything else means reading from the beginning. */
function parseMark(kept: string | null, home: string): TranscriptMark | null {
  if (kept === null) return null
  try {
    const mark = JSON.parse(unsignHome(kept, home)) as Partial<TranscriptMark> | null
    const isOurs =
      mark?.version === 4 && typeof mark.offset === 'number' && mark.ledger !== undefined
    return isOurs ? (mark as TranscriptMark) : null
  } catch {
    return null
  }
}
