import { hashPart, isDense, SEED, tokenise } from './tokens.js'
import type { Token } from './tokens.js'

/** What is read: a sentence and the one before it, or a reply and what it answers. */
export interface Reading {
  text: string
  before: string
}

/**
 * The features of a sentence as hashes: runs of words and of characters, how it begins and ends, its
 * shape, and the words before it. Plain arrays: a fresh process reads few sentences, and calls cost
 * it more than anything.
 */
export interface Features {
  count: number
  hashes: Int32Array
  /** Where the words of each stand in the lower-case text. */
  starts: Int32Array
  ends: Int32Array
}

/** A sentence of 1,000 characters has fewer. */
const MAX_FEATURES = 6_000

/** Room for one sentence at a time: a room for each takes longer to get than the sentence to read. */
const room: Features = {
  count: 0,
  hashes: new Int32Array(MAX_FEATURES),
  starts: new Int32Array(MAX_FEATURES),
  ends: new Int32Array(MAX_FEATURES),
}

/** What is collected stands until the next sentence is. */
export function collect({ text, before }: Reading): Features {
  const found = room
  found.count = 0
  const lower = text.toLowerCase()
  const tokens = tokenise(lower)
  addWordRuns(found, tokens)
  for (const token of tokens) if (token.kind === 'word') addCharRuns(found, lower, token)
  addEnds(found, tokens, lower.length)
  addShape(found, text, tokens.length)
  addBefore(found, tokens, before)
  return found
}

/** The places of a sentence's features in a table of so many rows, each once. */
export function featuresOf(reading: Reading, rows: number): Int32Array {
  const { count, hashes } = collect(reading)
  const places = new Int32Array(count)
  seen.fill(-1)
  let found = 0
  for (let index = 0; index < count; index += 1) {
    const place = placeOf(hashes[index]!, rows)
    let slot = place & (SEEN_SLOTS - 1)
    while (seen[slot] !== -1 && seen[slot] !== place) slot = (slot + 1) & (SEEN_SLOTS - 1)
    if (seen[slot] === place) continue
    seen[slot] = place
    places[found] = place
    found += 1
  }
  return places.subarray(0, found)
}

/** A power of two, and more than there can be features. */
const SEEN_SLOTS = 8_192
const seen = new Int32Array(SEEN_SLOTS)

/** The place of a feature in a table: the high bits depend on all bits below. */
export const placeOf = (hash: number, rows: number): number =>
  Math.floor(((Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) * rows) / 0x1_0000_0000)

const kind = (number: number): number => hashPart(SEED, number)
const ONE = kind(11)
const TWO = kind(12)
const THREE = kind(13)
const CHARS = kind(15)
const FIRST = kind(16)
const LAST = kind(17)
const SHAPE = kind(18)
const BEFORE = kind(19)
const PAIR = kind(20)

const join = (hash: number, part: number): number =>
  Math.imul(Math.imul(hash ^ part, PRIME) ^ (part >>> 16), PRIME)
const PRIME = 0x01000193

function add(found: Features, hash: number, start: number, end: number): void {
  const { count } = found
  if (count >= MAX_FEATURES) return
  found.hashes[count] = hash
  found.starts[count] = start
  found.ends[count] = end
  found.count = count + 1
}

/** What stands before the first word and behind the last. */
const EDGE_BEFORE = 5
const EDGE_BEHIND = 6

function addWordRuns(found: Features, tokens: readonly Token[]): void {
  const last = tokens.length - 1
  let [first, second] = [EDGE_BEFORE, tokens[0]?.hash ?? EDGE_BEHIND]
  for (let index = -1; index <= last; index += 1) {
    const third = tokens[index + 2]?.hash ?? EDGE_BEHIND
    const start = tokens[index < 0 ? 0 : index]?.start ?? 0
    const end = tokens[index + 1 > last ? last : index + 1]?.end ?? 0
    if (index >= 0) add(found, join(ONE, first), start, tokens[index]!.end)
    const two = join(join(TWO, first), second)
    add(found, two, start, end)
    if (index < last) {
      const far = tokens[index + 2 > last ? last : index + 2]?.end ?? 0
      add(found, join(join(join(THREE, first), second), third), start, far)
    }
    first = second
    second = third
  }
}

