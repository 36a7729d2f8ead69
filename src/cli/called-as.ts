import path from 'node:path'
import { shorten } from '../util/shorten.js'
import type { CliContext } from './command.js'

/** What to type for this program: npm also runs it where `reflect` is no command. */
export function calledAs({ env, home }: Pick<CliContext, 'env' | 'home'>, root: string): string {
  if (env['npm_command'] === 'exec') return 'npx reflectory'
  const script = env['npm_lifecycle_event']
  if (script !== 'start' && script !== 'audit') return 'reflect'
  return `node ${shorten(path.join(root, 'dist', 'cli', 'bin.cjs'), home)}`
}
