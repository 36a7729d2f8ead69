/** How often each distinct confidence was right and wrong, by rising confidence. */
export interface ConfidenceTally {
  readonly confidence: Float64Array
  readonly right: Uint32Array
  readonly wrong: Uint32Array
  readonly rights: number
  readonly wrongs: number
}

/**
 * Collects rows into a tally. Memory grows with the number of distinct confidences, not of rows,
 * and the order of the rows leaves no trace.
 */
export class TallyBuilder {
  #tally: ConfidenceTally = emptyTally
  #right = new Float64Array(BUFFER_ROWS)
  #wrong = new Float64Array(BUFFER_ROWS)
  #rights = 0
  #wrongs = 0

  add(confidence: number, correct: boolean): void {
    // `+ 0` turns -0 into 0: the two are one confidence but sort apart.
    if (correct) this.#right[this.#rights++] = confidence + 0
    else this.#wrong[this.#wrongs++] = confidence + 0
    if (this.#rights === this.#right.length || this.#wrongs === this.#wrong.length) this.#flush()
  }

  build(): ConfidenceTally {
    this.#flush()
    return this.#tally
  }

  #flush(): void {
    const right = this.#right.subarray(0, this.#rights).sort()
    const wrong = this.#wrong.subarray(0, this.#wrongs).sort()
    this.#tally = mergeRows(this.#tally, right, wrong)
    this.#rights = 0
    this.#wrongs = 0
    // The buffers grow with what is merged, so that merging stays cheap beside sorting.
    const wanted = Math.min(MAX_BUFFER_ROWS, this.#tally.confidence.length)
    if (wanted <= this.#right.length) return
    this.#right = new Float64Array(wanted)
    this.#wrong = new Float64Array(wanted)
  }
}

const BUFFER_ROWS = 32_768
const MAX_BUFFER_ROWS = 1 << 20

const emptyTally: ConfidenceTally = {
  confidence: new Float64Array(0),
  right: new Uint32Array(0),
  wrong: new Uint32Array(0),
  rights: 0,
  wrongs: 0,
}

export function tallyRows(
  rows: Iterable<{ readonly confidence: number; readonly correct: boolean }>,
): ConfidenceTally {
  const builder = new TallyBuilder()
  for (const row of rows) builder.add(row.confidence, row.correct)
  return builder.build()
}

/** The part of a tally whose confidence is at least `threshold`. */
export function tallyFrom(tally: ConfidenceTally, threshold: number): ConfidenceTally {
  const found = tally.confidence.findIndex((value) => value >= threshold)
  const start = found === -1 ? tally.confidence.length : found
  const right = tally.right.subarray(start)
  const wrong = tally.wrong.subarray(start)
  return {
    confidence: tally.confidence.subarray(start),
    right,
    wrong,
    rights: sum(right),
    wrongs: sum(wrong),
  }
}

function mergeRows(
  tally: ConfidenceTally,
  right: Float64Array,
  wrong: Float64Array,
): ConfidenceTally {
  // Walked twice, once to count: arrays of the right size need no copy afterwards.
  let distinct = 0
  walk(tally, right, wrong, () => distinct++)
  const confidence = new Float64Array(distinct)
  const rights = new Uint32Array(distinct)
  const wrongs = new Uint32Array(distinct)
  let at = 0
  walk(tally, right, wrong, (value, r, w) => {
    confidence[at] = value
    rights[at] = r
    wrongs[at++] = w
  })
  return {
    confidence,
    right: rights,
    wrong: wrongs,
    rights: tally.rights + right.length,
    wrongs: tally.wrongs + wrong.length,
  }
}

/** Visits the distinct confidences of all three by rising value, with how often each is right and wrong. */
function walk(
  tally: ConfidenceTally,
  right: Float64Array,
  wrong: Float64Array,
  visit: (value: number, rights: number, wrongs: number) => void,
): void {
  let at = 0
  let r = 0
  let w = 0
  while (at < tally.confidence.length || r < right.length || w < wrong.length) {
    const value = Math.min(
      tally.confidence[at] ?? Infinity,
      right[r] ?? Infinity,
      wrong[w] ?? Infinity,
    )
    let rights = 0
    let wrongs = 0
    if (tally.confidence[at] === value) {
      rights = tally.right[at] ?? 0
      wrongs = tally.wrong[at] ?? 0
      at++
    }
    for (; right[r] === value; r++) rights++
    for (; wrong[w] === value; w++) wrongs++
    visit(value, rights, wrongs)
  }
}

function sum(values: Uint32Array): number {
  let total = 0
  for (const value of values) total += value
  return total
}
