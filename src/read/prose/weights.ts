import { readShippedFile } from '../../util/shipped-file.js'

/** The three corpora, each with a model of its own. */
export type CorpusName = 'acts' | 'requests' | 'replies'

/** A linear model over hashed features: one byte for each feature and label. */
export interface Weights {
  labels: readonly string[]
  /** So many rows has the table; a feature's hash says which is its own. */
  rows: number
  /** What one step of a byte is worth. */
  scale: number
  bias: readonly number[]
  /** Of the corpus that it was trained on: the build holds both to each other. */
  corpusHash: string
  /** Row by row, a byte for each label with `BIAS` added; a row is filled up to whole words. */
  bytes: Uint8Array
}

/** What is added to a weight so that a byte needs no sign. */
export const BIAS = 128

export const bytesPerRow = (labels: number): number => Math.ceil(labels / 4) * 4

/** The weights are a part of the program, like its code: read when they are first used. */
const loaded = new Map<string, Weights | null>()

/** null when the file is missing or is none of ours: a reader without weights abstains. */
export function shippedWeights(name: CorpusName): Weights | null {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const weights = readShipped(name)
  loaded.set(name, weights)
  return weights
}

function readShipped(name: CorpusName): Weights | null {
  const file = readShippedFile('weights', `${name}.bin`)
  if (file === null) return null
  try {
    return parseWeights(file)
  } catch {
    return null
  }
}

const MAGIC = 'RFW2'

/** Four letters, the length of a head in JSON, the head filled up to whole words, the bytes. */
export function parseWeights(file: Uint8Array): Weights {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (buffer.toString('latin1', 0, 4) !== MAGIC) throw new Error('This is no file of weights')
  const from = 8 + buffer.readUInt32LE(4)
  const head = JSON.parse(buffer.toString('utf8', 8, from)) as Omit<Weights, 'bytes'>
  if (buffer.length - from !== head.rows * bytesPerRow(head.labels.length)) {
    throw new Error('These weights are cut')
  }
  return { ...head, bytes: wholeWords(buffer.subarray(from)) }
}

/** Words are read from them, which have to begin at a multiple of four. */
const wholeWords = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes)

export function formatWeights({ bytes, ...head }: Weights): Uint8Array {
  const json = JSON.stringify(head)
  const text = Buffer.from(json + ' '.repeat((4 - (Buffer.byteLength(json) % 4)) % 4))
  const start = Buffer.alloc(8)
  start.write(MAGIC, 'latin1')
  start.writeUInt32LE(text.length, 4)
  return Buffer.concat([start, text, bytes])
}
