import { ReflectError } from '../../schema/error.js'
import type { CliContext } from '../command.js'

/** From the environment alone: any user of the machine can read a program's arguments. */
export function databaseUrl({ env }: Pick<CliContext, 'env'>): string {
  const url = env['REFLECTION_DATABASE'] ?? ''
  if (/^postgres(?:ql)?:\/\//.test(url)) return url
  throw new ReflectError('usage', 'REFLECTION_DATABASE names no PostgreSQL', {
    remedy:
      'Set it to an address such as postgres://reflectory@localhost/reflectory; see docs/team.md.',
  })
}
