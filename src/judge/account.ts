/**
 * Each point is held against the person's words, the time and the report. What is open and not accounted for is
 * what a push is about. The report excuses; it raises a point only where it states a result that nothing backs.
 */
import { callsOf } from '../read/ledger/calls.js'
import { isWork } from '../read/demands/is-work.js'
import { allowsRed } from '../read/demands/allows-red.js'
import { subjectsIn } from '../read/prose/subjects.js'
import type { Subject } from '../read/prose/subjects.js'
import { isReport } from '../read/prose/is-report.js'
import { isSure } from '../read/prose/is-sure.js'
import { isCodeName, namesAny } from '../read/prose/read-report.js'
import type { ReportClause } from '../read/prose/read-report.js'
import { covers } from '../read/shell/covers.js'
import { wordSet } from '../util/word-set.js'
import type { CommandRun } from '../schema/evidence.js'
import type { Sentence } from '../schema/sentence.js'
import type { Point, PointSubject } from './point.js'
import { subjectsOf } from './points/red.js'
import { isCurrent, turnOf } from './world.js'
import type { World } from './world.js'

export interface Accounted {
  point: Point
  /** It is a reason to push. */
  isOpen: boolean
  /** Why it is none; null where it is open, or too soft to push. */
  reason: AccountReason | null
}

type AccountReason =
  | 'a person put it off'
  | 'it was so before'
  | 'the report tells it'
  | 'the report does not claim it'
  | 'nothing was to be changed'

export function account(
  points: readonly Point[],
  report: readonly ReportClause[],
  world: World,
): Accounted[] {
  const held = points.map((point) => ({ point, reason: whyAccounted(point, report, world) }))
  const red = held.filter(
    // What else excuses a red run leaves a claim that it is green false.
    ({ point, reason }) =>
      point.kind === 'red' && (reason === null || reason === 'the report tells it'),
  )
  return held.flatMap(({ point, reason }): Accounted[] => {
    // One fact is one point: a claim about a check that is red is told with the red run.
    const isTwice = point.kind === 'unbacked' && red.some((one) => isSameSubject(one.point, point))
    if (isTwice || reason === 'the report does not claim it') return []
    const isHard = point.strength !== 'soft' || isSpokenOf(point, report, world)
    return [{ point, isOpen: isHard && reason === null, reason: isHard ? reason : null }]
  })
}

/** A point that is soft only where neither the person's message nor the report speaks of that check. */
const isSpokenOf = (point: Point, report: readonly ReportClause[], { asked }: World): boolean =>
  point.ifSpokenOf === true &&
  [asked, ...report.map(({ text }) => text)].some(
    (text) => isOf(point.about, subjectsIn(text)) || namesAny(text, point.about.commands),
  )

const isOf = ({ subjects }: PointSubject, found: ReadonlySet<Subject>): boolean =>
  subjects.some((subject) => found.has(subject))

const isSameSubject = (a: Point, b: Point): boolean => isOf(a.about, new Set(b.about.subjects))

function whyAccounted(
  point: Point,
  report: readonly ReportClause[],
  world: World,
): AccountReason | null {
  const { kind } = point
  if (point.strength === 'ifClaimed') {
    const isRaised =
      kind === 'missing'
        ? isAnnounced(report)
        : isCalledFine(point.about, report, point.step === null) && !isTold(point, report, world)
    return isRaised ? null : 'the report does not claim it'
  }
  // How a check was weakened is told where it is read.
  if (kind === 'weakened' || kind === 'unsourced') return null
  if (kind === 'red') {
    if (isWanted(point, world)) return 'a person put it off'
    if (isExploration(point, report, world)) return 'nothing was to be changed'
    if (wasBefore(point, world)) return 'it was so before'
  }
  const isExcused = point.isOrder === true ? isExplained : isTold
  return isExcused(point, report, world) ? 'the report tells it' : null
}

