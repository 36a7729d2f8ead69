import { wordsOf } from './normalise-text.js'

export const VECTOR_SIZE = 32

const GRAM = 3
/** Whole numbers, so that sums are exact and every machine gets the same bytes. */
const WORD_WEIGHT = 10
const GRAM_WEIGHT = 7
const DIGITS = 1e7

/**
 * A unit vector that is near for similar texts, made without a model: each word and each three
 * letters of a word add to one of the dimensions, with a sign; both are chosen by a hash.
 * A text without words has no direction: all zeros.
 */
export function textVector(text: string): number[] {
  const sums = Array.from({ length: VECTOR_SIZE }, () => 0)
  for (const word of wordsOf(text)) addWord(sums, word)
  const norm = Math.sqrt(sums.reduce((total, value) => total + value * value, 0))
  return norm === 0 ? sums : sums.map((value) => Math.round((value / norm) * DIGITS) / DIGITS)
}

/** The cosine of two unit vectors, from -1 to 1; 0 when they are of different sizes. */
export function similarity(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += a[i]! * b[i]!
  return sum
}

function addWord(sums: number[], word: string): void {
  add(sums, hashOf(word, 0, word.length, WORD_SEED), WORD_WEIGHT)
  // One step beyond either end, so that beginnings and endings count as such.
  for (let start = -1; start + GRAM <= word.length + 1; start += 1) {
    add(sums, hashOf(word, start, start + GRAM, GRAM_SEED), GRAM_WEIGHT)
  }
}

function add(sums: number[], hash: number, weight: number): void {
  sums[hash & (VECTOR_SIZE - 1)]! += hash & VECTOR_SIZE ? weight : -weight
}

const WORD_SEED = 0x811c9dc5
const GRAM_SEED = 0x01f3a5b7

/** FNV-1a over the units from start to end, mixed so that the low bits are as good as the high. */
function hashOf(word: string, start: number, end: number, seed: number): number {
  let hash = seed
  for (let i = start; i < end; i += 1) {
    hash = Math.imul(hash ^ (i < 0 || i >= word.length ? 0 : word.charCodeAt(i)), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
