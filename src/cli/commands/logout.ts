import { openWorkspace } from '../../workspace.js'
import type { CliCommand } from '../command.js'
import { removeLogin } from '../../team/login-file.js'

export const command: CliCommand = {
  configure: (command) =>
    command.addHelpText(
      'after',
      `
This project sends and fetches nothing any more on this machine. What came from the team stays; an
owner ends the token itself with \`reflect team revoke\`.

Examples:
  reflect logout`,
    ),

  async run(context) {
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const wasLoggedIn = removeLogin(workspace.stateDir)
    context.print(
      context.json
        ? JSON.stringify({ wasLoggedIn })
        : wasLoggedIn
          ? 'Logged out.'
          : 'This project was logged in to no team here.',
    )
    return 0
  },
}
