/**
 * What the evidence says of each demand: demands and facts come in, a status goes out with the facts that it
 * rests on. Words alone meet nothing but a question; a check that ran and is red was run.
 */
import type { JudgedDemand, StatedDemand, Wanted } from '../../schema/demand.js'
import type { CommandRun, Evidence } from '../../schema/evidence.js'
import { narrowedBy } from '../ledger/narrowed-run.js'
import { isForAll } from '../prose/whole-suite.js'
import { CHECKED_BY, subjectsIn } from '../prose/subjects.js'
import type { Subject } from '../prose/subjects.js'
import { editSince, mayBeEditedSince } from '../ledger/order.js'
import { pathInProject } from '../ledger/path-in-project.js'
import { isFileCalled } from '../ledger/is-file-called.js'
import { isRunOf } from './look-for.js'
import { bareDocumentsIn } from '../prose/named-in.js'
import { sayRun } from '../ledger/say-run.js'
import { isUnstarted } from '../ledger/is-unstarted.js'
import { isSameFile } from '../ledger/is-same-file.js'
import { mayBeOfSubagent, RAN_ELSEWHERE } from '../ledger/subagent-of.js'
import { namesFile } from '../ledger/names-file.js'
import { wasPutBack } from '../ledger/was-put-back.js'
import { findAsk, isQuestion } from '../prose/find-ask.js'
import { THRESHOLDS } from '../prose/thresholds.js'

type Weighed = Pick<JudgedDemand, 'status' | 'evidence'>

export const weighDemands = (
  demands: readonly StatedDemand[],
  evidence: Evidence,
): JudgedDemand[] =>
  demands.map((demand) => {
    const { kind, sentence, source, state, settledBy } = demand
    const weighed = state === 'asked' ? weigh(demand, evidence) : UNCLEAR
    return { kind, sentence, source, state, settledBy, ...weighed }
  })

const UNCLEAR: Weighed = { status: 'unclear', evidence: [] }
const met = (what: string): Weighed => ({ status: 'met', evidence: [what] })
const notMet = (what: string): Weighed => ({ status: 'not_met', evidence: [what] })
const ranRed = (run: CommandRun): Weighed => ({
  status: isUnstarted(run) ? 'not_met' : 'ran_red',
  evidence: [sayRun(run)],
})

function weigh(demand: StatedDemand, evidence: Evidence): Weighed {
  const missing = demand.wants.filter(({ found }) => found === false)
  if (missing.length > 0) return { status: 'not_met', evidence: missing.map(describeMissing) }
  const idle = demand.wants.find((one) => one.idle !== undefined)?.idle
  if (idle !== undefined) return idle === 'bare' ? unclear(IDLE.bare) : notMet(IDLE[idle])
  switch (demand.kind) {
    case 'check':
      return weighCheck(demand, evidence)
    case 'deliver':
      return weighDelivery(demand, evidence)
    case 'change':
      return weighChange(demand, evidence)
    case 'answer':
    case 'plan':
      if (!isToBeAnswered(demand) || (evidence.lastMessage ?? '').trim() === '') return UNCLEAR
      return asksBack(evidence) ? unclear('it asks back') : met('it was answered')
    default:
      return UNCLEAR
  }
}

const IDLE: Readonly<Record<NonNullable<Wanted['idle']>, string>> = {
  skipped: 'the tests that were written are skipped',
  empty: 'the tests that were written check nothing',
  bare: 'no assertion is seen in the tests that were written',
}

/** What was not found, in our words. */
export const describeMissing = ({ what, want, file }: Wanted): string =>
  file === undefined ? SAID[want](what)[0] : `${what} in ${file} is called and still to be written`

/** A thing in our words: the subject of a check is the run that shows it. */
export const nameThing = ({ what, want }: Pick<Wanted, 'what' | 'want'>): string =>
  want === 'check' ? (RUNS[what] ?? what) : what

const RUNS: Readonly<Record<string, string>> = {
  tests: 'a test run',
  lint: 'a run of the linter',
  types: 'a type check',
  build: 'a build',
}

/** For each kind of thing, how it is told that it is missing, and that it is there. */
const SAID: Record<Wanted['want'], (what: string) => readonly [string, string]> = {
  exists: (what) => [`there is no ${what}`, `${what} is there`],
  gone: (what) => [`${what} is still there`, `${what} is gone`],
  changed: (what) => [`${what} was not changed`, `${what} was changed`],
  tests: () => ['no test was written', 'a test was written'],
  symbol: (what) => [`there is no ${what} in the change`, `${what} is in the change`],
  body: (what) => [`${what} is still to be written`, `${what} is written`],
  run: (what) => [`${what} was not run`, `${what} was run`],
  check: (what) => [`${nameThing({ what, want: 'check' })} was not made`, `${what} was checked`],
}

