/**
 * Whose lines are whose. The parts of a line run one behind the other, and so does what they print: a way in which
 * the line may have run is held against the output by giving each part a stretch of it, so that as little as can be
 * speaks against it.
 */
import { BAD_NEWS } from '../../data/part-ends.js'
import { alwaysBegins, saidBy } from './begin-of.js'
import type { ChosenPart } from './choose-parts.js'
import { markLines } from './mark-lines.js'
import type { Mark } from './mark-lines.js'
import type { EndLine } from '../output/read-part.js'
import type { ShellPart } from './shell-line.js'
import type { PartEnd } from './solve-line.js'

/** Outputs that are longer may have lost their middle. */
const MAX_WHOLE = 20_000
const MAX_LINES = 5_000

/** What speaks against an end of a part that no line tells of. */
export interface Silence {
  /** It printed something that sounds bad. */
  text: Ends
  /** What it printed sounds well. */
  clean: Ends
  /** It printed nothing at all; of a script that is known where its banner stands. */
  empty: Ends
  isBehindBanner?: boolean
}
export type Ends = Readonly<Record<'passed' | 'failed', number>>

/**
 * What it costs that a line stands where no part printed it: one that some part alone prints, and one that others
 * may have printed; that any program may have printed it; that a part says both that it went well and that it did not;
 * that a script has a second banner.
 */
const [ELSEWHERE, FOREIGN, SHARED, TORN, AGAIN] = [5, 1, 0.4, 0.1, 0.5]

/** So little that it only decides between ways that are alike. */
const [FIRST, LIGHT, LOOK] = [0.001, 0.01, 0.05]

/** Parts that share a stretch: those of one loop, or one alone. */
type Block = readonly number[]

export class Explanation {
  readonly lines: readonly string[]
  #parts: readonly ShellPart[]
  #marks: readonly Mark[]
  #blocks: Block[]
  /** Jobs may print at any time. */
  #jobs: readonly number[]
  #silences: ReadonlyMap<number, Silence>
  #isWhole: boolean
  #known = new Map<string, number>()
  /** How many lines before each tell of nobody, and how many of these sound bad. */
  #untold: number[] = [0]
  #bad: number[] = [0]

