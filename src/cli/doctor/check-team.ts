import { TeamMe } from '../../schema/api/team.js'
import { ReflectError } from '../../schema/error.js'
import { askTeam } from '../../team/ask-team.js'
import { readLogin } from '../../team/login-file.js'
import { about } from './check.js'
import type { Check } from './check.js'

const { ok, notice, broken } = about('team')
const PATIENCE_MS = 5000
const SOON_MS = 14 * 86_400_000

/** Whether the team's server lets this machine in: sessions go on without it, and say nothing. */
export const checkTeam: Check = async ({ stateDir, context }) => {
  try {
    const login = readLogin(stateDir)
    if (login === null) return []
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const { project, role, expiresAt } = await askTeam({ ...login, signal }, 'GET /me', TeamMe)
    const until = `in ${project} at ${login.url} as ${role}, until ${expiresAt.slice(0, 10)}`
    const isSoon = Date.parse(expiresAt) - context.now().getTime() <= SOON_MS
    const remedy = 'Ask an owner for an invite in time: `reflect team invite --for <you>`.'
    return [isSoon ? notice(until, remedy) : ok(until)]
  } catch (error) {
    if (!(error instanceof ReflectError)) throw error
    return [broken(error.message, error.remedy)]
  }
}
