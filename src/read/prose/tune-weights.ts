import { classify, probabilitiesOf } from './classify.js'
import { featuresOf } from './features.js'
import type { LabelledRow } from './train-weights.js'
import { bytesPerRow } from './weights.js'
import type { Weights } from './weights.js'

/** A few steps from what is shipped: corrections are few, and the rest has to stay. */
const EPOCHS = 8
const RATE = 0.35
const FOLDS = 5

/** The shipped weights, moved towards a user's corrections. The same rows give the same weights. */
export function tuneWeights(shipped: Weights, rows: readonly LabelledRow[]): Weights {
  const { labels, rows: tableRows, scale } = shipped
  const width = bytesPerRow(labels.length)
  const bytes = Uint8Array.from(shipped.bytes)
  const tuned: Weights = { ...shipped, bytes }
  const rest = new Float32Array(bytes.length)
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const row of rows) {
      const right = labels.indexOf(row.label)
      if (right === -1) continue
      const features = featuresOf(row, tableRows)
      const step = RATE / (scale * Math.sqrt(Math.max(1, features.length)))
      const errors = probabilitiesOf(row, tuned)
      errors[right]! -= 1
      for (const feature of features) {
        for (let label = 0; label < labels.length; label += 1) {
          const at = feature * width + label
          // What is less than one step of a byte is kept for the next time.
          const wanted = bytes[at]! + rest[at]! - step * errors[label]!
          bytes[at] = Math.max(1, Math.min(255, Math.round(wanted)))
          rest[at] = Math.max(-1, Math.min(1, wanted - bytes[at]!))
        }
      }
    }
  }
  return tuned
}

export interface Tuning {
  weights: Weights
  /** Of the corrections, each left out in turn: right with the shipped weights, and when tuned. */
  corrections: { n: number; shipped: number; tuned: number }
  /** Of sentences that neither was trained on. */
  heldOut: { n: number; shipped: number; tuned: number }
  /** Better on the corrections and no worse on the others. */
  isBetter: boolean
}

/** Tunes, and measures whether that helped. */
export function tryTuning(
  shipped: Weights,
  rows: readonly LabelledRow[],
  heldOut: readonly LabelledRow[],
): Tuning {
  let tunedHits = 0
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const own = rows.filter((_, index) => index % FOLDS === fold)
    const weights = tuneWeights(
      shipped,
      rows.filter((_, index) => index % FOLDS !== fold),
    )
    tunedHits += hits(own, weights)
  }
  const weights = tuneWeights(shipped, rows)
  const corrections = { n: rows.length, shipped: hits(rows, shipped), tuned: tunedHits }
  const held = {
    n: heldOut.length,
    shipped: hits(heldOut, shipped),
    tuned: hits(heldOut, weights),
  }
  const isBetter = corrections.tuned > corrections.shipped && held.tuned >= held.shipped
  return { weights, corrections, heldOut: held, isBetter }
}

const hits = (rows: readonly LabelledRow[], weights: Weights): number =>
  rows.filter((row) => classify(row, weights).label === row.label).length
