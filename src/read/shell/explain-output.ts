/**
 * Whose lines are whose. The parts of a line run one behind the other, and so does what they print: a way in which
 * the line may have run is held against the output by giving each part a stretch of it, so that as little as can be
 * speaks against it.
 */
import { BAD_NEWS } from '../../data/part-ends.js'
import { alwaysBegins } from './begin-of.js'
import type { ChosenPart } from './choose-parts.js'
import { markLines } from './mark-lines.js'
import type { Mark } from './mark-lines.js'
import type { ShellPart } from './shell-line.js'
import type { PartEnd } from './solve-line.js'
import { ELSEWHERE, Stretch, isVoid } from './stretch.js'
import type { Block, LineFacts, Silence, Sound } from './stretch.js'

/** Outputs that are longer may have lost their middle. */
const MAX_WHOLE = 20_000
const MAX_LINES = 5_000

/** By how many marks are given away: the least that it costs, and where the last stretch begins. */
interface Row {
  costs: number[]
  froms: number[]
}

export class Explanation {
  readonly lines: readonly string[]
  #facts: LineFacts
  #marks: readonly Mark[]
  #blocks: Block[]
  #known = new Map<string, number>()
  #rows = new Map<string, Row>()
  #costs = new Map<string, number[][]>()
  /** How many lines before each tell of nobody, and how many of these sound bad. */
  #untold: number[] = [0]
  #bad: number[] = [0]

  constructor(
    parts: readonly ShellPart[],
    chosen: readonly ChosenPart[],
    output: string,
    silences: ReadonlyMap<number, Silence>,
  ) {
    this.lines = output.split('\n', MAX_LINES)
    const seen = parts.flatMap(({ isHidden }, part) => (isHidden === true ? [] : [part]))
    const shown = chosen.filter(({ index }) => seen.includes(index))
    const marks = markLines(parts, shown, this.lines)
    const speaks = seen.filter(
      (part) =>
        shown.some(({ index }) => index === part) ||
        alwaysBegins(parts[part]!) ||
        marks.some(({ begins, told }) => told.has(part) || begins.includes(part)),
    )
    const isJob = (part: number): boolean =>
      parts[part]!.isAside === true && parts[part]!.shownBy === undefined
    const jobs = speaks.filter(isJob)
    this.#blocks = blocksOf(
      parts,
      speaks.filter((part) => !isJob(part)),
    )
    // What only a job prints stands in nobody's way.
    const isOrdered = (part: number): boolean => !jobs.includes(part)
    this.#marks = marks.filter(({ begins, told }) => [...begins, ...told.keys()].some(isOrdered))
    const claimants = new Set(this.#marks.flatMap(({ told }) => [...told.keys()]))
    const isWhole = output.length < MAX_WHOLE
    this.#facts = { parts, silences, claimants, jobs, isWhole }
    const marked = new Set(this.#marks.flatMap(({ from, to }) => linesFrom(from, to)))
    for (const [at, line] of this.lines.entries()) {
      const isText = line.trim() !== '' && !line.startsWith('> ') && !marked.has(at)
      this.#untold.push(this.#untold[at]! + (isText ? 1 : 0))
      this.#bad.push(this.#bad[at]! + (isText && soundsBad(line) ? 1 : 0))
    }
  }

  /** How much speaks against this way of running. */
  cost(ends: readonly PartEnd[]): number {
    const key = ends.map((end) => end[0]).join('')
    const known = this.#known.get(key) ?? this.#stretch(ends).cost
    this.#known.set(key, known)
    return known
  }

  /** What each part printed, in this way of running. */
  texts(ends: readonly PartEnd[]): string[] {
    const { blocks, cuts } = this.#stretch(ends)
    const texts = this.#facts.parts.map((_, part) =>
      this.#facts.jobs.includes(part) ? this.lines.join('\n') : '',
    )
    for (const [at, block] of blocks.entries()) {
      const from = at === 0 ? 0 : this.#lineAt(cuts[at - 1]!)
      const until = at === blocks.length - 1 ? this.lines.length : this.#lineAt(cuts[at]!)
      for (const part of block) texts[part] = this.lines.slice(from, until).join('\n')
    }
    return texts
  }

