import { lstatSync, readFileSync, rmSync } from 'node:fs'
import * as z from 'zod/mini'
import { TeamJoined } from '../schema/api/team.js'
import { ReflectError } from '../schema/error.js'
import { parseJson } from '../util/parse-json.js'
import { writeAtomic } from '../util/write-atomic.js'
import { loginFile, wantedFile } from './places.js'

/** Where this project's team is, and as whom this machine goes there. */
const TeamLogin = z.strictObject({ url: z.string(), ...TeamJoined.shape })
export type TeamLogin = z.infer<typeof TeamLogin>

export const writeLogin = (stateDir: string, login: TeamLogin): Promise<void> =>
  writeAtomic(loginFile(stateDir), `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 })

/** null when this machine is not logged in. A file that others could have written is not believed. */
export function readLogin(stateDir: string): TeamLogin | null {
  const file = loginFile(stateDir)
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return null
  const isPrivate = process.platform === 'win32' || (stat.mode & 0o077) === 0
  const read = TeamLogin.safeParse(
    stat.isFile() && isPrivate ? parseJson(readFileSync(file, 'utf8')) : null,
  )
  if (read.success) return read.data
  throw new ReflectError('unsafe-path', `${file} is not the login that Reflectory wrote`, {
    remedy: 'Run `reflect logout`, then log in with a new invite.',
  })
}

export function neededLogin(stateDir: string): TeamLogin {
  const login = readLogin(stateDir)
  if (login !== null) return login
  throw new ReflectError('usage', 'This project is logged in to no team here', {
    remedy: 'Log in with the link of an invite: `reflect login <link>`.',
  })
}

/** false when there was none. */
export function removeLogin(stateDir: string): boolean {
  const isThere = lstatSync(loginFile(stateDir), { throwIfNoEntry: false }) !== undefined
  rmSync(loginFile(stateDir), { force: true })
  rmSync(wantedFile(stateDir), { force: true })
  return isThere
}
