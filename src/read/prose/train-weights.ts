import { featuresOf } from './features.js'
import { BIAS, bytesPerRow } from './weights.js'
import type { Weights } from './weights.js'

/** One row of a corpus. */
export interface LabelledRow {
  text: string
  before: string
  label: string
  lang: string
  author: string
}

export interface TrainOptions {
  /** How many rows the table has. @default 120000 */
  rows?: number
  /** Of each walk. @default 12 */
  epochs?: number
  corpusHash?: string
}

/** Where a walk ends depends on the order of its rows: the mean of a few walks does so less. */
const WALKS = 5
/** Of the last epochs the mean is taken: the last step of a walk depends on its last rows. */
const AVERAGED_EPOCHS = 8
const RATE = 0.5
const DECAY = 1e-6
/** How much naive Bayes speaks beside the regression, and how loud. */
const BAYES_SHARE = 0.1
const BAYES_GAIN = 2.5
const BAYES_PRIOR = 0.3
/** Beyond this share of the weights, the largest ones are clipped to one byte. */
const KEPT_SHARE = 0.9995

/**
 * Multinomial logistic regression with naive Bayes beside it, folded into one table of bytes. The
 * same rows give the same bytes: no clock, no chance, no dependency.
 */
export function trainWeights(rows: readonly LabelledRow[], options: TrainOptions = {}): Weights {
  const { rows: tableRows = 120_000, epochs = 12, corpusHash = '' } = options
  const labels = [...new Set(rows.map(({ label }) => label))].sort()
  const samples = rows.map((row) => ({
    features: featuresOf(row, tableRows),
    label: labels.indexOf(row.label),
  }))
  const shape = { labels: labels.length, features: tableRows }
  const model = meanOf(
    Array.from({ length: WALKS }, (_, seed) => regress(samples, shape, epochs, seed + 1)),
  )
  addBayes(model, samples, shape)
  return {
    labels,
    rows: tableRows,
    corpusHash,
    bias: [...model.bias],
    ...quantise(model.weights, labels.length),
  }
}

interface Sample {
  features: Int32Array
  label: number
}

interface Shape {
  labels: number
  features: number
}

interface Linear {
  weights: Float32Array
  bias: Float64Array
}

function meanOf(models: readonly Linear[]): Linear {
  const mean = models[0]!
  for (const { weights, bias } of models.slice(1)) {
    for (let at = 0; at < weights.length; at += 1) mean.weights[at]! += weights[at]!
    for (let label = 0; label < bias.length; label += 1) mean.bias[label]! += bias[label]!
  }
  for (let at = 0; at < mean.weights.length; at += 1) mean.weights[at]! /= models.length
  for (let label = 0; label < mean.bias.length; label += 1) mean.bias[label]! /= models.length
  return mean
}

/** Adagrad over the rows in an order that is drawn anew for each epoch. */
function regress(
  samples: readonly Sample[],
  { labels, features }: Shape,
  epochs: number,
  seed: number,
): Linear {
  const weights = new Float32Array(features * labels)
  const squares = new Float32Array(features * labels).fill(1e-3)
  const mean = new Float32Array(features * labels)
  const bias = new Float64Array(labels)
  const order = samples.map((_, index) => index)
  const random = drawNumbers(seed)
  const errors = new Float64Array(labels)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random)
    for (const index of order) {
      const { features: present, label: right } = samples[index]!
      const share = 1 / Math.sqrt(Math.max(1, present.length))
      predict(errors, { weights, bias }, present, share)
      for (let label = 0; label < labels; label += 1) {
        errors[label]! -= label === right ? 1 : 0
        bias[label]! -= 0.02 * RATE * errors[label]!
      }
      for (const feature of present) {
        const row = feature * labels
        for (let label = 0; label < labels; label += 1) {
          const slope = errors[label]! * share + DECAY * weights[row + label]!
          squares[row + label]! += slope * slope
          weights[row + label]! -= (RATE * slope) / Math.sqrt(squares[row + label]!)
        }
      }
    }
    const counted = epoch - (epochs - AVERAGED_EPOCHS) + 1
    if (counted < 1) continue
    for (let at = 0; at < mean.length; at += 1) mean[at]! += (weights[at]! - mean[at]!) / counted
  }
  return { weights: epochs < AVERAGED_EPOCHS ? weights : mean, bias }
}

function predict(into: Float64Array, model: Linear, features: Int32Array, share: number): void {
  const labels = into.length
  into.set(model.bias)
  for (const feature of features) {
    const row = feature * labels
    for (let label = 0; label < labels; label += 1)
      into[label]! += model.weights[row + label]! * share
  }
  let highest = -Infinity
  for (const score of into) highest = Math.max(highest, score)
  let total = 0
  for (let label = 0; label < labels; label += 1) {
    into[label] = Math.exp(into[label]! - highest)
    total += into[label]!
  }
  for (let label = 0; label < labels; label += 1) into[label]! /= total
}

/** Both are linear in the features, so that their blend is one table again. */
function addBayes(model: Linear, samples: readonly Sample[], { labels, features }: Shape): void {
  const counts = new Float32Array(features * labels)
  const rows = new Float64Array(labels)
  for (const { features: present, label } of samples) {
    rows[label]! += 1
    for (const feature of present) counts[feature * labels + label]! += 1
  }
  const logs = new Float64Array(labels)
  for (let feature = 0; feature < features; feature += 1) {
    const row = feature * labels
    let seen = 0
    let sum = 0
    for (let label = 0; label < labels; label += 1) {
      const count = counts[row + label]!
      seen += count
      logs[label] = Math.log((count + BAYES_PRIOR) / (rows[label]! + 2 * BAYES_PRIOR))
      sum += logs[label]!
    }
    if (seen === 0) continue
    for (let label = 0; label < labels; label += 1) {
      const bayes = BAYES_GAIN * (logs[label]! - sum / labels)
      model.weights[row + label] =
        (1 - BAYES_SHARE) * model.weights[row + label]! + BAYES_SHARE * bayes
    }
  }
  for (let label = 0; label < labels; label += 1) {
    const prior = Math.log(Math.max(rows[label]!, 0.5) / samples.length)
    model.bias[label] = (1 - BAYES_SHARE) * model.bias[label]! + BAYES_SHARE * prior
  }
}

function quantise(weights: Float32Array, labels: number): Pick<Weights, 'scale' | 'bytes'> {
  const sizes = weights
    .filter((weight) => weight !== 0)
    .map(Math.abs)
    .sort()
  const largest = sizes[Math.floor(sizes.length * KEPT_SHARE)] ?? 1
  const width = bytesPerRow(labels)
  const bytes = new Uint8Array((weights.length / labels) * width).fill(BIAS)
  for (let at = 0; at < weights.length; at += 1) {
    const rounded = Math.round((weights[at]! / largest) * 127)
    const place = Math.floor(at / labels) * width + (at % labels)
    bytes[place] = BIAS + Math.max(-127, Math.min(127, rounded))
  }
  return { scale: largest / 127, bytes }
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    ;[order[at], order[other]] = [order[other]!, order[at]!]
  }
}

/** Mulberry32: the same seed, the same numbers. */
function drawNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
