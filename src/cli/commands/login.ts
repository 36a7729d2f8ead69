import { TeamJoined } from '../../schema/api/team.js'
import { ReflectError } from '../../schema/error.js'
import { openWorkspace } from '../../workspace.js'
import type { CliCommand } from '../command.js'
import { askTeam, readInviteLink } from '../../team/ask-team.js'
import { readLogin, writeLogin } from '../../team/login-file.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('<link>', 'the link of an invite; it works once')
      .option('--name <name>', 'how others of the team see you (default: your user name)')
      .addHelpText(
        'after',
        `
Lets this project on this machine take part in a team. From now on sessions send facts about checks that
went red and green, never a prompt or a message, and fetch those of others (docs/team.md).

Examples:
  reflect login https://team.example.org/#join=kX3…
  reflect login https://team.example.org/#join=kX3… --name "Ada (laptop)"`,
      ),

  async run(context, [link = ''], options) {
    const { url, code } = readInviteLink(link)
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const before = readLogin(workspace.stateDir)
    if (before !== null) {
      throw new ReflectError('usage', `This project is logged in to ${before.url} already`, {
        remedy: 'Run `reflect logout` first.',
      })
    }
    const name = String(options['name'] ?? context.author ?? 'a member')
    const joined = await askTeam({ url, token: null }, 'POST /join', TeamJoined, { code, name })
    await writeLogin(workspace.stateDir, { url, ...joined })
    const { project, role, expiresAt } = joined
    context.print(
      context.json
        ? JSON.stringify({ url, project, role, expiresAt })
        : `Logged in to ${project} at ${url} as ${role}, until ${expiresAt.slice(0, 10)}. Sessions send and fetch from now on; \`reflect sync\` does it at once.`,
    )
    return 0
  },
}
