import type { MomentInput } from '../moment.js'

/** The start of a session, or its first prompt where the client takes nothing at the start. */
export function isFirstChance({ event, session, capabilities }: MomentInput): boolean {
  const takesStart = capabilities.takesContext('session-started')
  if (event.kind === 'session-started') return takesStart
  return event.kind === 'prompt-submitted' && !takesStart && session.turn === 1
}
