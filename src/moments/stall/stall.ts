/**
 * The moment `stall`: a quiet session, or one that stops in the middle of a loop, comes in; a nudge
 * that states the one fact goes out, or nothing. Rules answer first, then the fast model if there
 * is one. It never nudges who works, waits or is done, and a failed evaluation is never "stuck".
 */
import { lookIn } from '../../guard/due.js'
import { shortHash } from '../../util/loose-json.js'
import type { Evidence } from '../../schema/evidence.js'
import type { RecordWrite } from '../../schema/records.js'
import { StallVerdict } from '../../schema/stall-verdict.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { noteInteraction } from '../note-interaction.js'
import { classifyStall } from './classify-stall.js'
import type { Loop } from './detector.js'
import { STOP_DETECTORS, findLoop } from './find-loop.js'
import { onHalfWritten } from './half-written.js'
import { judgeStall } from './judge-stall.js'
import { loopFact, loopText } from './nudge-text.js'
import { loopKey, nudgesOf, toMetadata } from './past-nudges.js'
import type { PastNudge } from './past-nudges.js'
import { stallFacts } from './stall-facts.js'
import { parseJson } from '../../util/parse-json.js'

export const stall: Moment = { name: 'stall', passive: false, reflect: reflectOnStall }

const CACHE_MS = 60_000

async function reflectOnStall(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  if (!input.config.stall.enabled) return nothing('stall_disabled')
  const loop = findLoopIn(input)
  const { kind } = input.event
  if (kind === 'session-stopped')
    return loop === null ? nothing('no_loop') : onLoop(loop, input, ports)
  if (kind !== 'session-idle-long') return nothing('not_asked')
  // It comes for what is due, not to watch a session that a person is using.
  if (input.watcher === 'wake-entry') return nothing('not_watched')
  const half = await onHalfWritten(input, ports)
  if (half !== null) return half
  const again = lookAgain(input)
  if (again !== null) return { ...nothing('too_recent'), records: [again] }
  if (await isCached(input, ports)) return nothing('evaluated_just_now')
  const verdict = await classify(input, ports)
  await keep(verdict, input, ports)
  if (loop !== null && !isOver(verdict)) return onLoop(loop, input, ports)
  return verdict.shouldNudge ? nudge(verdict, input, ports) : quiet(verdict, input, ports)
}

/** A look that came before the session was quiet long enough; a busy one plans its own at its stop. */
function lookAgain({
  event,
  evidence,
  session,
  config,
  watcher,
  now,
}: MomentInput): RecordWrite | null {
  const { ageMs } = stallFacts(evidence, session, event)
  const isBusy = event.kind === 'session-idle-long' && event.idleMs === 0
  if (watcher === null || isBusy || ageMs === null || ageMs >= config.stall.minAgeMs) return null
  const { sessionId } = session
  const waitMs = config.stall.minAgeMs - ageMs
  return { kind: 'due', record: lookIn(waitMs, { sessionId, owner: watcher, now }) }
}

const findLoopIn = ({ event, evidence, config, mode }: MomentInput): Loop | null =>
  findLoop(
    {
      recent: evidence.recent,
      edits: evidence.edits,
      flags: evidence.request.flags,
      turn: evidence.request.total,
      settings: config.stall,
      headless: mode === 'orchestrated',
    },
    event.kind === 'session-stopped' ? STOP_DETECTORS : undefined,
  )

/** An agent that waits, works or is done has left the loop, or has a person to tell. */
const isOver = ({ reason }: Pick<StallVerdict, 'reason'>): boolean =>
  reason === 'complete' || reason === 'waiting_for_user' || reason === 'working'

/** First the repeated fact; the same again after that, and it is told to end; then silence. */
async function onLoop(loop: Loop, input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { session, event, evidence } = input
  const facts = { ...stallFacts(evidence, session, event), ageMs: null }
  const records = [noteInteraction('stall_loop', loopFact(loop), input, ports)]
  const judgement = judgeStall(facts, 0)
  if (judgement.confidence >= SURE_ENOUGH && isOver(judgement)) {
    return { ...nothing(`loop_left: ${judgement.reason}`), records }
  }
  const key = loopKey(loop)
  const told = await nudgesOf(key, session, ports.store)
  if (told[0] !== undefined && !goesOn(loop, told[0], evidence))
    return { ...nothing('already_nudged'), records }
  if (told.length >= 2) return { ...nothing('no_progress'), records, end: 'no_progress' }
  return {
    records,
    events: [],
    proposal: {
      kind: 'continue',
      text: loopText(loop, told.length > 0),
      metadata: toMetadata({ loop: key, step: loop.step, turn: session.turn }),
    },
    end: null,
    fingerprint: `stall:${key}`,
  }
}

const SURE_ENOUGH = 0.7

/** Something of the loop came behind the nudge. */
function goesOn(loop: Loop, nudge: PastNudge, { recent }: Evidence): boolean {
  if (nudge.step !== null) return loop.step > nudge.step
  const at = recent.find(({ step }) => step === loop.step)?.at ?? null
  return at === null || at > nudge.at
}

function classify(input: MomentInput, ports: MomentPorts): Promise<StallVerdict> {
  const facts = stallFacts(input.evidence, input.session, input.event)
  return classifyStall(facts, {
    minAgeMs: input.config.stall.minAgeMs,
    model: ports.model,
    sessionId: input.session.sessionId,
    signal: ports.signal,
  })
}

function nudge(verdict: StallVerdict, input: MomentInput, ports: MomentPorts): Answer {
  const { session, evidence } = input
  const loop = `quiet:${shortHash(verdict.why)}`
  return {
    records: [noteInteraction('stall', describe(verdict), input, ports)],
    events: [],
    proposal: {
      kind: 'continue',
      text: verdict.nudgeMessage ?? '',
      metadata: toMetadata({ loop, step: evidence.steps, turn: session.turn }),
    },
    end: null,
    fingerprint: `stall:${evidence.steps}:${evidence.fingerprint}`,
  }
}

const quiet = (verdict: StallVerdict, input: MomentInput, ports: MomentPorts): Answer => ({
  ...nothing(verdict.reason),
  records: [noteInteraction('stall', describe(verdict), input, ports)],
})

const describe = ({ reason, confidence, why, judge }: StallVerdict): string =>
  `${reason} (${confidence}, ${judge}): ${why}`

/** The same session in the same state was looked at within the minute. */
const cacheKey = ({ session, evidence }: MomentInput): string =>
  `stall:${session.sessionId}:${session.turn}:${evidence.steps}`

async function isCached(input: MomentInput, { store }: MomentPorts): Promise<boolean> {
  const kept = await store.readCache(cacheKey(input), input.now)
  return kept !== null && StallVerdict.safeParse(parseJson(kept)).success
}

/** "Too recent" is no answer to keep, and costs nothing: the next look may find it old enough. */
async function keep(
  verdict: StallVerdict,
  input: MomentInput,
  { store }: MomentPorts,
): Promise<void> {
  if (verdict.reason === 'working' && verdict.judge === 'rules') return
  const expiresAt = new Date(Date.parse(input.now) + CACHE_MS).toISOString()
  await store.writeCache(cacheKey(input), JSON.stringify(verdict), expiresAt)
}
