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

/** https://www.rfc-editor.org/rfc/rfc6234 */
function hashShort(bytes: Buffer): string {
  const blocks = Math.ceil((bytes.length + 9) / BLOCK_BYTES)
  const padded = Buffer.alloc(blocks * BLOCK_BYTES)
  bytes.copy(padded)
  padded[bytes.length] = 0x80
  padded.writeUInt32BE(bytes.length * 8, padded.length - 4)
  const state = Int32Array.from(INITIAL)
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) addBlock(state, padded, at)
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

function addBlock(state: Int32Array, bytes: Buffer, at: number): void {
  const words = new Int32Array(64)
  for (let index = 0; index < 16; index += 1) words[index] = bytes.readInt32BE(at + index * 4)
  for (let index = 16; index < 64; index += 1) {
    const far = words[index - 15]!
    const near = words[index - 2]!
    const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    words[index] = words[index - 16]! + low + words[index - 7]! + high
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g)
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[index]!
    const sum = (first + words[index]!) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority
    // One by one: this runs before anything is optimised.
    h = g
    g = f
    f = e
    e = (d + sum) | 0
    d = c
    c = b
    b = a
    a = (sum + second) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index]! += word
}

type Eight = [number, number, number, number, number, number, number, number]

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
