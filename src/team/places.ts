import path from 'node:path'
import { shortHash } from '../util/loose-json.js'

/** Beside the project's store, for its owner alone: it holds the token. */
export const loginFile = (stateDir: string): string => path.join(stateDir, 'team-login.json')

/** The login that this machine had before: what was sent under it stays that person's. */
export const leftFile = (stateDir: string): string => path.join(stateDir, 'team-left.json')

/** There while a delivery is asked for, or put off. */
export const wantedFile = (stateDir: string): string => path.join(stateDir, 'team-wanted')

/** Held by the one process that sends and fetches. */
export const senderLock = (stateDir: string): string => path.join(stateDir, 'team-sender.lock')

/** Names a project of a server, in the store of a machine that takes part in it. */
export const teamOf = ({ url, project }: { url: string; project: string }): string =>
  shortHash(`${url}\n${project}`)
