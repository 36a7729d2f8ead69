/**
 * How each part of a line ended. The line's exit code is one number for all of them; what they printed tells
 * more. Every way in which the parts could have ended is tried against the grammar of the line: those that end
 * with its code, and speak least against what was printed, are what happened. Where they differ, it is unknown.
 */
import type { ShellLine, ShellNode } from './shell-line.js'

/** What is known of one part besides the line's exit code. Each number says how much speaks for it. */
export interface Hint {
  passed?: number
  failed?: number
  /** The output has words of its own: it ran. */
  isNamed?: boolean
  /** That part reads what it prints: where it made something of it, there was something. */
  feeds?: number
  /** It ends with other codes than the line's. */
  isNoEnd?: boolean
  /** It never fails, or always does. */
  fixed?: boolean
}

/** A code that the line itself printed of one of its nodes; of a loop, whether all of them were good. */
export interface Told {
  of: ShellNode
  ok: boolean
}

/** `undone`: it failed, or it never began. */
export type PartEnd = 'passed' | 'failed' | 'not-run' | 'undone' | 'unknown'

/** More than this many open questions in one line are left unanswered. */
const MAX_OPEN = 11

export interface Solution {
  ends: PartEnd[]
  /** One of the ways that speak least against what was printed; null where none ends with the line's code. */
  way: PartEnd[] | null
}

export function solveLine(
  line: ShellLine,
  isOk: boolean | null,
  hints: readonly Hint[],
  told: readonly Told[],
  printed: (ends: readonly PartEnd[]) => number,
): Solution {
  const ends = line.parts.map((): PartEnd => 'unknown')
  if (line.isUnknown) return { ends, way: null }
  const open = openQuestions(line.root, hints)
  if (open > MAX_OPEN) return { ends, way: null }
  let least = Infinity
  let best: PartEnd[][] = []
  for (let answers = 0; answers < 1 << open; answers += 1) {
    const run = new Run(line, hints, answers)
    const ok = run.whole()
    if (isOk !== null && ok !== isOk) continue
    const against = told.filter(({ of, ok }) => run.endsOf(of)?.every(Boolean) !== ok)
    const way = run.ends()
    const known = run.cost() + against.length * TOLD
    const cost = known > least ? known : known + printed(way)
    if (cost === Infinity) continue
    if (cost < least) best = []
    if (cost <= least) best.push(way)
    least = Math.min(least, cost)
  }
  return {
    ends: ends.map((_, part) => endIn(best.map((one) => one[part]!))),
    way: best[0] ?? null,
  }
}

function endIn(ways: readonly PartEnd[]): PartEnd {
  const [first = 'unknown'] = ways
  if (ways.every((way) => way === first)) return first
  return ways.includes('passed') ? 'unknown' : 'undone'
}

/** Parts that may end either way, once for each time that they run, and branches that may be entered. */
function openQuestions(node: ShellNode, hints: readonly Hint[], times = 1): number {
  const sum = (nodes: readonly ShellNode[]): number =>
    nodes.reduce((all, one) => all + openQuestions(one, hints, times), 0)
  switch (node.kind) {
    case 'part':
      return hints[node.index]?.fixed === undefined ? times : 0
    case 'list':
    case 'pipe':
      return sum(node.nodes)
    case 'if':
      return sum([node.test, node.body, ...(node.otherwise === null ? [] : [node.otherwise])])
    case 'one':
      return times * node.nodes.length + sum(node.nodes)
    case 'loop':
      return openQuestions(node.node, hints, times === 1 ? 2 : times)
    case 'not':
    case 'shell':
    case 'ends':
    case 'background':
      return sum([node.node])
    case 'asks':
      return 0
    case 'exit':
      return node.of === null && node.ok === null ? times : 0
  }
}

/** One way in which a line could have run: each open question takes the next of the given answers. */
class Run {
  #line: ShellLine
  #hints: readonly Hint[]
  #answers: number
  #ends: ('passed' | 'failed' | null)[]
  /** Where the line ended before its end, and whether well. */
  #left: boolean | null = null
  /** The part that ran last, which gave the line its code. */
  #last = -1
  #isLooping = false
  /** It would still be asking. */
  #isEndless = false
  /** Left of `&&` and `||`, where `set -e` has no force. */
  #isTested = false
  #oks = new Map<ShellNode, boolean>()
  #all = new Map<ShellNode, boolean[]>()

