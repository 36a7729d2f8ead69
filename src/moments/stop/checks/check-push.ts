/** What the agent is told of a check, and what the user is: in our words, with what it printed as data. */
import { kindsIn } from '../../../read/shell/kinds-in.js'
import { CHECKED_BY, subjectsIn } from '../../../read/prose/subjects.js'
import { forbidsRun } from '../../../read/prose/settle-label.js'
import { oneLineSafely } from '../../../safety/clip-safely.js'
import { isCurrent } from '../../../judge/world.js'
import type { CheckRun } from '../../../schema/check-run.js'
import type { StatedDemand } from '../../../schema/demand.js'
import type { Store } from '../../../store.js'
import type { MomentInput } from '../../moment.js'
import type { StopFacts } from '../facts.js'
import { incomplete } from '../verdict.js'
import type { Judgement, RedGate } from '../verdict.js'
import { readTold, signaturesOf } from '../told.js'

const RED_CHECK = 'red_check'
const CHECK_NOT_RUN = 'check_not_run'

/** At most this many pushes about checks in one turn. */
const MAX_CHECK_PUSHES = 2

/** Two pushes about checks in a turn are enough, and one for the same failure in a session. */
export async function maySay(
  push: Judgement,
  { session: { sessionId, turn } }: Pick<MomentInput, 'session'>,
  store: Pick<Store, 'readEvents'>,
): Promise<boolean> {
  const told = (await readTold(sessionId, store)).filter(
    ({ gate }) => gate === RED_CHECK || gate === CHECK_NOT_RUN,
  )
  if (told.filter((push) => push.turn === turn).length >= MAX_CHECK_PUSHES) return false
  const known = new Set(told.flatMap(({ signatures }) => signatures))
  return !signaturesOf(push).every((signature) => known.has(signature))
}

const MAX_COMMAND = 80
const MAX_QUOTE = 260

/** A check that is red by the session's doing. */
export function redPush(run: CheckRun): Judgement {
  const [test] = run.failure?.tests ?? []
  const said = [test, run.failure?.detail ?? run.failure?.error].filter(
    (part) => part != null && part !== '',
  )
  return toJudgement(`${run.checkId}\n${failureOf(run)}`, {
    gate: RED_CHECK,
    fact: `The check "${run.name}" is red, twice in a row: ${shown(run.command)} ended with ${endOf(run)}`,
    quote: said.length === 0 ? null : oneLineSafely(said.join(': '), MAX_QUOTE),
    missing: `a green "${run.name}"`,
    nextAction: 'Fix what fails, and stop when it passes.',
  })
}

/** Checks that we do not run here, and that the agent has not run since its last change. */
export function askPush(
  checks: readonly { id: string; name: string; line: string }[],
  tree: string | null,
): Judgement {
  const asked = checks.slice(0, MAX_ASKED)
  const names = asked.map(({ name }) => `"${name}"`).join(', ')
  const [what, have] = asked.length === 1 ? ['The check', 'has'] : ['The checks', 'have']
  const lines = asked.map(({ line }) => shown(line)).join(', then ')
  return toJudgement(`${asked.map(({ id }) => id).join(' ')}\nask:${tree ?? ''}`, {
    gate: CHECK_NOT_RUN,
    fact: `${what} ${names} ${have} not run since your last change`,
    quote: null,
    missing: `a green run of ${names}`,
    nextAction: `Run ${lines}, and stop when it passes.`,
  })
}

const MAX_ASKED = 2

const shown = (line: string): string =>
  `\`${oneLineSafely(line, MAX_COMMAND).replaceAll('`', "'")}\``

const endOf = ({ exitCode }: CheckRun): string =>
  exitCode === null ? 'a signal' : `exit code ${exitCode}`

/** One failure, whatever else was printed. */
const failureOf = ({ failure }: CheckRun): string =>
  JSON.stringify(
    failure === null || failure.tests.length > 0 ? (failure?.tests ?? []) : failure.error,
  )

type Words = Pick<RedGate, 'gate' | 'fact' | 'quote' | 'missing' | 'nextAction'>

/** `about`: which check and which failure, so that the same is not said again. */
function toJudgement(about: string, words: Words): Judgement {
  const gate: RedGate = {
    ...words,
    severity: 'HIGH',
    requested: true,
    tier: 'push',
    demoted: false,
    counts: true,
  }
  return { ...incomplete([gate], [gate]), about: [about] }
}

/** What the user hears once of a run that is no push. */
export function noteOf(run: CheckRun): string | null {
  const name = `The check "${run.name}"`
  const what = run.failure?.tests[0] ?? run.failure?.error ?? run.command
  switch (run.result) {
    case 'flaky':
      return `${name} is flaky: red, then green on the same files (${what}). The agent was not sent back.`
    case 'preexisting':
      return `${name} is red as it was before this session (${what}). The agent was not sent back.`
    case 'unrunnable':
      return `${name} could not be run: ${run.failure?.error ?? run.command}`
    default:
      return null
  }
}

/** A person asks for what it checks to be made right: then it does not matter since when it is red. */
export const isDemanded = (check: NamedCheck, facts: StopFacts): boolean =>
  wishesAbout(check, facts).some((demand) => demand.kind === 'change' && isCurrent(demand, facts))

/** A person says not to run it. "Don't change the tests" says nothing of that. */
export const isForbidden = (check: NamedCheck, facts: StopFacts): boolean =>
  wishesAbout(check, facts).some(({ kind, sentence }) => kind === 'forbid' && forbidsRun(sentence))

interface NamedCheck {
  name: string
  line: string
}

function wishesAbout({ name, line }: NamedCheck, { demands }: StopFacts): StatedDemand[] {
  const kinds = kindsIn(line)
  const own = CHECKED_BY.filter(([, [kind]]) => kinds.includes(kind!)).map(([subject]) => subject)
  const subjects = new Set([...own, ...subjectsIn(name)])
  return demands.filter(
    ({ state, sentence }) =>
      state === 'asked' && [...subjectsIn(sentence)].some((subject) => subjects.has(subject)),
  )
}
