import { describeFact, quoted } from '../../moments/stop/feedback.js'
import { toPerson } from '../../util/to-person.js'
import { WRONG_ACTION } from '../../moments/stop/track-record.js'
import { ReflectError } from '../../schema/error.js'
import { isForPerson } from '../../schema/verdict.js'
import { oneLine } from '../../util/one-line.js'
import type { Verdict } from '../../schema/verdict.js'
import { describeRun } from './checks/describe-check.js'
import { openChecksHere } from './checks/own-checks.js'
import type { ChecksHere } from './checks/own-checks.js'
import { verb } from '../command.js'
import type { CliContext } from '../command.js'
import { paint } from '../paint.js'
import { findSession } from '../find-by-prefix.js'
import { theRecords } from '../opens.js'
import { plain } from '../plain.js'
import { atTime } from '../relative-time.js'
import { learningText } from './why/learning-text.js'
import { findLastDecision } from './why/last-decision.js'
import { weakenedText } from '../weakened-text.js'
import type { Decision } from './why/last-decision.js'
import { table } from '../table.js'
import { text } from '../takes.js'

export const command = verb({
  about: `
Explains the last decision in this project: what went out, the verdict, and the fact behind each gate;
then the session's other decisions, pushes first, which checks went red in its session, and what it was told of earlier ones.
If it was wrong, say so with \`reflect wrong\`: gates that are often wrong lose their right to push.`,
  examples: `
  reflect why
  reflect why --session 4f1c --json`,
  takes: {
    session: text('<id>', 'the last decision on this session; the beginning of its id is enough'),
  },
  opens: theRecords,
  async run({ session: named }, { store, ...context }) {
    const session = named === undefined ? undefined : await findSession(store, named)
    const found = await findLastDecision(store, session, WRONG_ACTION)
    if (found !== null) {
      const decision = withEveryCheck(found, await openChecksHere(context))
      return { json: decision, text: toText(decision, context) }
    }
    if (session === undefined) return { json: null, text: 'No decision has been made here yet.' }
    throw new ReflectError('not-found', `No decision has been made on the session "${session}"`, {
      remedy: '`reflect outcomes` lists the sessions of this project.',
    })
  },
})

function toText(decision: Decision, { colour, now }: Pick<CliContext, 'colour' | 'now'>): string {
  const { bold, dim, red } = paint(colour)
  const { verdict } = decision
  const rows = [
    ['session', decision.session_id],
    ['at', atTime(decision.at, now())],
    ['action', inWords(decision.action)],
    ['because', inWords(decision.reason)],
    ...(decision.let_through === null ? [] : [['let through', LET_THROUGH[decision.let_through]]]),
    ...(verdict === null
      ? []
      : [
          [
            'verdict',
            `${describeVerdict(verdict)} by ${verdict.judge}${verdict.degraded ? ', degraded' : ''}`,
          ],
          ['id', `${verdict.id}${decision.marked_wrong ? ' (marked as wrong)' : ''}`],
        ]),
  ]
  const gates = decision.gates.map((gate) => {
    const sign = gate.counts ? red('open') : dim('note')
    const why = gate.accounted === undefined ? [] : [`Accounted for: ${plain(gate.accounted)}.`]
    const lines = [
      describeFact({ ...gate, fact: toPerson(gate.fact) }),
      ...describeReading(gate),
      ...why,
    ].join('\n')
    return `  ${sign} ${bold(gate.gate)}: ${lines.replaceAll('\n', '\n       ')}`
  })
  const demands = decision.demands.filter(isSure).map((demand) => `  ${describeDemand(demand)}`)
  const others = decision.others.map(
    ({ at, action, reason }) =>
      `  ${atTime(at, now())} ${bold(action)}: ${oneLine(inWords(plain(reason)), 160)}`,
  )
  const checks = [
    ...decision.checks.map((run) => [run.name, describeRun(run)]),
    ...decision.not_run.map(({ name, why }) => [name, `not run at this stop: ${plain(why)}`]),
  ].map(([name, text]) => `  ${dim('check')} ${bold(name!)}: ${text}`)
  return [
    table(rows),
    ...gates,
    ...checks,
    ...weakenedText(decision.weakened),
    ...(demands.length === 0 ? [] : [bold('demanded'), ...demands]),
    ...learningText(decision, colour),
    ...(others.length === 0
      ? []
      : [bold('other decisions of this session, pushes first'), ...others]),
    ...(decision.dropped === 0
      ? []
      : [`${decision.dropped} of the judge's objections dropped: what they point at is not true`]),
  ].join('\n')
}

/** Of a check that is configured now, and of which the stop says nothing, it is known why. */
function withEveryCheck(decision: Decision, { checks }: Pick<ChecksHere, 'checks'>): Decision {
  const told = new Set([...decision.checks, ...decision.not_run].map(({ name }) => name))
  const others = checks
    .filter(({ name }) => !told.has(name))
    .map(({ name, createdAt }) => ({ name, why: whyUntold(createdAt, decision) }))
  return { ...decision, not_run: [...decision.not_run, ...others] }
}

function whyUntold(createdAt: string, { at, verdict }: Decision): string {
  if (createdAt > at) return 'it was added later'
  return verdict === null ? 'the stop was not judged' : 'checks run in mode solo only'
}

/** A demand, whether it stands, and what the evidence says of it. */
function describeDemand({
  kind,
  sentence,
  source,
  state,
  settledBy,
  status,
  evidence,
}: Demanded): string {
  const where = source === 'project' ? ' (of the project)' : ''
  const how =
    state === 'asked'
      ? `${STATUS[status]}${evidence.length === 0 ? '' : `: ${evidence.map(quoted).join(', ')}`}`
      : `${state}${settledBy === null ? '' : ` by ${quoted(settledBy)}`}`
  return `${kind}${where} ${quoted(sentence)} ${how}`
}

type Demanded = Decision['demands'][number]

/** Where the evidence says neither, the demand itself may be misread. */
const isSure = ({ state, status }: Demanded): boolean => state !== 'asked' || status !== 'unclear'

const STATUS = { met: 'met', ran_red: 'ran, red', not_met: 'not met', unclear: 'unclear' } as const

/** What a bare word doesn't say by itself. */
const WORDS: Readonly<Record<string, string>> = {
  aborted: 'aborted: a person stopped the agent, so it was neither judged nor sent back',
  undelivered: 'undelivered: the client ended before the feedback reached it',
}

const inWords = (text: string): string => WORDS[text] ?? text

/** What the reader took the sentence for, and the words that decided. */
function describeReading({ read }: Decision['gates'][number]): string[] {
  if (read === undefined) return []
  const said = new Set(read.text.toLowerCase().match(/[\p{L}\p{N}'’_-]+/gu))
  // The reader looks at parts of words too; a part says nothing to a person.
  const words = read.words.filter((word) =>
    word
      .toLowerCase()
      .split(' ')
      .every((one) => said.has(one)),
  )
  return words.length === 0
    ? []
    : [`Read as "${read.act}" by the words ${words.map(quoted).join(', ')}`]
}

const LET_THROUGH = {
  no_progress: 'still red: the agent had this feedback and changed nothing; the turn ends here',
  capped: 'not judged again: the agent was already sent back as often as allowed in one turn',
} as const

function describeVerdict(verdict: Verdict): string {
  const { complete, severity } = verdict
  if (complete === null) return 'open'
  if (complete) return 'complete'
  return isForPerson(verdict) ? 'needs a person' : `incomplete, ${severity}`
}
