import { userInfo } from 'node:os'
import path from 'node:path'

/** The name that the operating system has for this user; null where it has none. */
export function userName(): string | null {
  try {
    const { username } = userInfo()
    return username === '' ? null : username.slice(0, 256)
  } catch {
    // A container's user may have a number only.
    return null
  }
}

/**
 * The home that the operating system has for this user, whatever variables say. Of a user without one it is
 * the root of the file system, as for services: a variable could name a folder that an agent writes into.
 */
export function accountHome(): string {
  try {
    return userInfo().homedir
  } catch {
    return path.parse(process.cwd()).root
  }
}
