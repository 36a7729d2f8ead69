/**
 * The rule judge: facts come in, a judgement goes out, with every gate that was red and why. It
 * needs no model, is pure, and abstains when the facts say neither that the work is done nor that
 * it isn't: a stop that should have been pushed costs less than a push that should not have been.
 */
import { quoteFact } from '../../safety/fence.js'
import type { Claim } from '../../schema/claim.js'
import type { Config } from '../../schema/config.js'
import type { Severity } from '../../schema/verdict.js'
import { areAllShown, weighDemands } from '../../evidence/demands/weigh-demands.js'
import { mayBeEditedSince } from '../../evidence/order.js'
import { wordsOf } from '../../evidence/message/words.js'
import { namesPerson } from '../../evidence/message/find-ask.js'
import type { FoundAsk } from '../../evidence/message/find-ask.js'
import { gates as allGates } from './gates.js'
import type { Gate, Objection, StopFacts } from './gate.js'
import { reachOf, waitsSilently } from './reach-of-ask.js'
import { hasActedSince } from './substance.js'
import { isCurrent } from '../../judge/world.js'
import { isTalkTurn } from './talk-turn.js'
import { reachesOutside } from '../../evidence/message/reach.js'
import { isReport } from '../../evidence/message/is-report.js'

export interface RedGate extends Objection {
  gate: string
  tier: Gate['tier']
  /** It lost its right to push by its record. */
  demoted: boolean
  /** It counts towards the verdict; otherwise it is only noted. */
  counts: boolean
  /** Why it does not count, where it otherwise would. */
  accounted?: string
}

export interface Judgement {
  /** null when the judge abstains. */
  complete: boolean | null
  severity: Severity
  /** What is missing, sharpest first: in our words, but for those in `judgeWords`. */
  missing: string[]
  nextActions: string[]
  /** Which of these, and of the reason, a model said: they are told as its words, never as ours. */
  judgeWords?: readonly string[]
  requiresHumanAction: boolean
  /** The words that ask for a person or a decision, or with which a person left it at that; data only. */
  waitsFor: string | null
  red: RedGate[]
  /** What a push would be about, whatever its words. @default its sharpest fact */
  about?: readonly string[]
  /** Complete, and evidence shows that something which a human demanded was done. */
  demandMet?: boolean
  /** Why the judge came to this, one clause. */
  reason: string
}

export interface JudgeOptions {
  /** Gates that lost their right to push. */
  demoted?: ReadonlySet<string>
  /** What the user says of single gates; it wins over their record. */
  switches?: Config['stop']['gates']
  gates?: readonly Gate[]
}

export function judgeByRules(facts: StopFacts, options: JudgeOptions = {}): Judgement {
  const red = checkGates(facts, options)
  const counting = red.filter(({ counts }) => counts)
  const { ask } = facts.closing
  const own = counting.filter(({ gate }) => !yields(gate, options.gates ?? allGates))
  const isAsking = ask !== null && !hasActedSince(facts.evidence)
  // Never past a person: an agent that may be asking for more than the working tree is left alone.
  // "Ready when you are" asks as well, where the request or the message names such an act.
  const isFalse = counting.some(({ gate }) => gate === 'contradicted_claim')
  if (!isFalse && isTalkTurn(facts)) return leftAlone(facts, red)
  if (ask === null && waitsSilently(facts, isFalse)) return awaitsDecision(lastWords(facts), red)
  const isHeld = isAsking && (own.length === 0 || reachOf(facts) === 'person')
  if (isHeld && ask.kind === 'person' && !isOnlyTold(facts)) return needsPerson(ask, red)
  if (isHeld && isWaiting(ask, facts)) return awaitsDecision(ask, red)
  if (counting.length > 0) return incomplete(counting, red)
  return isSupported(facts) && isEachShown(facts) ? done(red, isDemandMet(facts)) : abstain(red)
}

/**
 * What follows from the points of an account, and from who has the next word. An agent that asks for leave to
 * do what can't be undone, or leaves the working tree, is not sent past the person, whatever else is open.
 */
