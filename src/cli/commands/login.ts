import { ALL_PROJECTS, TeamJoined, TeamMe } from '../../schema/api/team.js'
import { ReflectError } from '../../schema/error.js'
import type { TeamRole } from '../../schema/api/team.js'
import { openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliCommand, CliContext } from '../command.js'
import { findAgents } from '../install/find-agents.js'
import { askTeam, readLoginLink } from '../../team/ask-team.js'
import type { LoginLink } from '../../team/ask-team.js'
import { lastToken, readLogin, writeLogin } from '../../team/login-file.js'
import type { TeamLogin } from '../../team/login-file.js'
import { projectName } from '../team/project-name.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .argument('<link>', 'the link of an invite, which works once, or of a token')
      .option('--name <name>', 'how others of the team see you (default: your user name)')
      .option('--project <name>', 'which project, where the token is for all of them')
      .addHelpText(
        'after',
        `
Lets this project on this machine take part in a team. From now on sessions send facts about checks that
went red and green, never a prompt or a message, and fetch those of others (docs/team.md). When a token has
ended, log in again with a new invite: this machine keeps its identity.

Examples:
  reflect login https://team.example.org/#join=kX3…
  reflect login https://team.example.org/#join=kX3… --name "Ada laptop"
  reflect login "$TEAM_LOGIN" --yes                 in CI: the link of a token (reflect team token)`,
      ),

  async run(context, [link = ''], options) {
    const asked = readLoginLink(link)
    const workspace = await openWorkspace({ ...context, now: context.now() })
    const before = readLogin(workspace.stateDir)
    if (before !== null && before.url !== asked.url) {
      throw new ReflectError('usage', `This project is logged in to ${before.url} already`, {
        remedy: 'Run `reflect logout` first.',
      })
    }
    const name = String(options['name'] ?? context.author ?? 'a member')
    const named = options['project'] === undefined ? null : projectName(String(options['project']))
    const last = lastToken(workspace.stateDir, asked.url)
    const login = asked.kind === 'join' ? await join(asked, name, last) : await bring(asked, named)
    await writeLogin(workspace.stateDir, login)
    const { url, project, role, expiresAt } = login
    context.print(
      context.json
        ? JSON.stringify({ url, project, role, expiresAt })
        : `Logged in to ${project} at ${url} as ${role}, until ${expiresAt.slice(0, 10)}. ` +
            `${await whyNotYet(context, workspace)}Sessions ${DO[role]} from now on; \`reflect sync\` does it at once.`,
    )
    return 0
  },
}

/** Without a hook that records there is no session that could send: whoever logs in waits in vain. */
async function whyNotYet(context: CliContext, { loaded }: Workspace): Promise<string> {
  const isInstalled = (await findAgents(context)).some(({ installed }) => installed.length > 0)
  if (isInstalled && loaded.values.mode !== 'off') return ''
  const what = isInstalled ? 'The mode is off here' : 'No agent has the hooks here'
  return `${what}: \`reflect install <agent> --mode solo\` first. Then: `
}

const DO: Readonly<Record<TeamRole, string>> = {
  owner: 'send and fetch',
  member: 'send and fetch',
  viewer: 'fetch',
  ingest: 'send',
}

/** With the token from before, this machine keeps its identity: what it sent can still be taken back. */
async function join(
  { url, secret: code }: LoginLink,
  name: string,
  token: string | null,
): Promise<TeamLogin> {
  const joined = await askTeam({ url, token }, 'POST /join', TeamJoined, { code, name })
  return { url, ...joined }
}

/** A token that was made before: the server says whose it is. */
async function bring({ url, secret: token }: LoginLink, named: string | null): Promise<TeamLogin> {
  const address = {
    url,
    token,
    ...(named === null ? {} : { project: named, scope: 'all' as const }),
  }
  const { project, person, role, scope, expiresAt } = await askTeam(address, 'GET /me', TeamMe)
  if (project !== ALL_PROJECTS) return { url, token, project, person, role, scope, expiresAt }
  throw new ReflectError('usage', 'This token is for all projects of the server', {
    remedy: 'Say which one this is: `reflect login <link> --project <name>`.',
  })
}
