const CONTEXT = 2

/** What changes from one text to another, line by line, with a little of what stands around it. */
export function lineDiff(before: string, after: string): string[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const steps = compare(old, fresh)
  const isNear = steps.map((_, index) =>
    steps.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(([sign]) => sign !== ' '),
  )
  const shown: string[] = []
  for (const [index, [sign, line]] of steps.entries()) {
    if (isNear[index]) shown.push(`${sign} ${line}`)
    else if (shown.length > 0 && shown.at(-1) !== GAP) shown.push(GAP)
  }
  return shown.at(-1) === GAP ? shown.slice(0, -1) : shown
}

/** Stands for lines that are the same on both sides. */
export const GAP = '  …'

type Step = [sign: ' ' | '+' | '-', line: string]

/** More than any text that a person compares by eye. */
const MAX_CHARS = 256 * 1024

const linesOf = (text: string): string[] =>
  text === ''
    ? []
    : text
        .slice(0, MAX_CHARS)
        .replace(/\r?\n$/, '')
        .split(/\r?\n/)

/** Equal starts and ends are set aside; what is between is compared by its longest common part. */
function compare(old: readonly string[], fresh: readonly string[]): Step[] {
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1
  let end = 0
  const room = Math.min(old.length, fresh.length) - start
  while (end < room && old.at(-1 - end) === fresh.at(-1 - end)) end += 1
  return [
    ...old.slice(0, start).map(same),
    ...compareMiddle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...old.slice(old.length - end).map(same),
  ]
}

const same = (line: string): Step => [' ', line]

const MAX_CELLS = 4_000_000

function compareMiddle(old: readonly string[], fresh: readonly string[]): Step[] {
  if (old.length * fresh.length > MAX_CELLS) {
    return [...old.map((line): Step => ['-', line]), ...fresh.map((line): Step => ['+', line])]
  }
  const lengths = commonLengths(old, fresh)
  const steps: Step[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      steps.push([' ', old[i]!])
      i += 1
      j += 1
    } else if (
      j < fresh.length &&
      (i === old.length || lengths[i]![j + 1]! >= lengths[i + 1]![j]!)
    ) {
      steps.push(['+', fresh[j]!])
      j += 1
    } else {
      steps.push(['-', old[i]!])
      i += 1
    }
  }
  return steps
}

/** How many lines the rests of both have in common, by where the rests begin. */
function commonLengths(old: readonly string[], fresh: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: fresh.length + 1 }, () => 0),
  )
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      lengths[i]![j] =
        old[i] === fresh[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
    }
  }
  return lengths
}
