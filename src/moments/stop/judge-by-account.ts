/**
 * The judge of recorded stops: open points are found in the record and the tree, held against the person's words
 * and the report, and what is left is the push. Pure; a model may add to it, never overrule it.
 */
import { readReport } from '../../read/prose/read-report.js'
import { readStated } from '../../read/prose/read-stated.js'
import { account } from '../../judge/account.js'
import type { Accounted } from '../../judge/account.js'
import { findPoints } from '../../judge/points.js'
import type { TreeFacts, World } from '../../judge/world.js'
import type { GateId } from '../../schema/gate-id.js'
import type { PointKind } from '../../schema/point-kind.js'
import type { Sentence } from '../../schema/sentence.js'
import { findAsk, isQuestion } from '../../read/prose/find-ask.js'
import type { FoundAsk } from '../../read/prose/find-ask.js'
import { isSure } from '../../read/prose/is-sure.js'
import { judgePoints } from './verdict.js'
import type { JudgeOptions, Judgement, RedGate } from './verdict.js'
import type { StopFacts } from './facts.js'

export function judgeByAccount(
  facts: StopFacts,
  tree: TreeFacts,
  options: JudgeOptions = {},
): Judgement {
  const closing = { ...facts.closing, ask: askAtEnd(facts) }
  return judgePoints({ ...facts, closing }, accountOf(facts, tree, options), tree.findTask)
}

/** Every point, and what is said of it. */
export function accountOf(
  { evidence, demands, asked, closing }: StopFacts,
  tree: TreeFacts,
  options: JudgeOptions = {},
): RedGate[] {
  const world: World = { evidence, demands, asked, ...tree }
  const report = readReport(evidence.sentences)
  const points = findPoints(world, readStated(report, evidence.sentences))
  return account(points, report, world)
    .flatMap((one) => toRed(one, options))
    .map((red) => withAnnounced(red, closing.sentences.at(-1)))
}

/** The one point that rests on the report's own words: they are shown with it. */
const withAnnounced = (red: RedGate, last: Sentence | undefined): RedGate =>
  red.gate === 'missing' && red.quote === null && !red.requested && last !== undefined
    ? { ...red, quote: last.text, read: last }
    : red

function askAtEnd({ closing }: StopFacts): FoundAsk | null {
  const ask = findAsk(closing.sentences.slice(-LAST))
  if (ask === null) return null
  return isQuestion(ask.sentence.text) || isSure(ask.sentence, 'push') ? ask : null
}

/** What a person is asked for stands at the end: the last sentences, and the options that they list. */
const LAST = 6

function toRed(
  { point, isOpen, reason }: Accounted,
  { demoted = new Set(), switches = {} }: JudgeOptions,
): RedGate[] {
  const { kind, fact, quote, severity, missing, settle, strength, isOrder = false } = point
  const names: readonly GateId[] = [kind, ...(EARLIER[kind] ?? [])]
  const set = names.map((name) => switches[name]).find((one) => one !== undefined)
  if (set === 'off') return []
  const isDemoted = set === undefined && demoted.has(kind)
  const isMuted = isDemoted || set === 'note'
  const said = { fact, quote, severity, missing, nextAction: settle, requested: isOrder }
  const gate: RedGate = {
    ...said,
    gate: kind,
    tier: isMuted || strength === 'soft' ? 'note' : 'push',
    demoted: isDemoted,
    counts: isOpen && !isMuted,
  }
  return [reason === null ? gate : { ...gate, accounted: reason }]
}

/** Names of earlier versions go on working for the kinds that took their place. */
const EARLIER: Partial<Record<PointKind, readonly GateId[]>> = {
  red: ['failing_tests', 'failing_build'],
  unbacked: ['contradicted_claim', 'stale_claim', 'unsupported_claim'],
  unsourced: ['contradicted_claim'],
  unrun: ['tests_not_run'],
  missing: ['asked_for_missing', 'work_left'],
  stub: ['asked_for_missing'],
  weakened: ['weakened_check'],
  undelivered: ['delivery_missing'],
  forbidden: ['deviation'],
}
