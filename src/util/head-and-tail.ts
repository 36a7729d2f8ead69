/** Keeps the first and the last bytes of a stream of any length, in bounded memory. */
export class HeadAndTail {
  #half: number
  #head: Buffer[] = []
  #headBytes = 0
  #tail: Buffer[] = []
  #tailBytes = 0
  /** All bytes that came. */
  total = 0

  constructor(maxBytes: number) {
    this.#half = Math.floor(maxBytes / 2)
  }

  add(chunk: Buffer): void {
    this.total += chunk.length
    const room = Math.max(0, this.#half - this.#headBytes)
    const head = chunk.subarray(0, room)
    if (head.length > 0) this.#head.push(head)
    this.#headBytes += head.length
    if (chunk.length > room) this.#keep(chunk.subarray(room))
  }

  #keep(chunk: Buffer): void {
    this.#tail.push(chunk)
    this.#tailBytes += chunk.length
    while (this.#tailBytes - this.#tail[0]!.length >= this.#half) {
      this.#tailBytes -= this.#tail.shift()!.length
    }
  }

  toString(): string {
    const head = Buffer.concat(this.#head).toString('utf8')
    const tail = Buffer.concat(this.#tail).subarray(-this.#half)
    const left = this.total - this.#headBytes - tail.length
    if (tail.length === 0) return head
    if (left === 0) return Buffer.concat([...this.#head, tail]).toString('utf8')
    return `${head}\n… ${left} bytes left out …\n${tail.toString('utf8')}`
  }
}
