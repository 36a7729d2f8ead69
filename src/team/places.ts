import path from 'node:path'

/** Beside the project's store, for its owner alone: it holds the token. */
export const loginFile = (stateDir: string): string => path.join(stateDir, 'team-login.json')

/** There while a delivery is asked for, or put off. */
export const wantedFile = (stateDir: string): string => path.join(stateDir, 'team-wanted')

/** Held by the one process that sends and fetches. */
export const senderLock = (stateDir: string): string => path.join(stateDir, 'team-sender.lock')
