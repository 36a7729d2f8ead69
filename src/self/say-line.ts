/**
 * What a line says, made of its fields alone: the same fields make the same words on every machine, and
 * a line that came from elsewhere brings none of its own.
 */
import type { Interval } from '../schema/interval.js'
import type { SelfLine } from '../schema/self-line.js'

type LineOf = Pick<SelfLine, 'about' | 'agent' | 'interactive' | 'model'>

interface Counted extends LineOf {
  n: number
  measure: Interval
}

interface SayTerms {
  /** From which confidence a session counts as one that the agent was sure of, where that is known. */
  high?: number
  /** Whose cases they are, such as ` of others`; empty for our own. */
  whose?: string
}

/** A share or a duration in words; null for a line that is neither. */
export function sayLine(line: Counted, { high, whose = '' }: SayTerms = {}): string | null {
  const { n, measure } = line
  const { kind, name } = splitAbout(line.about)
  if (kind === 'check-time') {
    return `The check ${name} takes ${inSeconds(measure.value)} s (median of ${n} runs${whose}; ${inSeconds(measure.low)} to ${inSeconds(measure.high)} s).`
  }
  const said = sayShare(line, `${hitsOf(line)} of ${n}`, high)
  return said === null ? null : `${said}${whose}: ${inPercent(measure)}.`
}

/** How many of the n cases a share counts: the value has four places, and n at most four digits. */
export const hitsOf = ({ n, measure }: Pick<Counted, 'n' | 'measure'>): number =>
  Math.round(measure.value * n)

/** `broke:src/auth` is of the kind `broke`, and about `src/auth`. */
export function splitAbout(about: string): { kind: string; name: string } {
  const end = about.indexOf(':')
  return end === -1
    ? { kind: about, name: '' }
    : { kind: about.slice(0, end), name: about.slice(end + 1) }
}

function sayShare(line: LineOf, counts: string, high: number | undefined): string | null {
  const { kind, name } = splitAbout(line.about)
  switch (kind) {
    case 'done-right':
      return `${openingOf(line, name)} "done" was right in ${counts} sessions`
    case 'broke':
      return `Work in ${name} turned out wrong in ${counts} sessions`
    case 'claim':
      return `It said "${name.replaceAll('-', ' ')}" without proof in ${counts} sessions`
    case 'sure':
      return `Where it was sure${high === undefined ? '' : ` (${high} or more)`} it was right in ${counts} sessions`
    case 'needs-person':
      return `It needed a person in ${counts} sessions`
    case 'stopped':
      return `A person's stop ended it in ${counts} sessions`
    case 'check-flaky':
      return `The check ${name} was flaky in ${counts} runs`
    case 'skill':
      return `With the skill ${name} its "done" was right in ${counts} sessions`
    case 'task':
      return `The task ${name} was completed in ${counts} runs`
    case 'finding':
      return `Of what the cycle found by its rule ${name}, ${counts} is still open`
    default:
      return null
  }
}

function openingOf({ agent, model, interactive }: LineOf, surface: string): string {
  if (surface !== '') return `On ${surface} its`
  if (agent !== null) return `With ${agent} its`
  if (model !== null) return `With ${model} its`
  if (interactive === null) return 'Its'
  return interactive ? 'With a person there, its' : 'Without a person there, its'
}

const percent = (value: number): number => Math.round(value * 100)
const inPercent = ({ value, low, high }: Interval): string =>
  `${percent(value)} % (${percent(low)} to ${percent(high)} %)`
export const inPoints = ({ value, low, high }: Interval): string =>
  `${percent(value)} points (${percent(low)} to ${percent(high)})`
const inSeconds = (value: number): string => String(Number(value.toPrecision(2)))
