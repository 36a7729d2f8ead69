import type { Programs } from '../wiring/programs.js'
import { ReflectError } from '../schema/error.js'
import type { CliContext } from './command.js'

/** The servers that this program can start. */
export function programsOf({ programs }: CliContext): Programs {
  if (programs !== undefined) return programs
  throw new ReflectError('usage', 'No server can be started from here', {
    remedy: 'Use the program `reflect`.',
  })
}