/** Runs of four letters with the edges of their word; of one to three in dense scripts. */
function addCharRuns(found: Features, text: string, { start, end }: Token): void {
  const dense = isDense(text.charCodeAt(start))
  const [shortest, longest] = dense ? [1, 3] : [4, 4]
  // A letter's place at the edge of a word tells endings from stems.
  const from = dense ? start : start - 1
  const to = dense ? end : end + 1
  for (let begin = from; begin < to; begin += 1) {
    let hash = CHARS
    const stop = begin + longest < to ? begin + longest : to
    for (let at = begin; at < stop; at += 1) {
      hash = Math.imul(hash ^ (at < start || at >= end ? 0x5f : text.charCodeAt(at)), PRIME)
      if (at - begin + 1 >= shortest)
        add(found, hash, begin < start ? start : begin, at + 1 > end ? end : at + 1)
    }
  }
}

function addEnds(found: Features, tokens: readonly Token[], length: number): void {
  for (let index = 0; index < Math.min(3, tokens.length); index += 1) {
    const token = tokens[index]!
    add(found, join(hashPart(FIRST, index), token.hash), token.start, token.end)
  }
  const last = tokens.at(-1)
  if (last !== undefined) add(found, join(LAST, last.hash), last.start, Math.min(last.end, length))
}

function addShape(found: Features, text: string, words: number): void {
  const shape = (what: number): void => add(found, hashPart(SHAPE, what), 0, 0)
  shape(words < 3 ? 40 + words : words < 6 ? 50 : words < 12 ? 51 : words < 22 ? 52 : 53)
  const end = lastSign(text)
  if (end === '?' || end === '？') shape(1)
  else if (text.includes('?') || text.includes('？')) shape(2)
  if (end === ':' || end === '：') shape(3)
  if (end === '…' || text.trimEnd().endsWith('...')) shape(4)
  const first = text.trimStart()
  if (first.startsWith('#')) shape(5)
  if (/^(?:[-*+•]|\d{1,3}[.)])\s/.test(first)) shape(6)
  if (first.startsWith('|')) shape(7)
  if (text.includes('[ ]') || text.includes('☐')) shape(8)
  if (DONE_SIGNS.some((sign) => text.includes(sign))) shape(9)
  if (OPEN_SIGNS.some((sign) => text.includes(sign))) shape(10)
  if (text.includes('`')) shape(11)
  if (/\d/.test(text)) shape(12)
}

const DONE_SIGNS = ['[x]', '[X]', '✅', '✔', '☑']
const OPEN_SIGNS = ['❌', '✗', '✖', '⏳', '🚧']

/** The last character that is no closing quote, bracket or emphasis. */
function lastSign(text: string): string {
  let at = text.length - 1
  while (at >= 0 && ' \t\n"\'”’»)*_]'.includes(text[at]!)) at -= 1
  return text[at] ?? ''
}

function addBefore(found: Features, tokens: readonly Token[], before: string): void {
  const earlier = tokenise(before.toLowerCase())
  if (earlier.length === 0) return add(found, join(BEFORE, 7), 0, 0)
  for (const { hash } of earlier) add(found, join(BEFORE, hash), 0, 0)
  const asks = before.includes('?') || before.includes('？')
  if (asks) add(found, join(BEFORE, 8), 0, 0)
  if (/[:：]\s*\**$/.test(before)) add(found, join(BEFORE, 9), 0, 0)
  const pair = hashPart(PAIR, asks ? 1 : 2)
  for (const { hash } of tokens) add(found, join(pair, hash), 0, 0)
}