/** No later run may have shown it: of the same check, or of tests, which build what they run. */
const isLastOfItsKind = ({ step, about }: Point, { evidence }: World): boolean =>
  !evidence.commands.some(
    ({ kind, ...run }) =>
      run.step > (step ?? 0) &&
      run.result !== 'failed' &&
      isOf(about, new Set([...subjectsOf(kind), ...(kind === 'test' ? subjectsOf('build') : [])])),
  )

/** "They passed before my change; I have not run them since." */
const tellsOfFailure = (sentence: Sentence, report: readonly ReportClause[]): boolean =>
  report.some((clause) => clause.sentence === sentence && clause.saysFailed)

/** "Types" and "build" are words of any code, and a commit is one of any story. */
const PLAIN: ReadonlySet<Subject> = new Set(['tests', 'lint'])

/** The last words say what is done next. */
function isAnnounced(report: readonly ReportClause[]): boolean {
  const last = report.at(-1)?.sentence
  return last?.act === 'announce' && isSure(last, 'push')
}

/**
 * The report states the result of that very check as good. Where nothing at all was run, and of what any code is
 * about, the whole sentence has to say so.
 */
const isCalledFine = (
  about: PointSubject,
  report: readonly ReportClause[],
  isNeverRun = false,
): boolean =>
  report.some(
    ({ text, subjects, polarity, isStated, sentence }) =>
      polarity === 'fine' &&
      isStated &&
      (namesAny(text, about.commands) ||
        (isOf(about, subjects) &&
          ((!isNeverRun && isOf(about, PLAIN) && !tellsOfFailure(sentence, report)) ||
            ((sentence.act === 'passed' || (sentence.act === 'delivered' && isDelivery(about))) &&
              isSure(sentence, 'note'))))),
  )

/**
 * It is named in a clause that does not call it fine, or its kind in one that says it went wrong. Of a check that
 * another clause calls fine, only words for a failure tell it.
 */
function isTold(point: Point, all: readonly ReportClause[], world: World): boolean {
  const { kind, about } = point
  // What was green before the change is no older trouble.
  const report =
    kind === 'red' && wasGreenBefore(point, world)
      ? all.filter(({ sentence }) => sentence.act !== 'dismissed')
      : all
  if (kind === 'red' && quotesOutput(point, report, world)) return true
  // Where nothing was changed, what failed is the finding.
  const isFinding = !world.evidence.edits.some(({ turn }) => turn === turnOf(world))
  if (kind === 'red' && isFinding && report.some(({ saysFailed }) => saysFailed)) return true
  if (kind === 'red' && isLastOfItsKind(point, world) && isCalledFine(about, report))
    return report.some(
      (clause) =>
        (clause.saysRed ||
          clause.saysFailed ||
          (clause.polarity === 'bad' && namesAny(clause.text, about.names))) &&
        tells(clause, about),
    )
  if (
    kind === 'red' &&
    report.some(({ sentence }) => sentence.act === 'blocked' && isSure(sentence, 'push'))
  )
    return true
  // A report on the work names what the request names: only bad words of it tell that it is a stub.
  return report.some((clause) => (kind !== 'stub' || clause.saysBad) && tells(clause, about))
}

/** It quotes a message of the failed run; a name or a command alone may be named for other reasons. */
function quotesOutput(
  { step }: Point,
  report: readonly ReportClause[],
  { evidence }: World,
): boolean {
  const printed = callsOf(evidence).find((call) => call.step === step)?.output ?? ''
  return report.some(
    ({ text, polarity }) =>
      polarity !== 'fine' &&
      text.split('`').some((span, at) => at % 2 === 1 && isMessage(span) && printed.includes(span)),
  )
}

const isMessage = (span: string): boolean => {
  const words = span.split(' ')
  return words.length > 2 && !words.some((word) => word.startsWith('-'))
}

