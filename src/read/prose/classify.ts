import { collect, featuresOf, placeOf } from './features.js'
import type { Reading } from './features.js'
import { BIAS, bytesPerRow } from './weights.js'
import type { Weights } from './weights.js'

export interface Label {
  label: string
  /** Between 0 and 1; of all labels it is the highest. */
  probability: number
}

/** The label of one sentence; `ruledOut` is one that it can't have, whose share goes to the others. */
export function classify(reading: Reading, weights: Weights, ruledOut?: string): Label {
  const probabilities = probabilitiesOf(reading, weights)
  const out = ruledOut === undefined ? -1 : weights.labels.indexOf(ruledOut)
  const left = out === -1 ? 1 : 1 - probabilities[out]!
  let best = out === 0 ? 1 : 0
  for (let index = best + 1; index < probabilities.length; index += 1) {
    if (index !== out && probabilities[index]! > probabilities[best]!) best = index
  }
  return { label: weights.labels[best]!, probability: probabilities[best]! / left }
}

/** In the order of the labels; they sum to 1. */
export function probabilitiesOf(reading: Reading, weights: Weights): Float64Array {
  const { labels, rows, scale, bias } = weights
  const features = featuresOf(reading, rows)
  const sums = addRows(features, weights)
  const step = scale / Math.sqrt(Math.max(1, features.length))
  const scores = new Float64Array(labels.length)
  for (let label = 0; label < labels.length; label += 1) {
    scores[label] = (sums[label]! - features.length * BIAS) * step + bias[label]!
  }
  return softmax(scores)
}

/** So many bytes of up to 255 fit into one half of a word. */
const MAX_BLOCK = 256
const HALVES = 0x00ff00ff

/** The sums of the features' rows. Four labels are added at once, two in each of two words. */
function addRows(features: Int32Array, { labels, bytes }: Weights): Float64Array {
  const words = bytesPerRow(labels.length) / 4
  const table = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const sums = new Float64Array(words * 4)
  // By index, and the length asked once: before this is compiled, calls cost more than sums.
  const { length } = features
  for (let from = 0; from < length; from += MAX_BLOCK) {
    const to = Math.min(length, from + MAX_BLOCK)
    for (let at = 0; at < words; at += 1) {
      let [even, odd] = [0, 0]
      for (let index = from; index < to; index += 1) {
        const word = table[features[index]! * words + at]!
        even += word & HALVES
        odd += (word >>> 8) & HALVES
      }
      sums[at * 4]! += even & 0xffff
      sums[at * 4 + 1]! += odd & 0xffff
      sums[at * 4 + 2]! += even >>> 16
      sums[at * 4 + 3]! += odd >>> 16
    }
  }
  return sums
}

function softmax(scores: Float64Array): Float64Array {
  const highest = scores.reduce((a, b) => Math.max(a, b), -Infinity)
  const powers = scores.map((score) => Math.exp(score - highest))
  const total = powers.reduce((a, b) => a + b, 0)
  return powers.map((power) => power / total)
}

/** The words that spoke most for a label, strongest first, each once. */
export function decidingWords(
  reading: Reading,
  label: string,
  weights: Weights,
  most = 3,
): string[] {
  const lower = reading.text.toLowerCase()
  const column = weights.labels.indexOf(label)
  const width = bytesPerRow(weights.labels.length)
  const scores = new Map<string, number>()
  const { count, hashes, starts, ends } = collect(reading)
  for (let index = 0; index < count; index += 1) {
    const words = lower.slice(starts[index], ends[index]).trim()
    if (words.length < 3 && !isDenseText(words)) continue
    const weight = weights.bytes[placeOf(hashes[index]!, weights.rows) * width + column]! - BIAS
    scores.set(words, (scores.get(words) ?? 0) + weight)
  }
  return [...scores]
    .filter(([, score]) => score > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([words]) => words)
}

const isDenseText = (words: string): boolean => words !== '' && words.charCodeAt(0) > 0x3000
