import { userInfo } from 'node:os'

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
