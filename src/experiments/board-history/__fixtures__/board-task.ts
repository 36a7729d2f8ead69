import type { BoardTask } from '../board-ledger.js'

export const DAY = 86_400
export const BASE = 1_750_000_000

/** A task that was completed at BASE and never touched again; a test says what differs. */
export const completedTask = (more: Partial<BoardTask> = {}): BoardTask => ({
  id: 'a',
  completed: true,
  completedAt: BASE,
  reopenedAt: null,
  outcome: null,
  commits: [],
  fixes: [],
  ...more,
})
