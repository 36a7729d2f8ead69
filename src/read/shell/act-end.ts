import { ACT_WORDS, NOTHING_LEFT } from '../../data/tools.js'
import type { CommandRun } from '../../schema/evidence.js'
import { bareCommand } from './bare-command.js'
import type { CommandResult } from './command-result.js'
import type { ShellLine, ShellPart } from './shell-line.js'
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
const saidOfAct = (key: string, output: string): 'failed' | 'passed' | null =>
  lineOfAct(key, output)?.result ?? null

/** The line with it, too. */
export function lineOfAct(
  key: string,
  output: string,
): { result: 'failed' | 'passed'; line: string } | null {
  const [program = '', first = '', second = ''] = key
    .split(' ')
    .filter((word) => !word.startsWith('-'))
  const verb = program === 'gh' ? second : first
  for (const [acts, result, form] of ACT_WORDS) {
    const line = isAct(acts.split(' '), program, verb) ? form.exec(output)?.[0] : undefined
    if (line !== undefined) return { result, line }
  }
  return null
}

/**
 * What one act of a line may have printed: where the line tries the same once more, the first line that tells of it
 * is of the first try, and the last line of the last.
 */
export function textOfAct({ parts }: ShellLine, index: number, output: string): string {
  const key = actOf(parts[index]!)
  const tries = parts.flatMap((part, at) => (actOf(part) === key ? [at] : []))
  if (tries.length < 2 || (index !== tries[0] && index !== tries.at(-1))) return output
  const told = output.split('\n').filter((line) => lineOfAct(key, line) !== null)
  return told.at(index === tries[0] ? 0 : -1) ?? output
}

const actOf = ({ words }: ShellPart): string =>
  bareCommand(words)
    .filter((word) => !word.startsWith('-'))
    .slice(0, words[0] === 'gh' ? 3 : 2)
    .join(' ')

const isAct = ([program, ...verbs]: readonly string[], name: string, verb: string): boolean =>
  program === name && verbs.includes(verb)

/** A commit was made, or a push arrived. */
export const showsDelivery = (key: string, output: string): boolean =>
  IS_DELIVERY.test(key) && saidOfAct(key, output) === 'passed'

const IS_PUSH = /^git (?:-\S+ )*push\b/
const IS_DELIVERY = /^git (?:-\S+ )*(?:push|commit)\b/