function weighCheck(demand: StatedDemand, evidence: Evidence): Weighed {
  const { message, sentence, source, wants } = demand
  const subjects = subjectsIn(sentence)
  const kinds = CHECKED_BY.find(([subject]) => subjects.has(subject))?.[1]
  const isNamed = namedRuns(wants)
  const isCheck = (run: CommandRun): boolean => kinds?.includes(run.kind) === true || isNamed(run)
  const before = source === 'human' ? runBefore(message, evidence, isCheck) : undefined
  if (before !== undefined)
    return before.result === 'failed' ? ranRed(before) : met('it was met in an earlier turn')
  const named = evidence.commands.findLast(isNamed)
  if (named?.result === 'failed') return ranRed(named)
  if (kinds === undefined)
    return wants.some(({ found }) => found === true) ? met(`${wants[0]!.what} was run`) : UNCLEAR
  const last = evidence.commands.findLast((run) => isCheck(run) && run.result !== 'unknown')
  if (last === undefined) {
    if (evidence.commands.some(isCheck)) return UNCLEAR
    return mayBeOfSubagent(evidence.recent) ? unclear(RAN_ELSEWHERE) : notMet('none ran')
  }
  if (last.result === 'failed') return ranRed(last)
  // A run after the red test was taken out of it shows nothing.
  const weak = evidence.weakened.find(({ asked, red }) => red && !asked)
  if (weak !== undefined) return notMet(`${weak.file} checks less now`)
  if (last.kind === 'test' && isForAll(sentence) && narrowedBy(last) !== null)
    return unclear(`${sayRun(last)}; that is a part of it`)
  return mayBeEditedSince(last, evidence)
    ? unclear(`${sayRun(last)}; code may have changed since`)
    : met(sayRun(last))
}

/**
 * The run that met a demand for a check before the next human message: what is edited after that message opens it no
 * more. A red run is all that was asked for only where nothing was to be changed.
 */
function runBefore(
  message: number,
  { commands, edits, request }: Evidence,
  isCheck: (run: CommandRun) => boolean,
): CommandRun | undefined {
  const before = commands.filter((run) => {
    if (!isCheck(run) || run.turn < message || run.turn >= request.total) return false
    const own = edits.filter(({ turn, inert }) => turn === run.turn && !inert)
    return (run.result !== 'failed' || own.length === 0) && editSince(run, own) === null
  })
  return before.find(({ result }) => result !== 'failed') ?? before.at(-1)
}

/** Runs of the commands that a demand names. */
function namedRuns(wants: StatedDemand['wants']): (run: CommandRun) => boolean {
  const named = wants.flatMap(({ what, want }) => (want === 'run' ? [isRunOf(what)] : []))
  return (run) => named.some((isIt) => isIt(run))
}

function weighDelivery({ sentence }: StatedDemand, { delivery, repository }: Evidence): Weighed {
  const { pullRequest, lastPush, commits, lastDeployStep } = delivery
  const seen: readonly (readonly [Subject, string | false])[] = [
    ['pullRequest', pullRequest !== null && `a pull request (step ${pullRequest.step})`],
    ['deploy', lastDeployStep !== null && `deployed (step ${lastDeployStep})`],
    ['push', lastPush !== null && `${lastPush.command} (step ${lastPush.step})`],
    ['commit', commits + (repository?.commitsSinceBase ?? 0) > 0 && 'committed'],
  ]
  const subjects = subjectsIn(sentence)
  const wanted = seen.flatMap(([subject, what]) => (subjects.has(subject) ? [what] : []))
  if (wanted.length === 0) return UNCLEAR
  const done = wanted.filter((what) => what !== false)
  return done.length < wanted.length
    ? notMet('nothing shows that it happened')
    : { status: 'met', evidence: done }
}

/** A change is met by what the demand names. Any other change shows that work was done, not which. */
function weighChange(demand: StatedDemand, evidence: Evidence): Weighed {
  const all = changedSince(demand, evidence)
  if (all.length === 0)
    return evidence.edits.some((edit) => wasPutBack(edit, evidence))
      ? unclear('what was changed was put back')
      : evidence.request.total > 0
        ? unclear('no file was changed')
        : UNCLEAR
  // A check that was weakened, and not by request, is not the work.
  const weak = evidence.weakened.filter(({ asked }) => !asked).map(({ file }) => file)
  const changed = all.filter((file) => !weak.some((one) => isSameFile(file, one)))
  if (changed.length === 0) return unclear(`only ${weak[0]} was changed, and it checks less now`)
  const found = demand.wants.find((one) => one.found === true)
  if (found !== undefined) return met(SAID[found.want](found.what)[1])
  const files = [...demand.names.files, ...bareDocumentsIn(demand.sentence)]
  // The tree has what others changed as well.
  const own = new Set(evidence.edits.map(({ file }) => pathInProject(file, evidence)))
  const ownChange = changed.find((file) => own.has(file))
  if (files.length === 0)
    return ownChange === undefined ? UNCLEAR : unclear(`${ownChange} was changed`)
  const named = files.find((file) => changed.some((one) => isFileCalled(one, file)))
  return named === undefined ? unclear(`${files[0]} was not changed`) : met(`${named} was changed`)
}

const unclear = (what: string): Weighed => ({ status: 'unclear', evidence: [what] })

function changedSince({ message }: StatedDemand, evidence: Evidence): string[] {
  const since = evidence.edits.filter(
    (edit) => edit.turn >= message && namesFile(edit) && !wasPutBack(edit, evidence),
  )
  return [
    ...since.map(({ file }) => pathInProject(file, evidence)),
    ...(evidence.repository?.filesChanged ?? []),
  ]
}

/** It ends with a decision that the person has to make. */
const asksBack = ({ sentences }: Evidence): boolean =>
  findAsk(sentences.slice(-LAST))?.kind === 'decision'

/** A question of the agent stands at the end. */
const LAST = 6

/** What may be an order to do something is not met by words. */
const isToBeAnswered = ({ kind, sentence, probability }: StatedDemand): boolean =>
  isQuestion(sentence) || probability >= (THRESHOLDS.requests.push[kind]?.threshold ?? 1)