function tells(
  { text, subjects, polarity, saysFailed, saysRed, isForeign, sentence }: ReportClause,
  about: PointSubject,
): boolean {
  if (polarity === 'fine') return false
  // "I implemented it" calls it done: what failed in it is what it is about.
  if (polarity === null && isReport(sentence) && isSure(sentence, 'note')) return false
  if (namesAny(text, polarity === 'bad' ? about.names : about.names.filter(isCodeName))) return true
  // In a language that is not read, a command that is named has the benefit of the doubt.
  if (polarity !== 'bad') return isForeign && namesAny(text, about.commands.slice(0, 1))
  if (namesAny(text, about.commands)) return true
  const isTrouble =
    saysRed ||
    (saysFailed && !isReport(sentence)) ||
    (TROUBLE.has(sentence.act) && isSure(sentence, 'push'))
  return isTrouble && (isOf(about, subjects) || namesAny(text, about.files))
}

const TROUBLE = wordSet('failed blocked dismissed left deviation')

/** Of an order it is told that it is not done, and why: something stood in the way, or a person is asked. */
function isExplained({ about }: Point, report: readonly ReportClause[], world: World): boolean {
  const isNamed = report.some(
    ({ text, subjects, polarity, saysBad, sentence }) =>
      polarity === 'bad' &&
      (saysBad || isSure(sentence, 'push')) &&
      !PUT_OFF.has(sentence.act) &&
      (namesAny(text, about.names) || isOf(about, subjects)),
  )
  const isCaused =
    report.some(({ sentence }) => CAUSES.has(sentence.act) && isSure(sentence, 'note')) ||
    report.some(({ text }) => text.trimEnd().endsWith('?')) ||
    world.evidence.commands.some(
      ({ turn, result }) => turn === turnOf(world) && result === 'failed',
    )
  return isNamed && isCaused
}

/** Work that is announced or handed back is not done. */
const PUT_OFF = wordSet('announce handover outlook')
const CAUSES = wordSet('blocked deviation input permission left')

/** A person asked for tests that fail, or to leave them so. */
function isWanted({ about }: Point, { evidence, asked }: World): boolean {
  if (!about.subjects.includes('tests')) return false
  const { flags, total } = evidence.request
  return flags.redExpected?.message === total || allowsRed([{ text: asked }], about.names)
}

/** Nothing was ordered but an answer, nothing was changed, and nothing is called fine: what failed was looked at. */
function isExploration({ about }: Point, report: readonly ReportClause[], world: World): boolean {
  const turn = turnOf(world)
  return (
    !isDelivery(about) &&
    !world.evidence.edits.some((edit) => edit.turn === turn) &&
    !world.demands.some((demand) => isCurrent(demand, world) && isWork(demand.kind)) &&
    !report.some(({ polarity, isStated }) => polarity === 'fine' && isStated)
  )
}

const DELIVERIES: ReadonlySet<Subject> = new Set(['commit', 'push', 'pullRequest', 'deploy'])
const isDelivery = (about: PointSubject): boolean => isOf(about, DELIVERIES)

/** The same was red before this turn's first edit, nothing more is red now, and the person did not name it. */
function wasBefore({ step, about }: Point, world: World): boolean {
  const { commands, edits } = world.evidence
  const run = commands.find((one) => one.step === step && one.result === 'failed')
  const first = edits.find(({ turn, inert }) => turn === turnOf(world) && !inert)
  if (run === undefined || first === undefined || isDelivery(about)) return false
  const isKnown = commands.some((one) => one.step < first.step && isSameFailure(one, run))
  return isKnown && !namesAny(world.asked, about.names)
}

/** A run that covers it was green in this session before anything was edited. */
function wasGreenBefore({ step }: Point, { evidence, findTask }: World): boolean {
  const { commands, edits } = evidence
  const red = commands.find((one) => one.step === step && one.result === 'failed')
  const first = edits.find(({ inert }) => !inert)
  return (
    red !== undefined &&
    first !== undefined &&
    commands.some(
      (run) => run.result === 'passed' && run.step < first.step && covers(run, red, findTask),
    )
  )
}

function isSameFailure(before: CommandRun, now: CommandRun): boolean {
  if (before.result !== 'failed' || before.kind !== now.kind) return false
  if (now.failing.length > 0) return now.failing.every((name) => before.failing.includes(name))
  return now.gist !== '' && before.gist === now.gist
}
