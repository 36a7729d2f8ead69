import { sha256 } from '../util/sha256.js'

/** One trace per session. */
export const traceIdOf = (sessionId: string): string => sha256(`trace:${sessionId}`).slice(0, 32)

export const sessionSpanId = (sessionId: string): string => spanIdOf('session', sessionId)

/** An attempt is known by the line of the log that it began with. */
export const attemptSpanId = (sessionId: string, line: number): string =>
  spanIdOf('attempt', `${sessionId}:${line}`)

export const spanIdOf = (kind: string, id: string): string => sha256(`${kind}:${id}`).slice(0, 16)
