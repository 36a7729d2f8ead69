import path from 'node:path'
import { PAUSE_FILE, readPauses, type Pause } from './read-pauses.js'
import { writeState } from './write-state.js'

/** What is paused: one session or the whole project, until an instant or until `resume`. */
export interface PauseRequest {
  session?: string
  until?: Date
}

/** Switches the hooks off, and returns the pauses now in force. Pausing again replaces. */
export async function pause(stateDir: string, request: PauseRequest, now: Date): Promise<Pause[]> {
  const session = request.session ?? null
  const others = readPauses(stateDir, now).filter((pause) => pause.session !== session)
  const pauses = [...others, { session, until: request.until?.toISOString() ?? null }]
  await writeState(path.join(stateDir, PAUSE_FILE), { version: 1, pauses })
  return pauses
}

/** Ends the pause of one session, or without one every pause; says whether there was any. */
export async function resume(
  stateDir: string,
  request: { session?: string },
  now: Date,
): Promise<boolean> {
  const before = readPauses(stateDir, now)
  const isMeant = (pause: Pause) =>
    request.session === undefined || pause.session === request.session
  const pauses = before.filter((pause) => !isMeant(pause))
  if (pauses.length === before.length) return false
  await writeState(path.join(stateDir, PAUSE_FILE), { version: 1, pauses })
  return true
}
