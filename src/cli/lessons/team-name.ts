import { readLogin } from '../../team/login-file.js'
import type { Workspace } from '../../wiring/workspace.js'

/** The team that this project is logged in to; a login that can't be read names none. */
export function teamName({ stateDir }: Workspace): string | null {
  try {
    const login = readLogin(stateDir)
    return login === null ? null : `${login.project} at ${login.url}`
  } catch {
    return null
  }
}