  constructor(
    parts: readonly ShellPart[],
    chosen: readonly ChosenPart[],
    output: string,
    silences: ReadonlyMap<number, Silence>,
  ) {
    this.#parts = parts
    this.#silences = silences
    this.#isWhole = output.length < MAX_WHOLE
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
    this.#jobs = speaks.filter(isJob)
    this.#blocks = blocksOf(
      parts,
      speaks.filter((part) => !isJob(part)),
    )
    // What only a job prints stands in nobody's way.
    const isOrdered = (part: number): boolean => !this.#jobs.includes(part)
    this.#marks = marks.filter(({ begins, told }) => [...begins, ...told.keys()].some(isOrdered))
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
    const texts = this.#parts.map((_, part) =>
      this.#jobs.includes(part) ? this.lines.join('\n') : '',
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
    let costs = [0, ...Array.from({ length: size }, () => Infinity)]
    const froms: number[][] = []
    for (const [at, block] of blocks.entries()) {
      const next = Array.from({ length: size + 1 }, () => Infinity)
      const from = next.map(() => 0)
      for (let a = 0; a <= size; a += 1) {
        if (costs[a] === Infinity) continue
        const stretch = new Stretch(block, ends, this.#parts, this.#silences, this.#isWhole)
        for (let b = a; b <= size; b += 1) {
          if (b > a) stretch.add(this.#marks[b - 1]!, this.#jobs)
          const begin = at === 0 ? 0 : this.#lineAt(a)
          const end = at === blocks.length - 1 ? this.lines.length : this.#lineAt(b)
          const own = this.#soundOf(begin, end)
          // What stands before the next mark is of this block or of the next.
          const near = b > a ? own : this.#soundOf(begin, this.#marks[b]?.from ?? end)
          const cost = costs[a]! + stretch.cost(own, near)
          if (cost < next[b]!) [next[b], from[b]] = [cost, a]
        }
      }
      costs = next
      froms.push(from)
    }
    const cuts: number[] = []
    for (let at = blocks.length - 1, b = size; at >= 0; at -= 1) {
      cuts.unshift(b)
      b = froms[at]![b]!
    }
    const jobs = this.#jobs.reduce((sum, part) => sum + this.#jobCost(part, ends), 0)
    const ordered = blocks.length === 0 ? size * ELSEWHERE : costs[size]!
    return { cost: ordered + jobs + this.#quietCost(ends), blocks, cuts }
  }

  #soundOf(begin: number, end: number): Sound {
    if (this.#untold[end]! <= this.#untold[begin]!) return 'empty'
    return this.#bad[end]! > this.#bad[begin]! ? 'text' : 'clean'
  }

  /** Of parts that have no stretch. */
  #quietCost(ends: readonly PartEnd[]): number {
    let cost = 0
    for (const [part, silence] of this.#silences)
      if (!this.#blocks.some((block) => block.includes(part)) && !this.#jobs.includes(part))
        cost += silence.empty[ends[part] as 'passed'] ?? 0
    return cost
  }

  #jobCost(part: number, ends: readonly PartEnd[]): number {
    if (ends[part] === 'not-run') return 0
    const stretch = new Stretch([part], ends, this.#parts, this.#silences, false)
    for (const mark of this.#marks) {
      const end = mark.told.get(part)
      if (end !== undefined && !isVoid(end)) stretch.add(mark, [])
    }
    return stretch.cost('text', 'text')
  }
}

type Sound = 'text' | 'clean' | 'empty'

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

interface Member {
  part: number
  end: PartEnd
  /** The most that was told of either end. */
  failed: number
  passed: number
  begun: number
  late: number
}

const isVoid = ({ strength, isOwn }: EndLine): boolean => strength === 0 && !isOwn

/** It says nothing of the one part, and something of another. */
const isIdle = (end: EndLine, told: Mark['told']): boolean =>
  isVoid(end) && [...told.values()].some(({ strength }) => strength > 1)

/** What it costs to take a line that another part may claim with more right. */
function surer(one: EndLine, other: EndLine): number {
  const isLook = one.isLook === true || other.isLook === true
  if (isLook && one.by !== undefined && one.by === other.by) return 0
  const isVague = other.strength <= 1 && one.strength > 1
  if (!isVague && (!one.isOwn || (other.isOwn && one.strength <= other.strength))) return 0
  return one.strength > 2 && (isVague || !other.isOwn) ? ELSEWHERE : SHARED
}

/** Marks that are given to one block, and what speaks against it. */
class Stretch {
  #members: Member[]
  #cost = 0
  #marks = 0

  constructor(
    block: Block,
    ends: readonly PartEnd[],
    private readonly parts: readonly ShellPart[],
    private readonly silences: ReadonlyMap<number, Silence>,
    private readonly isWhole: boolean,
  ) {
    this.#members = block
      .filter((part) => ends[part] !== 'not-run')
      .map((part) => ({ part, end: ends[part]!, failed: 0, passed: 0, begun: 0, late: 0 }))
  }

  add({ begins, told }: Mark, jobs: readonly number[]): void {
    this.#marks += 1
    const isJobs = jobs.some((part) => told.has(part) || begins.includes(part))
    let isOwn = isJobs
    for (const member of this.#members) {
      if (begins.includes(member.part)) {
        // What stands before a banner is of the part before.
        if (member.begun === 0 && this.#members.length === 1)
          this.#cost += FOREIGN * (this.#marks - 1)
        member.begun += 1
        isOwn = true
      }
      const end = told.get(member.part)
      if (end === undefined || isIdle(end, told)) continue
      isOwn = true
      // Where two may have printed it, it was the first of them.
      member.late = FIRST * member.part
      // Of several that may have printed it, one that went well hardly did.
      if (isVoid(end) && told.size > 1 && member.end === 'passed' && !isJobs) this.#cost += LIGHT
      member[end.result] = Math.max(member[end.result], end.strength)
      this.#cost += Math.max(0, ...[...told.values()].map((other) => surer(other, end)))
      if (end.isLook === true || this.parts[member.part]!.showsErrors === true) this.#cost += LOOK
    }
    const isOthers =
      begins.length > 0 || [...told.values()].some((end) => end.isOwn || end.strength > 2)
    const saysNothing = begins.length === 0 && [...told.values()].every((end) => isVoid(end))
    if (!isOwn && !saysNothing) this.#cost += isOthers ? ELSEWHERE : FOREIGN
  }

  /** `sound`: of what else stands between its marks; `near`: and up to the next one. */
  cost(sound: Sound, near: Sound): number {
    const costs = this.#members.map((member) => this.#costOf(member, sound, near))
    return costs.reduce((sum, cost) => sum + cost, this.#cost)
  }

  #costOf({ part, end, failed, passed, begun, late }: Member, sound: Sound, near: Sound): number {
    const own = this.parts[part]!
    const isMissing = this.isWhole && begun === 0 && own.join !== '|' && alwaysBegins(own)
    const missing = !isMissing ? 0 : saidBy(own) === null ? 1 : ELSEWHERE
    const more = own.loop === undefined ? Math.max(0, begun - 1) : 0
    const again = more * (saidBy(own) === null ? AGAIN : ELSEWHERE)
    const base = missing + again + late
    const told = Math.max(failed, passed)
    if (told === 0) {
      const silence = this.silences.get(part)
      const isMixed = sound === 'empty' && silence?.isBehindBanner === true && begun === 0
      const known = sound === 'empty' && silence?.empty === silence?.text ? near : sound
      return base + (silence?.[isMixed ? 'text' : known][end as 'passed'] ?? 0)
    }
    const isAgainst = failed >= passed !== (end === 'failed')
    return base + TORN * Math.min(failed, passed) + (isAgainst ? told : 0)
  }
}
