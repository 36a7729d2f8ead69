import { seededRandom } from '../../../src/experiments/statistics/sample-binormal.js'

/** Chance that is the same every time. */
export class Draw {
  #random: () => number
  #ids = 0

  constructor(seed: number) {
    this.#random = seededRandom(seed)
  }

  chance(share: number): boolean {
    return this.#random() < share
  }

  unit(): number {
    return this.#random()
  }

  /** A whole number from `low` to `high`. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1))
  }

  one<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)]!
  }

  /** Some of them, in their order. */
  some<T>(from: readonly T[], count: number): T[] {
    const left = [...from.keys()]
    const taken = Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(Math.floor(this.#random() * left.length), 1),
    ).flat()
    return taken.sort((a, b) => a - b).map((index) => from[index]!)
  }

  id(prefix: string): string {
    this.#ids += 1
    return `${prefix}-${String(this.#ids).padStart(6, '0')}`
  }
}
