/** What one part of a line may have printed, and how much speaks against that. */
import type { EndLine } from '../output/read-part.js'
import { alwaysBegins, saidBy } from './begin-of.js'
import type { Mark } from './mark-lines.js'
import type { ShellPart } from './shell-line.js'
import type { PartEnd } from './solve-line.js'

/** What speaks against an end of a part that no line tells of. */
export interface Silence {
  /** It printed something that sounds bad. */
  text: Ends
  /** What it printed sounds well. */
  clean: Ends
  /** It printed nothing at all; of a script that is known where its banner stands. */
  empty: Ends
  isBehindBanner?: boolean
  /** Of a part without a line of its own, what stands near may be its. */
  isOpen?: boolean
  /** What it prints is what another program answered. */
  tellsOthers?: boolean
}
type Ends = Readonly<Record<'passed' | 'failed', number>>

/** What is known of a line before any way of running it is tried. */
export interface LineFacts {
  parts: readonly ShellPart[]
  silences: ReadonlyMap<number, Silence>
  /** Parts of which some line may tell. */
  claimants: ReadonlySet<number>
  /** Parts that may print at any time. */
  jobs: readonly number[]
  /** Nothing was cut out of the output. */
  isWhole: boolean
}

/** Parts that share a stretch: those of one loop, or one alone. */
export type Block = readonly number[]

export type Sound = 'text' | 'clean' | 'empty'

/**
 * What it costs that a line stands where no part printed it: one that some part alone prints, and one that others
 * may have printed; that any program may have printed it; that a part says both that it went well and that it did not;
 * that a script has a second banner.
 */
export const ELSEWHERE = 5
const [FOREIGN, SHARED, TORN, AGAIN] = [1, 0.4, 0.1, 0.5]

/** So little that it only decides between ways that are alike. */
const [FIRST, UNTOLD, LIGHT, LOOK] = [0.0001, 0.005, 0.01, 0.05]

interface Member {
  part: number
  end: PartEnd
  /** The most that was told of either end. */
  failed: number
  passed: number
  begun: number
  /** A line tells of it, though it may say nothing. */
  isTold: boolean
}

export const isVoid = ({ strength, isOwn }: EndLine): boolean => strength === 0 && !isOwn

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
export class Stretch {
  #members: Member[]
  #cost = 0
  #marks = 0

  #facts: LineFacts

  constructor(block: Block, ends: readonly PartEnd[], facts: LineFacts) {
    this.#facts = facts
    this.#members = block
      .filter((part) => ends[part] !== 'not-run')
      .map((part) => ({ part, end: ends[part]!, failed: 0, passed: 0, begun: 0, isTold: false }))
  }

  add({ begins, told }: Mark): void {
    this.#marks += 1
    const { parts, jobs } = this.#facts
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
      member.isTold = true
      // Of two that may have printed it, it was the first.
      this.#cost += FIRST * member.part
      // Of several that may have printed it, one that went well hardly did.
      if (isVoid(end) && told.size > 1 && member.end === 'passed' && !isJobs) this.#cost += LIGHT
      member[end.result] = Math.max(member[end.result], end.strength)
      this.#cost += Math.max(0, ...[...told.values()].map((other) => surer(other, end)))
      if (end.isLook === true || parts[member.part]!.showsErrors === true) this.#cost += LOOK
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

  #costOf({ part, end, ...told }: Member, sound: Sound, near: Sound): number {
    const { parts, silences, claimants, isWhole } = this.#facts
    const { failed, passed, begun, isTold } = told
    const own = parts[part]!
    const silence = silences.get(part)
    const isMissing = isWhole && begun === 0 && own.join !== '|' && alwaysBegins(own)
    const missing = !isMissing ? 0 : saidBy(own) === null ? 1 : ELSEWHERE
    const more = own.loop === undefined ? Math.max(0, begun - 1) : 0
    const again = more * (saidBy(own) === null ? AGAIN : ELSEWHERE)
    // A line that two may have printed is rather of the one that has no other.
    const untold = !isTold && claimants.has(part) ? UNTOLD : 0
    const base = missing + again + untold
    if (failed + passed === 0) {
      const isMixed = sound === 'empty' && silence?.isBehindBanner === true && begun === 0
      const known = sound === 'empty' && silence?.isOpen === true ? near : sound
      return base + (silence?.[isMixed ? 'text' : known][end as 'passed'] ?? 0)
    }
    const isAgainst = failed >= passed !== (end === 'failed')
    const against = silence?.tellsOthers === true ? LOOK : Math.max(failed, passed)
    return base + TORN * Math.min(failed, passed) + (isAgainst ? against : 0)
  }
}
