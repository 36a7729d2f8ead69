import type { SelfLine } from '../../../../src/schema/self-line.js'

/** What the lines are about, in the order of a reader's questions. `worst` comes first in its group. */
const GROUPS = [
  { title: 'Is its “done” right?', kinds: ['done-right', 'sure'], worst: 'low' },
  { title: 'Where its work turns out wrong', kinds: ['broke'], worst: 'high' },
  { title: 'What it claims without proof', kinds: ['claim'], worst: 'high' },
  { title: 'When it needs a person', kinds: ['needs-person', 'stopped'], worst: 'high' },
  { title: 'Its checks', kinds: ['check-flaky', 'check-time'], worst: 'high' },
  { title: 'What skills and lessons do', kinds: ['skill', 'lesson'], worst: 'low' },
] as const

export interface LineGroup {
  title: string
  lines: SelfLine[]
}

/** The lines by question; what a person said first, then what holds for all, then the worst. */
export function groupLines(lines: readonly SelfLine[]): LineGroup[] {
  const known = GROUPS.map(({ title, kinds, worst }) => ({
    title,
    lines: lines
      .filter(({ about }) => (kinds as readonly string[]).includes(kindOf(about)))
      .sort((a, b) => rank(a) - rank(b) || (valueOf(a) - valueOf(b)) * (worst === 'low' ? 1 : -1)),
  }))
  const all = new Set(known.flatMap((group) => group.lines))
  const rest = { title: 'Further lines', lines: lines.filter((line) => !all.has(line)) }
  return [...known, rest].filter((group) => group.lines.length > 0)
}

const kindOf = (about: string): string => about.split(':', 1)[0]!

function rank({ correction, pinned, about, agent, model, interactive }: SelfLine): number {
  if (correction !== null || pinned) return 0
  const isOfAll = !about.includes(':') && agent === null && model === null && interactive === null
  return isOfAll ? 1 : 2
}

const valueOf = ({ measure }: SelfLine): number => measure?.value ?? 0
