import type { SessionState } from '../../schema/session-state.js'
import type { GuardTerms } from '../guard.js'

export const NOW = '2026-03-01T10:00:00.000Z'
export const LATER = '2026-03-01T10:00:30.000Z'

/** A session in its first turn, with nothing pushed and no judge at work. */
export const makeSession = (fields: Partial<SessionState> = {}): SessionState => ({
  sessionId: 's1',
  agent: 'generic',
  parentSessionId: null,
  projectRoot: '/p',
  startPoint: 'c0',
  startedAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
  endedAt: null,
  turn: 1,
  turnEnd: 'open',
  attempts: 0,
  pushes: {},
  refused: false,
  openRequests: [],
  lease: null,
  lastFence: 0,
  stops: 0,
  ...fields,
})

/** Terms under which everything is allowed. */
export const makeTerms = (fields: Partial<GuardTerms> = {}): GuardTerms => ({
  now: NOW,
  leaseMs: 30_000,
  maxAttempts: 3,
  own: false,
  paused: false,
  blind: false,
  silent: null,
  hasChannel: true,
  hasToasts: true,
  takesContext: true,
  ...fields,
})
