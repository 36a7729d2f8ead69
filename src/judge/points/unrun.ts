/** A person ordered a check, and none of its kind ran since. */
import { orderedChecks, speaksOfCi } from '../../evidence/demands/ordered-runs.js'
import { CHECKED_BY, subjectsIn } from '../../evidence/message/subjects.js'
import type { Subject } from '../../evidence/message/subjects.js'
import type { CommandKind, CommandRun } from '../../schema/evidence.js'
import type { StatedDemand } from '../../schema/demand.js'
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import { isCurrent } from '../world.js'
import type { World } from '../world.js'

const SURE = 0.8

export function findUnrun(world: World): Point[] {
  const { evidence, demands } = world
  if (evidence.request.flags.planOnly !== null || evidence.totals.toolCalls === 0) return []
  const found = demands.flatMap((demand) => {
    if (!isCurrent(demand, world) || demand.wants.some(({ want }) => want === 'run')) return []
    const isCheck = demand.kind === 'check' && demand.probability >= SURE
    if (speaksOfCi(demand.sentence)) return []
    const subjects = isCheck ? subjectsIn(demand.sentence) : orderedChecks(demand.sentence)
    const row = CHECKED_BY.find(([subject]) => subjects.has(subject))
    return row === undefined || hasRun(row, demand, world) ? [] : [pointOf(demand, row[0])]
  })
  return found.slice(0, 1)
}

/** What runs tests has built them, and a formatter finds what a linter would. */
const ALSO: Partial<Record<Subject, CommandKind>> = { lint: 'format', build: 'test' }

/** By a command of that kind, by one that may run anything, or by another agent. */
function hasRun(
  [subject, kinds]: (typeof CHECKED_BY)[number],
  demand: StatedDemand,
  { evidence }: World,
): boolean {
  const isCheck = ({ kind }: CommandRun): boolean => kinds.includes(kind) || ALSO[subject] === kind
  const since = evidence.commands.filter(({ turn }) => turn >= demand.message)
  return since.some((run) => isCheck(run) || run.kind === 'run') || evidence.recent.some(mayHaveRun)
}

const mayHaveRun = (item: World['evidence']['recent'][number]): boolean =>
  item.kind === 'call' &&
  (item.toolKind === 'subagent' ||
    item.toolKind === 'other' ||
    (item.toolKind === 'command' && item.action.includes('test')))

const pointOf = ({ sentence }: StatedDemand, subject: Subject): Point =>
  toPoint({
    kind: 'unrun',
    fact: `The request asks for ${WORDS[subject]}, and nothing of the kind ran`,
    quote: sentence,
    missing: `${WORDS[subject]} on the final state`,
    settle: 'Run it now and report what it prints.',
    about: { subjects: [subject] },
    isOrder: true,
  })

const WORDS: Partial<Record<Subject, string>> = {
  tests: 'a test run',
  lint: 'a run of the linter',
  types: 'a type check',
  build: 'a build',
}
