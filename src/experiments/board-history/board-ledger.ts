import type { Followup, TaskRow } from './task-row.js'

/** What a board says of one task, after all of its sightings. */
export interface BoardTask {
  readonly id: string
  readonly completed: boolean
  /** Seconds since 1970 of the first completion; null when the board does not date it. */
  readonly completedAt: number | null
  /** When it first left completion again. */
  readonly reopenedAt: number | null
  readonly outcome: 'right' | 'wrong' | null
  readonly commits: readonly string[]
  /** Later tasks that fix this one. */
  readonly fixes: readonly { readonly id: string; readonly at: number | null }[]
}

export interface BoardReading {
  /** What kind of board was read, for people. */
  readonly format: string
  readonly tasks: readonly BoardTask[]
  /** Sightings that went backwards in time. */
  readonly flapping: number
  readonly malformed: number
  /** The latest time that the board knows of. */
  readonly until: number | null
  /** The newest part of a very long history was not read. */
  readonly cut: boolean
}

interface Life {
  row: TaskRow
  clock: number
  done: boolean
  completed: boolean
  completedAt: number | null
  reopenedAt: number | null
}

/**
 * Follows tasks over their sightings, oldest first. A sighting that is older than the one before it
 * comes from a stale copy of the board: it is counted and changes nothing.
 */
export class BoardLedger {
  readonly #lives = new Map<string, Life>()
  #flapping = 0
  #until = -Infinity

  /** `at` is when the sighting was recorded, in seconds; null trusts the row's own times. */
  see(row: TaskRow, at: number | null): void {
    const clock = row.updatedAt ?? at
    const life = this.#lives.get(row.id)
    if (life !== undefined && clock !== null && clock < life.clock) {
      this.#flapping++
      return
    }
    const next = life ?? newLife(row)
    next.row = row
    next.clock = clock ?? next.clock
    this.#lives.set(row.id, next)
    this.#follow(next, row, at)
    for (const time of [at, row.updatedAt, row.completedAt, row.reopenedAt, row.createdAt]) {
      if (time !== null) this.#until = Math.max(this.#until, time)
    }
  }

  finish(format: string, malformed: number): BoardReading {
    const fixes = this.#linkFixes()
    return {
      format,
      malformed,
      cut: false,
      flapping: this.#flapping,
      until: this.#until === -Infinity ? null : this.#until,
      tasks: [...this.#lives.values()].map(({ row, completed, completedAt, reopenedAt }) => ({
        id: row.id,
        completed,
        completedAt,
        reopenedAt,
        outcome: row.outcome,
        commits: row.commits,
        fixes: [...(fixes.get(row.id)?.values() ?? [])],
      })),
    }
  }

  /** What the board states is nearer to the deed than when it was seen: a board may be committed at its end. */
  #follow(life: Life, row: TaskRow, at: number | null): void {
    if ((row.done || row.completedAt !== null) && !life.completed) {
      life.completed = true
      life.completedAt = row.completedAt ?? (row.done ? at : null) ?? row.updatedAt
    }
    const { completedAt } = life
    const stated = [row.reopenedAt, ...(life.completed && !row.done ? [at, row.updatedAt] : [])]
    const known = stated.filter((time) => time !== null)
    if (known.length > 0 && life.reopenedAt === null && completedAt !== null) {
      const left = known.find((time) => time >= completedAt)
      if (left !== undefined) life.reopenedAt = left
      else this.#flapping++
    }
    life.done = row.done
  }

  #linkFixes(): Map<string, Map<string, { id: string; at: number | null }>> {
    const fixes = new Map<string, Map<string, { id: string; at: number | null }>>()
    const link = (fixed: string, id: string, at: number | null): void => {
      const known = fixes.get(fixed) ?? new Map<string, { id: string; at: number | null }>()
      fixes.set(fixed, known.set(id, known.get(id) ?? { id, at }))
    }
    for (const { row } of this.#lives.values()) {
      for (const followup of row.followups) {
        const { isFix, at } = this.#complete(followup)
        // A board that lists a follow-up without saying what it is has called it one.
        if (isFix !== false) link(row.id, followup.id, at)
      }
      if (!row.isFix || row.createdAt === null) continue
      for (const fixed of row.links) link(fixed, row.id, row.createdAt)
    }
    return fixes
  }

  #complete(followup: Followup): Followup {
    const row = this.#lives.get(followup.id)?.row
    if (row === undefined) return followup
    const at = followup.at ?? row.createdAt ?? row.completedAt ?? row.updatedAt
    return { ...followup, at, isFix: followup.isFix ?? (row.isFix ? true : null) }
  }
}

const newLife = (row: TaskRow): Life => ({
  row,
  clock: -Infinity,
  done: false,
  completed: false,
  completedAt: null,
  reopenedAt: null,
})