  /** The line at which two stretches meet: before the banner of the second, or behind the last mark of the first. */
  #lineAt(cut: number): number {
    const next = this.#marks[cut]
    if (next !== undefined && next.begins.length > 0) return next.from
    const last = this.#marks[cut - 1]
    return last === undefined ? 0 : last.to + 1
  }

  /** The cheapest way to cut the marks into one stretch a block. */
  #stretch(ends: readonly PartEnd[]): { cost: number; blocks: Block[]; cuts: number[] } {
    const blocks = this.#blocks.filter((block) => block.some((part) => ends[part] !== 'not-run'))
    const size = this.#marks.length
    const rows: Row[] = []
    let row: Row = { costs: [0, ...Array.from({ length: size }, () => Infinity)], froms: [] }
    let way = ''
    for (const [at, block] of blocks.entries()) {
      // Ways that begin alike have these stretches in common.
      const ended = `${block[0]}${block.map((part) => ends[part]![0]).join('')}`
      const place = `${at === 0 ? 'first' : ''}${at === blocks.length - 1 ? 'last' : ''}`
      way += `${ended}${place};`
      const known = this.#rows.get(way)
      row = known ?? this.#next(row, this.#costsOf(block, ends, place, `${ended}${place}`))
      if (known === undefined) this.#rows.set(way, row)
      rows.push(row)
    }
    const cuts: number[] = []
    for (let at = blocks.length - 1, b = size; at >= 0; at -= 1) {
      cuts.unshift(b)
      b = rows[at]!.froms[b]!
    }
    const jobs = this.#facts.jobs.reduce((sum, part) => sum + this.#jobCost(part, ends), 0)
    const ordered = blocks.length === 0 ? size * ELSEWHERE : row.costs[size]!
    return { cost: ordered + jobs + this.#quietCost(ends), blocks, cuts }
  }

  #next({ costs }: Row, block: readonly (readonly number[])[]): Row {
    const next: Row = { costs: costs.map(() => Infinity), froms: costs.map(() => 0) }
    for (const [a, before] of costs.entries()) {
      if (before === Infinity) continue
      for (let b = a; b < costs.length; b += 1) {
        const cost = before + block[a]![b - a]!
        if (cost < next.costs[b]!) [next.costs[b], next.froms[b]] = [cost, a]
      }
    }
    return next
  }

  /** What each stretch of the marks would cost a block, by its begin and its length. */
  #costsOf(block: Block, ends: readonly PartEnd[], place: string, key: string): number[][] {
    const known = this.#costs.get(key)
    if (known !== undefined) return known
    const isFirst = place.startsWith('first')
    const isLast = place.endsWith('last')
    const size = this.#marks.length
    const costs = Array.from({ length: isFirst ? 1 : size + 1 }, (_, a) => {
      const stretch = new Stretch(block, ends, this.#facts)
      return Array.from({ length: size + 1 - a }, (_, length) => {
        const b = a + length
        if (length > 0) stretch.add(this.#marks[b - 1]!)
        const begin = isFirst ? 0 : this.#lineAt(a)
        const end = isLast ? this.lines.length : this.#lineAt(b)
        const own = this.#soundOf(begin, end)
        // What stands before the next mark is of this block or of the next.
        const near = length > 0 ? own : this.#soundOf(begin, this.#marks[b]?.from ?? end)
        return stretch.cost(own, near)
      })
    })
    this.#costs.set(key, costs)
    return costs
  }

  #soundOf(begin: number, end: number): Sound {
    if (this.#untold[end]! <= this.#untold[begin]!) return 'empty'
    return this.#bad[end]! > this.#bad[begin]! ? 'text' : 'clean'
  }

  /** Of parts that have no stretch. */
  #quietCost(ends: readonly PartEnd[]): number {
    let cost = 0
    for (const [part, silence] of this.#facts.silences)
      if (!this.#blocks.some((block) => block.includes(part)) && !this.#facts.jobs.includes(part))
        cost += silence.empty[ends[part] as 'passed'] ?? 0
    return cost
  }

  #jobCost(part: number, ends: readonly PartEnd[]): number {
    if (ends[part] === 'not-run') return 0
    const stretch = new Stretch([part], ends, { ...this.#facts, isWhole: false, jobs: [] })
    for (const mark of this.#marks) {
      const end = mark.told.get(part)
      if (end !== undefined && !isVoid(end)) stretch.add(mark)
    }
    return stretch.cost('text', 'text')
  }
}

const soundsBad = (line: string): boolean => BAD_NEWS.test(line.slice(0, MAX_LINE))
const MAX_LINE = 400

const linesFrom = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

function blocksOf(parts: readonly ShellPart[], speaks: readonly number[]): Block[] {
  const place = (part: number): number => parts[part]!.shownBy ?? part
  const ordered = speaks.toSorted((a, b) => place(a) - place(b) || a - b)
  const blocks: number[][] = []
  for (const part of ordered) {
    const { loop } = parts[part]!
    const last = blocks.at(-1)
    if (loop !== undefined && last !== undefined && parts[last[0]!]!.loop === loop) last.push(part)
    else blocks.push([part])
  }
  return blocks
}
