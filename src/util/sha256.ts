/**
 * The SHA-256 of a text or of bytes, in hexadecimal. Short ones are hashed here: loading Node's own
 * takes a tenth of an empty process, and a hook has but a few names to hash.
 */
export function sha256(data: string | Uint8Array): string {
  const bytes = Buffer.isBuffer(data) ? data : Buffer.from(data)
  if (bytes.length <= SHORT_BYTES) return hashShort(bytes)
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(bytes).digest('hex')
}

const SHORT_BYTES = 512
const BLOCK_BYTES = 64

/**
 * https://www.rfc-editor.org/rfc/rfc6234. Plain loops over plain arrays: this runs once or twice in a
 * process, before anything is optimised.
 */
function hashShort(bytes: Uint8Array): string {
  const { length } = bytes
  const blocks = Math.ceil((length + 9) / BLOCK_BYTES)
  const words: number[] = []
  for (let index = 0; index < blocks * 16; index += 1) words.push(0)
  for (let index = 0; index < length; index += 1) putByte(words, index, bytes[index]!)
  putByte(words, length, 0x80)
  words[words.length - 1] = length * 8
  const state = INITIAL.slice()
  for (let at = 0; at < words.length; at += 16) addBlock(state, words.slice(at, at + 16))
  let hash = ''
  for (const word of state) hash += (word >>> 0).toString(16).padStart(8, '0')
  return hash
}

function putByte(words: number[], index: number, byte: number): void {
  words[index >> 2]! |= byte << (24 - (index & 3) * 8)
}

function addBlock(state: number[], words: number[]): void {
  for (let index = 16; index < 64; index += 1) {
    const far = words[index - 15]!
    const near = words[index - 2]!
    const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    words.push((words[index - 16]! + low + words[index - 7]! + high) | 0)
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g)
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[index]!
    const sum = (first + words[index]!) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority
    h = g
    g = f
    f = e
    e = (d + sum) | 0
    d = c
    c = b
    b = a
    a = (sum + second) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let index = 0; index < 8; index += 1) state[index] = (state[index]! + added[index]!) | 0
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The first 32 bits of the fractions of the roots of the first primes: square roots, cube roots. */
const INITIAL = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]
const ROUNDS = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]
