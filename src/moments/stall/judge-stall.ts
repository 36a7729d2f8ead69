import { readEnding } from '../../read/prose/read-ending.js'
import type { Ending } from '../../read/prose/read-ending.js'
import { noFlags } from '../../read/empty-evidence.js'
import { foldFlags } from '../../read/prose/read-request-flags.js'
import { readRequest } from '../../read/prose/read-request.js'
import { THRESHOLDS } from '../../read/prose/thresholds.js'
import { or, patternWith } from '../../read/prose/word-pattern.js'
import type { StallReason } from '../../schema/stall-verdict.js'
import { isProviderTrouble } from './provider-trouble.js'
import { isBlank } from './stall-facts.js'
import type { FactTool, StallFacts } from './stall-facts.js'

/** What kind of standstill a nudge has to name. */
type StuckAt = 'silence' | 'cut' | 'announced' | 'left' | 'tool-failed'

export interface StallJudgement {
  reason: StallReason
  confidence: number
  why: string
  /** Set when, and only when, the agent is stuck. */
  at: { kind: StuckAt; quote: string } | null
}

/** From here on an answer that never began is not a slow one. */
const SILENCE_MS = 120_000

/** What the rules say of a quiet agent. Pure; always an answer, with less confidence where in doubt. */
export function judgeStall(facts: StallFacts, minAgeMs: number): StallJudgement {
  const { ageMs } = facts
  if (ageMs !== null && ageMs < minAgeMs) {
    return not('working', 0.95, `too recent: ${seconds(ageMs)} since the last sign of life`)
  }
  if (facts.isAsked)
    return not('waiting_for_user', 0.95, 'the client waits for a permission or an answer')
  if (isBlank(facts)) return not('error', 0.9, 'nothing is known of the session')
  return judgeTools(facts) ?? judgeTrouble(facts) ?? judgeMessage(facts)
}

function judgeTools({ tools, isRefused }: StallFacts): StallJudgement | null {
  const open = tools.filter(({ status }) => status === 'pending')
  if (open.some(({ toolKind }) => toolKind === 'ask')) {
    return not('waiting_for_user', 0.95, 'a question to the human is open')
  }
  if (open.length > 0) {
    return not('working', 0.9, `${open.map(({ tool }) => tool).join(', ')} still under way`)
  }
  if (isRefused || tools.at(-1)?.status === 'denied' || tools.at(-1)?.status === 'interrupted') {
    return not('waiting_for_user', 0.85, 'the human stopped it or refused its last call')
  }
  return null
}

function judgeTrouble({ providerError, message, tools }: StallFacts): StallJudgement | null {
  const last = tools.at(-1)
  const told = [providerError, message, ...(last?.status === 'failed' ? [last.detail] : [])]
  const trouble = told.find(isProviderTrouble)
  if (trouble === undefined) return null
  return not('working', 0.8, 'the provider limits or retries the request: a nudge would not help')
}

function judgeMessage(facts: StallFacts): StallJudgement {
  const { message, tools, ageMs } = facts
  const failed = tools.at(-1)?.status === 'failed' ? tools.at(-1)! : null
  if (message.trim() === '') return failed === null ? judgeSilence(facts) : stoppedAtFailure(failed)
  const ending = readEnding(message, facts.sentences, {
    use: facts.isTold ? 'note' : 'push',
    request: facts.request,
  })
  const { question, announced, done, cut } = ending
  if (cut?.sure === true && question === null) return brokenOff(cut.tail)
  if (question?.kind === 'direct') return not('waiting_for_user', 0.9, `it asks: ${question.quote}`)
  if (facts.completed === false && cut !== null) return brokenOff(cut.tail)
  const said = message.slice(-400)
  const running = RUNNING(said).exec(said) ?? STILL_RUNNING.exec(said)
  if (running !== null) return not('working', 0.7, `it says that something runs: ${running[0]}`)
  if (announced !== null && failed !== null) return stoppedAtFailure(failed)
  if (announced !== null)
    return stuck('announced', announced, 0.85, `it announced and stopped: ${announced}`)
  if (question !== null) return not('waiting_for_user', 0.75, `it asks: ${question.quote}`)
  if (failed !== null && done === null && !tellsOfFailure(facts)) {
    return stoppedAtFailure(failed)
  }
  if (facts.completed === false && done === null) {
    const time = ageMs === null ? '' : ` for ${seconds(ageMs)}`
    return stuck(
      'cut',
      message.slice(-80),
      0.7,
      `its message was never finished, and nothing is pending${time}`,
    )
  }
  return judgeReport(facts, ending)
}

/** The message is whole and asks nothing: is it the end of the work? */
function judgeReport({ request, tools }: StallFacts, { left, done }: Ending): StallJudgement {
  const isAnswer = wantsAnswer(request)
  if (left.length > 0 && !isAnswer) {
    return stuck('left', left[0]!, 0.8, `it listed what is left and stopped: ${left[0]!}`)
  }
  if (done !== null) return not('complete', 0.85, `it says so: ${done}`)
  if (isAnswer) return not('complete', 0.8, 'it was asked for an answer and gave one')
  if (tools.at(-1)?.status === 'completed') {
    return not('complete', 0.6, 'its work ended with a finished message that asks for nothing')
  }
  return not('waiting_for_user', 0.5, 'its message is finished and asks for nothing')
}

/** What was asked for is said, not made: nothing but words has to come of it. */
function wantsAnswer(request: string): boolean {
  const { readOnly, planOnly, change } = foldFlags(noFlags(), 1, request)
  if (readOnly !== null || planOnly !== null || /\?\s*$/.test(request)) return true
  const { threshold } = THRESHOLDS.requests.note['answer']!
  return (
    change === null &&
    readRequest(request).some((one) => one.label === 'answer' && one.probability >= threshold)
  )
}

function judgeSilence({ request, tools, ageMs }: StallFacts): StallJudgement {
  if (request === '' && tools.length === 0) {
    return not('waiting_for_user', 0.7, 'nothing has been asked for')
  }
  if (ageMs === null || ageMs < SILENCE_MS) {
    return not('working', 0.6, 'no answer yet; it may be thinking')
  }
  return stuck('silence', request, 0.9, `no output and nothing pending for ${seconds(ageMs)}`)
}

/** A process that the agent left running, in its own words. */
const RUNNING = patternWith(
  (rows) =>
    new RegExp(
      String.raw`\b(?:in the background|im Hintergrund|en segundo plano|em segundo plano|en arrière-plan|in background)\b` +
        or(rows('stall.running')),
      'i',
    ),
)
const STILL_RUNNING =
  /\b(?:is|are) (?:still |currently |now )?(?:running|building|installing|downloading|compiling|in progress|under way)\b/i

const brokenOff = (tail: string): StallJudgement =>
  stuck('cut', tail, 0.85, `its message breaks off: ${tail}`)

const stoppedAtFailure = ({ tool, detail, action }: FactTool): StallJudgement =>
  stuck('tool-failed', detail || action || tool, 0.85, `${tool} failed, and it stopped there`)

/** It looked at the failure and explains it: a report, not a standstill. */
const tellsOfFailure = ({ message, sentences }: StallFacts): boolean =>
  message.length > 160 && sentences.some(({ act }) => act === 'failed' || act === 'blocked')

const stuck = (kind: StuckAt, quote: string, confidence: number, why: string): StallJudgement => ({
  reason: 'genuinely_stuck',
  confidence,
  why,
  at: { kind, quote },
})

const not = (
  reason: Exclude<StallReason, 'genuinely_stuck'>,
  confidence: number,
  why: string,
): StallJudgement => ({ reason, confidence, why, at: null })

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`
