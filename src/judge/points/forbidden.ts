/** A person forbade an act, none of them asked for it since, and it was done. */
import { subjectsIn } from '../../evidence/message/subjects.js'
import type { StatedDemand } from '../../schema/demand.js'
import type { Evidence } from '../../schema/evidence.js'
import type { Point } from '../point.js'
import type { World } from '../world.js'

const SURE = 0.7

export const findForbidden = ({ evidence, demands }: World): Point[] =>
  demands
    .filter(({ kind, state, source, probability }) => kind === 'forbid' && state === 'asked' && source === 'human' && probability >= SURE)
    .flatMap((demand) => {
      const done = doneAgainst(demand, evidence, demands)
      return done === null ? [] : [toPoint(demand, done)]
    })
    .slice(0, 1)

interface Done {
  what: string
  step: number
}

function doneAgainst(demand: StatedDemand, evidence: Evidence, demands: readonly StatedDemand[]): Done | null {
  const since = evidence.request.messages.find(({ number }) => number === demand.message)?.step ?? 0
  const file = demand.names.files.find((name) => wasEdited(name, since, evidence))
  if (file !== undefined) {
    const isAllowed = demands.some(({ kind, names, message }) => kind === 'change' && message > demand.message && names.files.includes(file))
    const step = evidence.edits.findLast((edit) => isFile(edit.file, file))?.step ?? 0
    return isAllowed ? null : { what: `${file} was changed`, step }
  }
  const subjects = subjectsIn(demand.sentence)
  const isAsked = (what: 'push' | 'commit' | 'deploy'): boolean =>
    demands.some(({ kind, sentence, message }) => kind === 'deliver' && message > demand.message && subjectsIn(sentence).has(what))
  const { lastPush, lastCommitStep, lastDeployStep } = evidence.delivery
  if (subjects.has('push') && lastPush !== null && lastPush.step > since && !isAsked('push'))
    return { what: `\`${lastPush.command}\` was run`, step: lastPush.step }
  if (subjects.has('commit') && !subjects.has('push') && lastCommitStep !== null && lastCommitStep > since && !isAsked('commit'))
    return { what: 'a commit was made', step: lastCommitStep }
  if (subjects.has('deploy') && lastDeployStep !== null && lastDeployStep > since && !isAsked('deploy'))
    return { what: 'it was deployed', step: lastDeployStep }
  return null
}

const wasEdited = (name: string, since: number, { edits }: Evidence): boolean =>
  edits.some(({ file, step, inferred }) => step > since && inferred !== 'git' && isFile(file, name))

const isFile = (file: string, name: string): boolean => file === name || file.endsWith(`/${name}`)

const toPoint = ({ sentence }: StatedDemand, { what, step }: Done): Point => ({
  kind: 'forbidden',
  strength: 'hard',
  fact: `The request forbids it, and ${what}`,
  quote: sentence,
  missing: 'what the request forbids, undone or explained',
  settle: 'Undo it if that can be done without harm, and tell the person what happened.',
  severity: 'HIGH',
  about: { subjects: [], names: [], loose: [] },
  step,
})
