/**
 * Each point is held against the person's words, the time and the report. What is open and not accounted for is
 * what a push is about. The report excuses; it raises a point only where it states a result that nothing backs.
 */
import { allowsRed } from '../evidence/demands/allows-red.js'
import { subjectsIn } from '../evidence/message/subjects.js'
import { isSure } from '../evidence/message/is-sure.js'
import { namesAny } from '../evidence/message/read-report.js'
import type { ReportClause } from '../evidence/message/read-report.js'
import { isRedExpected } from '../evidence/demands/is-red-expected.js'
import type { CommandRun } from '../schema/evidence.js'
import type { Point } from './point.js'
import { isCurrent, turnOf } from './world.js'
import type { World } from './world.js'

export interface Accounted {
  point: Point
  /** It is a reason to push. */
  isOpen: boolean
  /** Why it is none; null where it is open, or too soft to push. */
  reason: AccountReason | null
}

export type AccountReason =
  | 'a person put it off'
  | 'it was so before'
  | 'the report tells it'
  | 'the report does not claim it'
  | 'nothing was to be changed'

export function account(points: readonly Point[], report: readonly ReportClause[], world: World): Accounted[] {
  const red = points.filter(({ kind }) => kind === 'red')
  return points.flatMap((point): Accounted[] => {
    // One fact is one point: a claim about a check that is red is told with the red run.
    if (point.kind === 'unbacked' && red.some((one) => isSameSubject(one, point))) return []
    const isSoft = point.strength === 'soft' && !(point.ifSpokenOf === true && isSpokenOf(point, report, world))
    if (isSoft) return [{ point, isOpen: false, reason: null }]
    const reason = whyAccounted(point, report, world)
    if (reason === 'the report does not claim it') return []
    return [{ point, isOpen: reason === null, reason }]
  })
}

/** The person's message or the report speaks of that check. */
const isSpokenOf = ({ about }: Point, report: readonly ReportClause[], { asked }: World): boolean => {
  const isNamed = (text: string): boolean =>
    about.subjects.some((subject) => subjectsIn(text).has(subject)) || namesAny(text, about.loose.slice(0, 1))
  return isNamed(asked) || report.some(({ text }) => isNamed(text))
}

const isSameSubject = (a: Point, b: Point): boolean =>
  a.about.subjects.some((subject) => b.about.subjects.includes(subject))

function whyAccounted(point: Point, report: readonly ReportClause[], world: World): AccountReason | null {
  if (point.strength === 'ifClaimed') return isClaimed(point, report) ? null : 'the report does not claim it'
  if (point.kind === 'weakened' || point.kind === 'unsourced' || point.kind === 'forbidden')
    return point.kind === 'forbidden' && isTold(point, report) ? 'the report tells it' : null
  if (point.kind === 'red') {
    if (isWanted(point, world)) return 'a person put it off'
    if (isExploration(point, world)) return 'nothing was to be changed'
    if (wasBefore(point, world)) return 'it was so before'
  }
  return isTold(point, report) ? 'the report tells it' : null
}

/** The report states the result of that very check as good, in words that are surely so. */
const isClaimed = ({ about }: Point, report: readonly ReportClause[]): boolean =>
  report.some(
    ({ subjects, polarity, isStated, sentence }) =>
      polarity === 'fine' &&
      isStated &&
      about.subjects.some((subject) => subjects.has(subject)) &&
      sentence.act === 'passed' &&
      isSure(sentence, 'push'),
  ) && !isTold({ about, kind: 'unbacked' }, report)

/** It is named in a clause that does not call it fine, or its kind in one that says it went wrong. */
function isTold(point: Pick<Point, 'about' | 'kind' | 'isOrder'>, report: readonly ReportClause[]): boolean {
  const { about } = point
  return report.some(({ text, subjects, polarity, saysFailed, sentence }) => {
    if (point.isOrder === true && PUT_OFF.has(sentence.act)) return false
    if (polarity !== 'fine' && namesAny(text, about.names)) return true
    if (polarity === 'fine') return false
    const isTrouble = saysFailed || (TROUBLE.has(sentence.act) && isSure(sentence, 'note'))
    if (!isTrouble && !(point.isOrder === true && polarity === 'bad')) return false
    return about.subjects.some((subject) => subjects.has(subject)) || namesAny(text, about.loose)
  })
}

/** Work that is announced or handed back is not done. */
const PUT_OFF: ReadonlySet<string> = new Set(['announce', 'handover', 'outlook'])
const TROUBLE: ReadonlySet<string> = new Set(['failed', 'blocked', 'dismissed', 'left', 'deviation'])

/** A person asked for tests that fail, or to leave them so. */
function isWanted({ about }: Point, { evidence }: World): boolean {
  if (!about.subjects.includes('tests')) return false
  return isRedExpected(evidence) || allowsRed(evidence.request.messages, about.names)
}

/** Nothing was ordered but an answer, and nothing was changed or delivered: what failed was looked at. */
function isExploration(point: Point, world: World): boolean {
  const { evidence, demands } = world
  const turn = turnOf(world)
  if (evidence.edits.some((edit) => edit.turn === turn)) return false
  if (point.about.subjects.some((subject) => DELIVERIES.has(subject))) return false
  return !demands.some((demand) => isCurrent(demand, world) && demand.kind !== 'answer' && demand.kind !== 'plan')
}

const DELIVERIES: ReadonlySet<string> = new Set(['commit', 'push', 'pullRequest', 'deploy'])

/** The same was red before this turn's first edit, and nothing more is red now. */
function wasBefore({ step, about }: Point, world: World): boolean {
  const { evidence } = world
  const run = evidence.commands.find((one) => one.step === step && one.result === 'failed')
  const first = evidence.edits.find(({ turn, inert }) => turn === turnOf(world) && !inert)
  if (run === undefined || first === undefined) return false
  const isNamed = namesAny(world.asked, about.names)
  return !isNamed && evidence.commands.some((one) => one.step < first.step && isSameFailure(one, run))
}

function isSameFailure(before: CommandRun, now: CommandRun): boolean {
  if (before.result !== 'failed' || before.kind !== now.kind) return false
  if (now.failing.length > 0) return now.failing.every((name) => before.failing.includes(name))
  return now.gist !== '' && before.gist === now.gist
}
