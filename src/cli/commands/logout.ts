import { TeamLeft } from '../../schema/api/team.js'
import { askTeam } from '../../team/ask-team.js'
import { readLogin, removeLogin } from '../../team/login-file.js'
import { theWorkspace } from '../opens.js'
import { verb } from '../command.js'

export const command = verb({
  about: `
On this machine the project no longer sends or fetches anything, and its token ends. What came from the
team stays, and what was sent stays there: \`reflect team forget me\`, before you leave, deletes it. The
token of a machine, which an owner made, goes on until it is revoked.`,
  examples: `
  reflect logout`,
  person: true,
  opens: theWorkspace,
  async run(_, { workspace: { stateDir } }) {
    const isTokenEnded = await endToken(stateDir)
    const wasLoggedIn = removeLogin(stateDir)
    const goesOn = ' The token itself goes on; an owner ends it with `reflect team revoke`.'
    return {
      json: { wasLoggedIn, isTokenEnded },
      text: wasLoggedIn
        ? `Logged out.${isTokenEnded ? '' : goesOn}`
        : 'This project is not logged in to a team here.',
    }
  },
})

const PATIENCE_MS = 5000

/** Leaving does not wait for a server that is gone, or for a login that can't be read. */
async function endToken(stateDir: string): Promise<boolean> {
  try {
    const login = readLogin(stateDir)
    if (login === null || login.scope === 'all') return false
    const signal = AbortSignal.timeout(PATIENCE_MS)
    return (await askTeam({ ...login, signal }, 'POST /leave', TeamLeft, {})).isEnded
  } catch {
    return false
  }
}
