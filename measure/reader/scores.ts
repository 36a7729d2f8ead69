import { wilsonInterval } from '../../src/util/wilson-interval.js'

/** One row with the label it has and the one it was given. */
export interface Judged {
  right: string
  given: string
  probability: number
  lang: string
}

interface Counts {
  hits: number
  /** How often the label was given. */
  given: number
  /** How often it would have been right. */
  right: number
}

function countLabel(judged: readonly Judged[], label: string): Counts {
  let [hits, given, right] = [0, 0, 0]
  for (const one of judged) {
    if (one.given === label) given += 1
    if (one.right === label) right += 1
    if (one.given === label && one.right === label) hits += 1
  }
  return { hits, given, right }
}

const labelsOf = (judged: readonly Judged[]): string[] =>
  [...new Set(judged.map(({ right }) => right))].sort()

const f1 = ({ hits, given, right }: Counts): number =>
  hits === 0 ? 0 : (2 * hits) / (given + right)

/** The mean of F1 over the labels that occur. */
export function macroF1(judged: readonly Judged[]): number {
  const labels = labelsOf(judged)
  if (labels.length === 0) return 0
  return labels.reduce((sum, label) => sum + f1(countLabel(judged, label)), 0) / labels.length
}

/** The highest share of rows that can be labelled at this precision, surest first. */
export function pooledRecall(
  judged: readonly Judged[],
  precision: number,
): { recall: number; probability: number } {
  const surest = [...judged].sort((a, b) => b.probability - a.probability)
  let hits = 0
  let best = { recall: 0, probability: 1 }
  for (const [index, { right, given, probability }] of surest.entries()) {
    if (right === given) hits += 1
    if (hits / (index + 1) >= precision) best = { recall: hits / surest.length, probability }
  }
  return best
}

/** A line for each label, with intervals, and what the reader before it had. */
export function describeLabels(
  judged: readonly Judged[],
  before: Record<string, { precision: number; recall: number; f1: number }>,
): string[] {
  return labelsOf(judged).map((label) => {
    const counts = countLabel(judged, label)
    const old = before[label]
    const was =
      old === undefined
        ? ''
        : `   (patterns: P ${old.precision.toFixed(2)} R ${old.recall.toFixed(2)} F1 ${old.f1.toFixed(2)})`
    return `${label.padEnd(11)} P ${share(counts.hits, counts.given)}  R ${share(counts.hits, counts.right)}  F1 ${f1(counts).toFixed(3)}${was}`
  })
}

function share(hits: number, n: number): string {
  if (n === 0) return '–'
  const { low, high } = wilsonInterval(hits, n)
  return `${(hits / n).toFixed(3)} [${low.toFixed(2)}–${high.toFixed(2)}]`
}
