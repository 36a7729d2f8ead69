import { TeamTokens } from '../../../schema/api/team.js'
import type { TeamToken } from '../../../schema/api/team.js'
import { ReflectError } from '../../../schema/error.js'
import { askTeam } from '../../../team/ask-team.js'
import type { TeamLogin } from '../../../team/login-file.js'

/** Whom a word means: `me`, the id of a token, or a name that one person alone has. */
export async function findPerson(
  login: TeamLogin,
  word: string,
): Promise<Pick<TeamToken, 'person' | 'name' | 'role'>> {
  if (word === 'me') return { person: login.person, name: 'you', role: login.role }
  const { tokens } = await askTeam(login, 'GET /tokens', TeamTokens)
  const meant = tokens.filter(({ id, name }) => id === word || name === word)
  const [first] = meant
  if (first === undefined) {
    throw new ReflectError('not-found', `No one in the project is called "${word.slice(0, 64)}"`, {
      remedy: '`reflect team` lists who is in, those with a revoked token too.',
    })
  }
  if (meant.every(({ person }) => person === first.person)) return first
  throw new ReflectError('usage', `Several are called ${first.name}`, {
    remedy: `Say which, by the id of a token: ${meant.map(({ id }) => id).join(', ')}.`,
  })
}