export function judgePoints(facts: StopFacts, red: RedGate[]): Judgement {
  const counting = red.filter(({ counts }) => counts)
  const { ask } = facts.closing
  const isAsking = ask !== null && !hasActedSince(facts.evidence)
  if (isTalkTurn(facts)) return leftAlone(facts, red)
  if (counting.length > 0) {
    if (isAsking && reachOf(facts) === 'person') return awaitsDecision(ask, red)
    if (ask === null && waitsAtEnd(facts)) return awaitsDecision(lastWords(facts), red)
    return incomplete(counting, red)
  }
  if (isAsking && ask.kind === 'person' && namesPerson(ask.sentence.text) && !isOnlyTold(facts))
    return needsPerson(ask, red)
  if (isAsking) return awaitsDecision(ask, red)
  return isSupported(facts) && isProven(facts) ? done(red, isDemandMet(facts)) : abstain(red)
}

/** Each order has evidence of its own: that a thing is there shows that it was made, never that it works. */
function isProven({ evidence, demands }: StopFacts): boolean {
  const current = demands.filter((demand) => isCurrent(demand, { evidence }))
  const weighed = weighDemands(current, evidence)
  return (
    weighed.length > 0 &&
    weighed.every(({ status }) => status === 'met') &&
    current.every(
      ({ kind, wants }) =>
        kind !== 'change' || (wants.length > 0 && wants.every(({ want }) => SHOWS.has(want))),
    )
  )
}

const SHOWS: ReadonlySet<string> = new Set(['exists', 'gone', 'section', 'changed'])

/** "Ready to push when you are": the last words name the act that waits. */
const waitsAtEnd = (facts: StopFacts): boolean =>
  waitsSilently(facts, true) &&
  (reachesOutside(facts.asked) ||
    facts.closing.sentences.slice(-2).some(({ text }) => reachesOutside(text)))

/** A plan that is told ends with a question as often as not, and is finished all the same. */
function isWaiting(ask: FoundAsk, facts: StopFacts): boolean {
  if (facts.basis === 'narrated' && isOnlyTold(facts)) return false
  if (reachOf(facts) === 'person') return true
  return ask.kind === 'decision' && ask.sure && !facts.wantsNoQuestions
}

const lastWords = ({ closing }: StopFacts): Pick<FoundAsk, 'sentence'> => ({
  sentence: closing.sentences.at(-1)!,
})

function checkGates(
  facts: StopFacts,
  { demoted = new Set(), switches = {}, gates = allGates }: JudgeOptions,
): RedGate[] {
  return gates.flatMap((gate) => {
    const set = switches[gate.id]
    if (set === 'off') return []
    const objection = gate.check(facts)
    if (objection === null) return []
    const isDemoted = set === undefined && demoted.has(gate.id)
    const tier = set ?? (isDemoted ? 'note' : gate.tier)
    const isMuted = isDemoted || set === 'note'
    const isCase = facts.basis === 'narrated' && set === undefined
    const counts = isCase || tier === 'push' || (objection.requested && !isMuted)
    return [{ gate: gate.id, ...objection, tier, demoted: isDemoted, counts }]
  })
}

const yields = (id: string, gates: readonly Gate[]): boolean =>
  gates.find((gate) => gate.id === id)?.yieldsToPerson ?? false

/** A finished answer to a question may tell how keys and logins work: nothing waits for them. */
const isOnlyTold = ({ evidence }: StopFacts): boolean =>
  evidence.request.flags.readOnly !== null || evidence.request.flags.planOnly !== null

function needsPerson({ sentence: { text } }: FoundAsk, red: RedGate[]): Judgement {
  return {
    complete: false,
    severity: 'LOW',
    missing: [quoteFact(text)],
    nextActions: [],
    requiresHumanAction: true,
    waitsFor: text,
    red: muted(red),
    reason: 'a person has to act first',
  }
}

