import { decodeBytes } from '../../util/decode-text.js'

/** A text of a line as its bytes stood there: most results leave the ledger unread. */
export class HeldText {
  /** A JSON string with its quotes, one character a byte. */
  readonly #bytes: string
  #text: string | null = null

  constructor(bytes: string) {
    this.#bytes = bytes
  }

  /** For an opening that JSON writes as it is. */
  startsWith(plain: string): boolean {
    return this.#bytes.startsWith(plain, 1)
  }

  get text(): string {
    return (this.#text ??= readString(this.#bytes))
  }
}

function readString(bytes: string): string {
  const json = decodeBytes(bytes)
  try {
    return JSON.parse(json) as string
  } catch {
    // An escape that JSON doesn't have: what was written says more than nothing.
    return json.slice(1, -1)
  }
}
