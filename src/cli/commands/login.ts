import { ALL_PROJECTS, TeamJoined, TeamMe } from '../../schema/api/team.js'
import type { TeamRole } from '../../schema/api/team.js'
import { ReflectError } from '../../schema/error.js'
import { askTeam, readLoginLink } from '../../team/ask-team.js'
import type { LoginLink } from '../../team/ask-team.js'
import { lastToken, readLogin, writeLogin } from '../../team/login-file.js'
import type { TeamLogin } from '../../team/login-file.js'
import { findAgents } from '../install/find-agents.js'
import { theWorkspace } from '../opens.js'
import type { InWorkspace } from '../opens.js'
import { argument, readAs, text } from '../takes.js'
import { projectName } from './team/server-address.js'
import { verb } from '../command.js'

export const command = verb({
  about: `
Lets this project on this machine take part in a team. From now on sessions send facts about checks that
went red and green, never a prompt or a message, and fetch those of others (docs/team.md). When a token has
ended, log in again with a new invite: this machine keeps its identity.`,
  examples: `
  reflect login https://team.example.org/#join=kX3…
  reflect login https://team.example.org/#join=kX3… --name "Ada laptop"
  reflect login "$TEAM_LOGIN" --yes                 in CI: the link of a token (reflect team token)`,
  takes: {
    link: readAs(argument('the link of an invite, which works once, or of a token'), readLoginLink),
    name: text('<name>', 'how others of the team see you (default: your user name)'),
    project: readAs(text('<name>', 'which project, where the token is for all of them'), (typed) =>
      typed === undefined ? null : projectName(typed),
    ),
  },
  person: true,
  opens: theWorkspace,
  async run({ link, name, project: named }, opened) {
    const { stateDir } = opened.workspace
    const before = readLogin(stateDir)
    if (before !== null && before.url !== link.url) {
      throw new ReflectError('usage', `This project is logged in to ${before.url} already`, {
        remedy: 'Run `reflect logout` first.',
      })
    }
    const who = name ?? opened.author ?? 'a member'
    const login =
      link.kind === 'join'
        ? await join(link, who, lastToken(stateDir, link.url))
        : await bring(link, named)
    await writeLogin(stateDir, login)
    const { url, project, role, expiresAt } = login
    const text =
      `Logged in to ${project} at ${url} as ${role}, until ${expiresAt.slice(0, 10)}. ` +
      `${await whyNotYet(opened)}Sessions ${DO[role]} from now on; \`reflect sync\` does it at once.`
    return { json: { url, project, role, expiresAt }, text }
  },
})

/** Without a hook that records there is no session that could send: whoever logs in waits in vain. */
async function whyNotYet({ workspace, ...context }: InWorkspace): Promise<string> {
  const isInstalled = (await findAgents(context)).some(({ installed }) => installed.length > 0)
  if (isInstalled && workspace.loaded.values.mode !== 'off') return ''
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
  const of = named === null ? {} : { project: named, scope: 'all' as const }
  const me = await askTeam({ url, token, ...of }, 'GET /me', TeamMe)
  const { project, person, role, scope, expiresAt } = me
  if (project !== ALL_PROJECTS) return { url, token, project, person, role, scope, expiresAt }
  throw new ReflectError('usage', 'This token is for all projects of the server', {
    remedy: 'Say which one this is: `reflect login <link> --project <name>`.',
  })
}
