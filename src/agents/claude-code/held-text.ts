import { decodeBytes } from '../../util/decode-text.js'

/** A text of a line as its bytes stood there: most results leave the ledger unread. */
export class HeldText {
  /** The inside of a JSON string, one character a byte. */
  readonly #bytes: string
  #text: string | null = null

  constructor(bytes: string) {
    this.#bytes = bytes
  }

  /** For an opening that JSON writes as it is. */
  startsWith(plain: string): boolean {
    return this.#bytes.startsWith(plain)
  }

  get text(): string {
    return (this.#text ??= readInside(this.#bytes))
  }
}

function readInside(bytes: string): string {
  const inside = decodeBytes(bytes)
  try {
    return JSON.parse(`"${inside}"`) as string
  } catch {
    // An escape that JSON doesn't have: what was written says more than nothing.
    return inside
  }
}