function awaitsDecision(
  { sentence: { text } }: Pick<FoundAsk, 'sentence'>,
  red: RedGate[],
): Judgement {
  return {
    complete: false,
    severity: 'NONE',
    missing: [],
    nextActions: [],
    requiresHumanAction: false,
    waitsFor: text,
    red: muted(red),
    reason: 'it asks for a decision that only the user can make',
  }
}

/** No model is asked about it either: the person has the last word. */
const leftAlone = ({ evidence }: StopFacts, red: RedGate[]): Judgement => ({
  ...settled,
  complete: null,
  severity: 'NONE',
  waitsFor: evidence.request.messages.at(-1)?.text ?? '',
  red: muted(red),
  reason: 'nothing more was asked for, and nothing more was done',
})

const muted = (red: RedGate[]): RedGate[] => red.map((gate) => ({ ...gate, counts: false }))

function incomplete(counting: RedGate[], red: RedGate[]): Judgement {
  const covered = new Set<string>(counting.flatMap(({ covers = [] }) => covers))
  const told = counting.filter(({ gate }) => !covered.has(gate))
  return {
    complete: false,
    severity: highest(counting.map(({ severity }) => severity)),
    missing: unique(told.map(({ missing }) => missing)),
    nextActions: unique(told.map(({ nextAction }) => nextAction)),
    requiresHumanAction: false,
    waitsFor: null,
    red,
    reason: counting[0]!.fact,
  }
}

const ORDER: readonly Severity[] = ['NONE', 'LOW', 'MEDIUM', 'HIGH', 'BLOCKER']

export const highest = (severities: readonly Severity[]): Severity =>
  severities.reduce<Severity>((a, b) => (ORDER.indexOf(b) > ORDER.indexOf(a) ? b : a), 'NONE')

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

/** Something speaks for "done", and nothing against it, not even a note. */
function isSupported({ evidence, closing, basis }: StopFacts): boolean {
  const answered = (evidence.lastMessage ?? '').trim() !== ''
  if (!answered) return false
  if (basis === 'narrated') return true
  // "Ignored." is no answer, and no report either.
  if (wordsOf(evidence.lastMessage!).length < MIN_WORDS && !closing.sentences.some(isReport))
    return false
  const { flags } = evidence.request
  if (flags.readOnly !== null || flags.planOnly !== null) return evidence.pending.length === 0
  const passed =
    evidence.lastEditStep !== null &&
    evidence.commands.some(
      (run) => run.kind === 'test' && run.result === 'passed' && !mayBeEditedSince(run, evidence),
    )
  return (
    (passed && closing.sentences.some(isReport)) ||
    evidence.claims.some(({ status, kind }) => status === 'supported' && !EASY.has(kind))
  )
}

/** A green run says nothing of a demand that it is not about. */
const isEachShown = ({ evidence, demands, asked, basis }: StopFacts): boolean =>
  basis === 'narrated' ||
  areAllShown(
    demands.filter(
      ({ message, sentence }) => message === evidence.request.total || asked.includes(sentence),
    ),
    evidence,
  )

/** An answer in a chat is no demand that evidence could meet. */
const isDemandMet = ({ evidence, demands }: StopFacts): boolean =>
  weighDemands(demands, evidence).some(
    ({ kind, status }) => status === 'met' && kind !== 'answer' && kind !== 'plan',
  )

const MIN_WORDS = 2

/** Any edit supports these: they say little. */
const EASY: ReadonlySet<Claim['kind']> = new Set(['fixed', 'implemented'])

const settled = { missing: [], nextActions: [], requiresHumanAction: false, waitsFor: null }

/** Notes leave it open: what they name is no reason to push, and none to call it done. */
const done = (red: RedGate[], demandMet: boolean): Judgement =>
  red.length > 0
    ? abstain(red)
    : {
        ...settled,
        complete: true,
        severity: 'NONE',
        red,
        demandMet,
        reason: 'the facts support that it is done',
      }

const abstain = (red: RedGate[]): Judgement => ({
  ...settled,
  complete: null,
  severity: 'NONE',
  red,
  reason: 'the facts say neither that it is done nor that it is not',
})