  constructor(line: ShellLine, hints: readonly Hint[], answers: number) {
    this.#line = line
    this.#hints = hints
    this.#answers = answers
    this.#ends = line.parts.map(() => null)
  }

  /** Each time that it ran; null where it never did. */
  endsOf(node: ShellNode): readonly boolean[] | null {
    return this.#all.get(node) ?? null
  }

  whole(): boolean {
    const ok = this.#run(this.#line.root)
    return this.#left ?? ok
  }

  ends(): PartEnd[] {
    return this.#ends.map((end) => end ?? 'not-run')
  }

  cost(): number {
    if (this.#isEndless) return Infinity
    let cost = 0
    for (const [part, hint] of this.#hints.entries()) {
      const end = this.#ends[part]
      if (end !== 'passed') cost += hint.passed ?? 0
      if (end !== 'failed') cost += hint.failed ?? 0
      if (end === null && hint.isNamed === true) cost += NAMED
      if (end === 'failed' && this.#ends[hint.feeds ?? -1] === 'passed') cost += FED
    }
    return this.#hints[this.#last]?.isNoEnd === true ? cost + 1 : cost
  }

  #next(): boolean {
    const answer = (this.#answers & 1) === 1
    this.#answers >>= 1
    return answer
  }

  #run(node: ShellNode): boolean {
    if (this.#left !== null) return this.#left
    const ok = this.#runOne(node)
    this.#oks.set(node, this.#left ?? ok)
    this.#all.set(node, [...(this.#all.get(node) ?? []), this.#left ?? ok])
    return ok
  }

  #runOne(node: ShellNode): boolean {
    switch (node.kind) {
      case 'part': {
        const ok = this.#hints[node.index]?.fixed ?? this.#next()
        this.#last = node.index
        // A part that runs several times has failed if it did so once.
        if (this.#ends[node.index] !== 'failed') this.#ends[node.index] = ok ? 'passed' : 'failed'
        return ok
      }
      case 'list':
        return this.#list(node.nodes, node.joins, node.stops === true)
      case 'pipe': {
        const all = node.nodes.map((one) => this.#run(one))
        return node.fails === true ? all.every(Boolean) : (all.at(-1) ?? true)
      }
      case 'not':
        return !this.#run(node.node)
      case 'if':
        if (this.#run(node.test)) return this.#run(node.body)
        return node.otherwise === null || this.#run(node.otherwise)
      case 'one': {
        const entered = node.nodes.find(() => this.#next())
        return entered === undefined || this.#run(entered)
      }
      case 'loop':
        return this.#loop(node.node)
      case 'ends':
        this.#isEndless ||= this.#run(node.node) !== node.ok && !node.mayLeave
        return true
      case 'background':
        this.#shell(node.node)
        return true
      case 'shell':
        return this.#shell(node.node)
      case 'asks':
        return (this.#oks.get(node.of) ?? true) === node.ok
      case 'exit':
        this.#left = node.of === null ? (node.ok ?? this.#next()) : (this.#oks.get(node.of) ?? true)
        return this.#left
    }
  }

  #shell(node: ShellNode): boolean {
    const ok = this.#run(node)
    const left = this.#left
    this.#left = null
    return left ?? ok
  }

  #loop(node: ShellNode): boolean {
    if (this.#isLooping) return this.#run(node)
    this.#isLooping = true
    this.#run(node)
    const ok = this.#run(node)
    this.#isLooping = false
    return ok
  }

  #list(
    nodes: readonly ShellNode[],
    joins: readonly ('&&' | '||' | ';')[],
    stops: boolean,
  ): boolean {
    let ok = true
    for (const [at, node] of nodes.entries()) {
      const join = joins[at - 1] ?? ';'
      if ((join === '&&' && !ok) || (join === '||' && ok)) continue
      const isLast = (joins[at] ?? ';') === ';'
      const wasTested = this.#isTested
      this.#isTested ||= !isLast
      ok = this.#run(node)
      this.#isTested = wasTested
      if (this.#left !== null) return this.#left
      if (!ok && isLast && stops && !this.#isTested && !OWN_RULE.has(node.kind)) this.#left = false
    }
    return this.#left ?? ok
  }
}

const TOLD = 9
const [FED, NAMED] = [0.5, 0.3]

/** `set -e` passes over `!`, and a list has looked at its own parts. */
const OWN_RULE: ReadonlySet<ShellNode['kind']> = new Set(['not', 'list', 'if'])
