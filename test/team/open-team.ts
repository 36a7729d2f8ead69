import { openPostgres } from '../../src/store/postgres.js'
import type { TeamRole } from '../../src/schema/api/team.js'
import { randomHex } from '../../src/util/random-hex.js'

const [now, expiresAt] = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']

/** A project with its people, made behind the servers' back; the tokens by name. */
export async function openTeam(
  databaseUrl: string,
  project: string,
  people: Readonly<Record<string, TeamRole>>,
): Promise<Record<string, string>> {
  const database = await openPostgres(databaseUrl)
  const tokens: Record<string, string> = {}
  let isFirst = true
  for (const [name, role] of Object.entries(people)) {
    const invite = { code: randomHex(16), project, role, actor: null, now, expiresAt }
    await (isFirst ? database.access.createProject : database.access.invite)(invite)
    isFirst = false
    tokens[name] = `rt_${randomHex(64).slice(0, 43)}`
    const member = { tokenId: randomHex(8), person: randomHex(8), name, token: tokens[name] }
    await database.access.join({ code: invite.code, ...member, now, expiresAt })
  }
  await database.close()
  return tokens
}

/** Asks a team's server, and expects it to do what it is asked. */
export async function askServer<T>(
  server: { url: string },
  route: string,
  token: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  const [method = '', path = ''] = route.split(' ')
  const response = await fetch(`${server.url}/api/team/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
