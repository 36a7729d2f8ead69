import { fence } from '../safety/fence.js'
import type { SelfLine } from '../schema/self-line.js'
import { textOf } from './self-lines.js'

const MAX_LINES = 8
const MAX_CHARS = 700
const HEADING = 'Measured in earlier sessions of this project:'
const FRAME_CHARS = sectionOf([]).length
/** A line tells an agent to act differently when at least this share goes wrong for sure. */
const WORTH_TELLING = 0.1

/** What an agent is told of itself at the start of a session; empty when nothing would change what it does. */
export function chooseLines(lines: readonly SelfLine[]): string {
  const ranked = lines
    .map((line) => ({ line, weight: weightOf(line) }))
    .filter(({ weight }) => weight >= WORTH_TELLING)
    .toSorted((a, b) => b.weight - a.weight)
  const chosen: string[] = []
  let left = MAX_CHARS - FRAME_CHARS
  for (const { line } of ranked) {
    const text = textOf(line)
    const chars = text.length + '- \n'.length
    if (chosen.length === MAX_LINES || chars > left) continue
    chosen.push(text)
    left -= chars
  }
  return chosen.length === 0 ? '' : sectionOf(chosen)
}

/** What a person vouches for comes first, then the share that certainly goes wrong. */
function weightOf({ about, measure, pinned, state }: SelfLine): number {
  if (pinned) return 3
  if (state === 'corrected') return 2
  if (measure === null) return 0
  const [kind] = about.split(':')
  if (kind === 'done-right' || kind === 'sure' || kind === 'skill') return 1 - measure.high
  if (kind === 'broke' || kind === 'claim' || kind === 'check-flaky') return measure.low
  return 0
}

function sectionOf(lines: readonly string[]): string {
  const body = lines.map((line) => `- ${line}`).join('\n')
  return `${HEADING}\n${fence(body, { source: 'reflectory self-model', maxChars: Infinity })}`
}
