/**
 * What the evidence says of each demand: demands and facts come in, `met`, `not_met` or `unclear` goes
 * out with the facts that it rests on. Words alone meet nothing but a question.
 */
import type { JudgedDemand, StatedDemand, Wanted } from '../../schema/demand.js'
import type { CommandKind, CommandRun, Evidence } from '../../schema/evidence.js'
import { subjectsIn } from '../message/subjects.js'
import type { Subject } from '../message/subjects.js'
import { mayBeEditedSince } from '../order.js'
import { pathInProject } from '../path-in-project.js'

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

function weigh(demand: StatedDemand, evidence: Evidence): Weighed {
  const missing = demand.wants.filter(({ found }) => found === false)
  if (missing.length > 0) return { status: 'not_met', evidence: missing.map(describeMissing) }
  switch (demand.kind) {
    case 'check':
      return weighCheck(demand, evidence)
    case 'deliver':
      return weighDelivery(demand, evidence)
    case 'change':
      return weighChange(demand, evidence)
    case 'answer':
    case 'plan':
      return (evidence.lastMessage ?? '').trim() === '' ? UNCLEAR : met('it was answered')
    default:
      return UNCLEAR
  }
}

/** What was not found, in our words. */
export function describeMissing({ what, want, file }: Wanted): string {
  switch (want) {
    case 'exists':
      return `there is no ${what}`
    case 'gone':
      return `${what} is still there`
    case 'symbol':
      return `there is no ${what} in ${file ?? 'the file'}`
    case 'run':
      return `${what} was not run`
  }
}

const CHECKED: readonly (readonly [Subject, readonly CommandKind[]])[] = [
  ['tests', ['test']],
  ['lint', ['lint']],
  ['types', ['typecheck', 'build']],
  ['build', ['build', 'typecheck']],
]

function weighCheck({ sentence, wants }: StatedDemand, evidence: Evidence): Weighed {
  const subjects = subjectsIn(sentence)
  const kinds = CHECKED.find(([subject]) => subjects.has(subject))?.[1]
  if (kinds === undefined)
    return wants.some(({ found }) => found === true) ? met(`${wants[0]!.what} was run`) : UNCLEAR
  const last = evidence.commands.findLast(
    ({ kind, result }) => kinds.includes(kind) && result !== 'unknown',
  )
  if (last === undefined)
    return evidence.commands.some(({ kind }) => kinds.includes(kind)) ? UNCLEAR : notMet('none ran')
  if (last.result === 'failed') return notMet(say(last))
  return mayBeEditedSince(last, evidence)
    ? { status: 'unclear', evidence: [`${say(last)}; code may have changed since`] }
    : met(say(last))
}

const say = ({ command, step, gist, result }: CommandRun): string =>
  `${command} (step ${step}): ${gist === '' ? result : gist}`

function weighDelivery({ sentence }: StatedDemand, { delivery, repository }: Evidence): Weighed {
  const subjects = subjectsIn(sentence)
  const { pullRequest, lastPush, commits, lastDeployStep } = delivery
  const seen: (readonly [Subject, string | null])[] = [
    ['pullRequest', pullRequest === null ? null : `a pull request (step ${pullRequest.step})`],
    ['deploy', lastDeployStep === null ? null : `deployed (step ${lastDeployStep})`],
    ['push', lastPush === null ? null : `${lastPush.command} (step ${lastPush.step})`],
    ['commit', commits + (repository?.commitsSinceBase ?? 0) === 0 ? null : 'committed'],
  ]
  const wanted = seen.find(([subject]) => subjects.has(subject))
  if (wanted === undefined) return UNCLEAR
  return wanted[1] === null ? notMet('nothing shows that it happened') : met(wanted[1])
}

function weighChange(demand: StatedDemand, evidence: Evidence): Weighed {
  const { edits, repository, request } = evidence
  const { files } = demand.names
  const since = edits.filter(({ turn }) => turn >= demand.message)
  const all = [
    ...since.map(({ file }) => pathInProject(file, evidence)),
    ...(repository?.filesChanged ?? []),
  ]
  if (all.length === 0)
    return request.total > 0 ? { status: 'unclear', evidence: ['no file was changed'] } : UNCLEAR
  // A check that was weakened, and not by request, is not the work.
  const weak = evidence.weakened.filter(({ asked }) => !asked).map(({ file }) => file)
  const changed = all.filter((file) => !weak.some((one) => isSameFile(file, one)))
  if (changed.length === 0)
    return { status: 'unclear', evidence: [`only ${weak[0]} was changed, and it checks less now`] }
  const named = files.filter((file) => changed.some((one) => isSameFile(one, file)))
  if (files.length > 0 && named.length === 0 && demand.wants.length === 0)
    return { status: 'unclear', evidence: [`${files[0]} was not changed`] }
  const [first] = named.length > 0 ? named : changed
  return met(`${first} was changed`)
}

/** A transcript may have a file with its whole path. */
const isSameFile = (path: string, file: string): boolean =>
  path === file || path.endsWith(`/${file}`)
