/**
 * The judge of a case that is only told: what it tells goes through the same account as a record. Where the
 * account has nothing against it, the report's own words are all there is: it is done unless they say otherwise.
 */
import { isWork } from '../../src/read/demands/is-work.js'
import { weighDemands } from '../../src/read/demands/weigh-demands.js'
import { isSure } from '../../src/read/prose/is-sure.js'
import { quoteFact } from '../../src/safety/fence.js'
import type { Act, Sentence } from '../../src/schema/sentence.js'
import type { Severity } from '../../src/schema/verdict.js'
import { accountOf } from '../../src/moments/stop/judge-by-account.js'
import { NO_TREE } from '../../src/judge/world.js'
import { incomplete } from '../../src/moments/stop/verdict.js'
import type { Judgement, RedGate } from '../../src/moments/stop/verdict.js'
import type { ToldFacts } from './stop-case.js'

export function judgeTold(facts: ToldFacts): Judgement {
  const { ask } = facts
  const red = accountOf(facts, NO_TREE)
  const judgement: Judgement = {
    ...CLEAN,
    complete: null,
    requiresHumanAction: false,
    red,
    reason: '',
  }
  const { readOnly, planOnly } = facts.evidence.request.flags
  const isAnswer = readOnly !== null || planOnly !== null
  if (ask?.kind === 'person' && ask.sure && !isAnswer)
    return needsPerson(judgement, ask.sentence.text)
  const counting = red.filter(({ counts }) => counts)
  if (counting.length > 0) return incomplete(counting, red)
  const told = red.find(({ accounted }) => accounted === 'the report tells it')
  if (told !== undefined && !isAnswer) return byPoint(judgement, told)
  const why = whyUnfinished(facts, isAnswer)
  return why === null
    ? { ...judgement, complete: true, reason: 'nothing that is told speaks against it' }
    : unfinished(judgement, why)
}

/** An agent that tells a failure is not sent back for it, but the work is not done. */
const byPoint = (judgement: Judgement, told: RedGate): Judgement => ({
  ...judgement,
  complete: false,
  severity: told.severity,
  reason: told.fact,
  missing: [told.missing],
  nextActions: [told.nextAction],
  waitsFor: null,
  red: judgement.red.map((one) => (one === told ? { ...one, counts: true } : one)),
})

const CLEAN = { severity: 'NONE' as const, missing: [], nextActions: [], waitsFor: null }

interface Unfinished {
  reason: string
  quote: string | null
  severity: Severity
}

function whyUnfinished(facts: ToldFacts, isAnswer: boolean): Unfinished | null {
  const { evidence, closing } = facts
  if ((evidence.lastMessage ?? '').trim() === '')
    return { reason: 'there is no answer', quote: null, severity: 'MEDIUM' }
  if (closing.cut !== null)
    return { reason: 'the answer breaks off', quote: closing.cut, severity: 'MEDIUM' }
  if (isAnswer) return null
  return unmet(facts) ?? ownWords(facts) ?? undone(facts)
}

/** An order that names a check, a delivery or a file, and nothing that is told shows it. */
function unmet({ demands, evidence }: ToldFacts): Unfinished | null {
  const open = weighDemands(demands, evidence).find(
    ({ kind, source, state, status, evidence: shown }, index) =>
      source === 'human' &&
      state === 'asked' &&
      (status === 'not_met' ||
        status === 'ran_red' ||
        (kind === 'check' && status === 'unclear' && shown.length > 0) ||
        (kind === 'change' &&
          status === 'unclear' &&
          evidence.edits.length > 0 &&
          demands[index]!.names.files.length > 0)),
  )
  return open === undefined
    ? null
    : { reason: open.evidence.join(', '), quote: open.sentence, severity: 'HIGH' }
}

/** By its own words something is left, failed, handed back or done otherwise than asked. */
function ownWords({ closing, demands, evidence, ask, announced }: ToldFacts): Unfinished | null {
  const isGreen =
    closing.sentences.some(({ act }) => act === 'passed') ||
    evidence.request.flags.redExpected !== null
  const isToBeRun =
    demands.some(({ kind }) => kind === 'check' || kind === 'deliver') ||
    evidence.edits.length + evidence.commands.length === 0
  const counts = (sentence: Sentence): boolean =>
    isSure(sentence, 'note') &&
    (OPEN.has(sentence.act) ||
      (TROUBLE.has(sentence.act) && !isGreen) ||
      (sentence.act === 'handover' && isToBeRun))
  const said =
    closing.sentences.find(counts) ??
    announced ??
    (ask?.sure === true && !isGreen ? ask.sentence : null)
  return said === null
    ? null
    : { reason: 'its own words leave work open', quote: said.text, severity: 'MEDIUM' }
}

const OPEN: ReadonlySet<Act> = new Set<Act>(['left', 'blocked', 'deviation'])
const TROUBLE: ReadonlySet<Act> = new Set<Act>(['failed', 'dismissed'])

function undone({ demands, evidence }: ToldFacts): Unfinished | null {
  const isAsked = demands.some(({ kind, state }) => state === 'asked' && isWork(kind))
  const isOnlyRead = evidence.edits.length + evidence.commands.length === 0
  const isAnswered = demands.some(({ kind }) => kind === 'answer')
  return isAsked && isOnlyRead && !isAnswered
    ? { reason: 'nothing was done', quote: null, severity: 'MEDIUM' }
    : null
}

const needsPerson = (judgement: Judgement, text: string): Judgement => ({
  ...unfinished(judgement, { reason: 'a person has to act first', quote: text, severity: 'LOW' }),
  nextActions: [],
  requiresHumanAction: true,
  waitsFor: text,
})

const unfinished = (judgement: Judgement, { reason, quote, severity }: Unfinished): Judgement => ({
  ...judgement,
  complete: false,
  severity,
  reason,
  missing: [quote === null ? reason : quoteFact(quote)],
  nextActions: ['Finish what is open, then report.'],
  requiresHumanAction: false,
  waitsFor: null,
})
