import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { TeamJoined, TeamScope } from '../schema/api/team.js'
import { ReflectError } from '../schema/error.js'
import { parseJson } from '../util/parse-json.js'
import { readOurText } from '../util/read-bounded.js'
import { writeAtomic } from '../util/write-atomic.js'
import { leftFile, loginFile, wantedFile } from './places.js'

/** Where this project's team is, and as whom this machine goes there. */
const TeamLogin = z.strictObject({
  url: z.string(),
  ...TeamJoined.shape,
  scope: z.optional(TeamScope),
})
export type TeamLogin = z.infer<typeof TeamLogin>

export const writeLogin = (stateDir: string, login: TeamLogin): Promise<void> =>
  writeAtomic(loginFile(stateDir), `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 })

/** null when this machine is not logged in. A file that others could have written is not believed. */
export function readLogin(stateDir: string): TeamLogin | null {
  const file = loginFile(stateDir)
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return null
  const login = readOwn(file)
  if (login !== null) return login
  throw new ReflectError('unsafe-path', `${file} is not the login that Reflectory wrote`, {
    remedy: 'Run `reflect logout`, then log in with a new invite.',
  })
}

/** The same, and null too for a login that can't be read: the commands that need one tell of it. */
export const believedLogin = (stateDir: string): TeamLogin | null => readOwn(loginFile(stateDir))

/** The token with which this machine was last at a server, valid or not: it proves who comes again. */
export function lastToken(stateDir: string, url: string): string | null {
  const last = readOwn(loginFile(stateDir)) ?? readOwn(leftFile(stateDir))
  return last?.url === url ? last.token : null
}

function readOwn(file: string): TeamLogin | null {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  const isPrivate = process.platform === 'win32' || ((stat?.mode ?? 0) & 0o077) === 0
  const isOurs = stat?.isFile() === true && isPrivate
  const read = TeamLogin.safeParse(isOurs ? parseJson(readOurText(file) ?? '') : null)
  return read.success ? read.data : null
}

/** Logins of this user's other projects to the same server. Those that can't be believed are left out. */
export function otherLogins(stateDir: string, { url, project }: TeamLogin): TeamLogin[] {
  const all = path.dirname(stateDir)
  const found = readdirSync(all, { withFileTypes: true }).flatMap((entry) => {
    const other = path.join(all, entry.name)
    if (!entry.isDirectory() || other === stateDir) return []
    try {
      return readLogin(other) ?? []
    } catch {
      return []
    }
  })
  const others = found.filter((login) => login.url === url && login.project !== project)
  return [...new Map(others.map((login) => [login.project, login])).values()]
}

export function neededLogin(stateDir: string): TeamLogin {
  const login = readLogin(stateDir)
  if (login !== null) return login
  throw new ReflectError('usage', 'This project is not logged in to a team here', {
    remedy: 'Log in with the link of an invite: `reflect login <link>`.',
  })
}

/** false when there was none. A login that can be believed is kept aside. */
export function removeLogin(stateDir: string): boolean {
  const file = loginFile(stateDir)
  const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined
  if (readOwn(file) === null) rmSync(file, { force: true })
  else renameSync(file, leftFile(stateDir))
  rmSync(wantedFile(stateDir), { force: true })
  return isThere
}
