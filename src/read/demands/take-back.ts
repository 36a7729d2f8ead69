/** Later messages win: what they take back, narrow down or put in the place of an earlier demand. */
import { INSTEAD } from '../../data/request-words.js'
import type { Demand, StatedDemand } from '../../schema/demand.js'
import { endsWork, forbidsRun } from '../prose/settle-label.js'
import { subjectsIn } from '../prose/subjects.js'
import { sharedTopics, topicWords } from '../prose/topics.js'
import { wordFinder } from '../prose/words.js'
import { namedIn } from '../prose/named-in.js'

/** "Don't push", "don't run the tests" take back what was asked; "don't change the API" takes back nothing. */
export const isForbidden =
  (text: string) =>
  ({ kind }: StatedDemand): boolean =>
    kind === 'deliver' ? subjectsIn(text).size > 0 : kind === 'check' && forbidsRun(text)

/** What a sentence takes back: what it names, or all that was asked when it names nothing. */
export function withdraw(asked: readonly StatedDemand[], text: string): void {
  const subjects = subjectsIn(text)
  const isAll =
    endsWork(text) ||
    (subjects.size === 0 && topicWords(text).size === 0 && namedIn(text).files.length === 0)
  for (const demand of asked) {
    const isNamed =
      [...subjectsIn(demand.sentence)].some((one) => subjects.has(one)) ||
      sharedTopics(demand.sentence, text).length > 0
    if (isAll || isNamed) Object.assign(demand, { state: 'withdrawn', settledBy: text })
  }
}

export const saysInstead = (text: string): boolean => findInstead(text).size > 0

const findInstead = wordFinder(INSTEAD)

/** "Actually, use SQLite": what was asked last of the same kind, or what it speaks of, is replaced. */
export function replacedBy(
  { text, whole }: { text: string; whole: string },
  kind: Demand['kind'],
  asked: readonly StatedDemand[],
): StatedDemand[] {
  // "Forget the PR, push straight to main": what was taken back a moment ago.
  const back = asked.filter(
    (one) =>
      one.kind === kind && one.state === 'withdrawn' && whole.includes(one.settledBy ?? '\n'),
  )
  if (back.length > 0) return back
  if (!saysInstead(text)) return []
  const same = asked.filter((one) => one.kind === kind && one.state === 'asked')
  const named = same.filter(({ sentence }) => sharedTopics(sentence, text).length > 0)
  return named.length > 0 ? named : same.slice(-1)
}
