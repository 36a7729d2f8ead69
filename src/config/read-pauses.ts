import path from 'node:path'
import { readSettings } from './read-settings.js'

/** A stretch in which the hooks are off: in one session, or (`null`) in the whole project. */
export interface Pause {
  session: string | null
  /** ISO-8601 instant; null until resumed by hand. */
  until: string | null
}

/** The pauses' file name in a project's state directory. */
export const PAUSE_FILE = 'pause.json'

/**
 * The pauses in force. A file that can't be understood counts as a pause of the whole project:
 * pushing an agent that its user has silenced is worse than staying silent until `resume`.
 */
export function readPauses(stateDir: string, now: Date): Pause[] {
  const file = readSettings(path.join(stateDir, PAUSE_FILE), { followLink: false })
  if (file.state === 'absent') return []
  const pauses = file.state === 'text' ? parsePauses(file.text) : null
  if (pauses === null) return [{ session: null, until: null }]
  return pauses.filter(({ until }) => until === null || Date.parse(until) > now.getTime())
}

/** The pause that holds for a session: its own or the whole project's; null when none does. */
export function pauseFor(pauses: readonly Pause[], session: string): Pause | null {
  return pauses.find((pause) => pause.session === null || pause.session === session) ?? null
}

function parsePauses(text: string): Pause[] | null {
  try {
    const { pauses } = JSON.parse(text) as { pauses: unknown }
    return Array.isArray(pauses) && pauses.every(isPause) ? pauses : null
  } catch {
    return null
  }
}

function isPause(value: unknown): value is Pause {
  if (typeof value !== 'object' || value === null) return false
  const { session, until } = value as Record<string, unknown>
  const hasSession = session === null || typeof session === 'string'
  return hasSession && (until === null || (typeof until === 'string' && !isNaN(Date.parse(until))))
}
