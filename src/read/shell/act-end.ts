import { ACT_WORDS, NOTHING_LEFT } from '../../data/tools.js'
import type { CommandRun } from '../../schema/evidence.js'
import type { CommandResult } from './command-result.js'
import type { PartEnd } from './solve-line.js'

/** How a commit, a push or another act ended by its own words; null where the line says it. */
export function actEnd(
  key: string,
  end: PartEnd,
  { output }: CommandResult,
): CommandRun['result'] | null {
  const said = saidOfAct(key, output)
  if (said === 'failed' && (end !== 'passed' || IS_PUSH.test(key))) return 'failed'
  if (end === 'passed') return 'passed'
  if (said === 'passed') return 'passed'
  if (end === 'unknown') return null
  return NOTHING_LEFT.test(output) ? 'unknown' : 'failed'
}

/** What git and its like say themselves, however the rest of the line ended. */
export function saidOfAct(key: string, output: string): 'failed' | 'passed' | null {
  const [program = '', first = '', second = ''] = key
    .split(' ')
    .filter((word) => !word.startsWith('-'))
  const verb = program === 'gh' ? second : first
  const row = ACT_WORDS.find(
    ([acts, , form]) => isAct(acts.split(' '), program, verb) && form.test(output),
  )
  return row?.[1] ?? null
}

const isAct = ([program, ...verbs]: readonly string[], name: string, verb: string): boolean =>
  program === name && verbs.includes(verb)

/** A commit was made, or a push arrived. */
export const showsDelivery = (key: string, output: string): boolean =>
  IS_DELIVERY.test(key) && saidOfAct(key, output) === 'passed'

const IS_PUSH = /^git (?:-\S+ )*push\b/
const IS_DELIVERY = /^git (?:-\S+ )*(?:push|commit)\b/
