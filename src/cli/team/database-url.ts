import { ReflectError } from '../../schema/error.js'
import type { CliContext } from '../command.js'

/** From the environment alone: arguments of a program can be read by everybody on the machine. */
export function databaseUrl({ env }: Pick<CliContext, 'env'>): string {
  const url = env['REFLECTION_DATABASE'] ?? ''
  if (/^postgres(?:ql)?:\/\//.test(url)) return url
  throw new ReflectError('usage', 'REFLECTION_DATABASE names no PostgreSQL', {
    remedy: 'Set it to an address such as postgres://reflectory:password@localhost/reflectory.',
  })
}
