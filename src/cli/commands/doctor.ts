import { readPauses } from '../../config/read-pauses.js'
import { findStatePlace } from '../../config/state-place.js'
import { ReflectError } from '../../schema/error.js'
import { shorten } from '../../util/shorten.js'
import { openWorkspace } from '../../wiring/workspace.js'
import { verb } from '../command.js'
import type { CliContext } from '../command.js'
import { about } from '../doctor/check.js'
import type { CheckResult } from '../doctor/check.js'
import { bareChecks, checks } from '../doctor/checks.js'
import { workspaceOf } from '../opens.js'
import { paint } from '../paint.js'
import { plain } from '../plain.js'

export const command = verb({
  about: `
Checks the machine, the config, the store, the hooks' log and the files that the repository brings.
Exit code 1 when something is broken.`,
  examples: `
  reflect doctor
  reflect doctor --json`,
  async run(_, context) {
    const results = await examine(context)
    const isBroken = results.some(({ state }) => state === 'broken')
    return { json: { checks: results }, text: describe(results, context), exit: isBroken ? 1 : 0 }
  },
})

export async function examine(
  context: CliContext,
  { maxWholeBytes = Infinity }: { maxWholeBytes?: number } = {},
): Promise<CheckResult[]> {
  const { project, stateDir } = findStatePlace(context)
  const isPaused = readPauses(stateDir, context.now()).some(({ session }) => session === null)
  const { root } = project
  const bare = { context, root, stateDir, isPaused, mode: null, workspace: null, maxWholeBytes }
  const workspace = await workspaceOf(context).catch(asReflectError)
  if (workspace instanceof ReflectError) {
    // A broken config is a finding like any other; what needs no config is still looked at.
    const detail = await whatIsWrong(workspace, context)
    const config = about('config').broken(detail, workspace.remedy)
    const found = await Promise.all(bareChecks.map((check) => check(bare)))
    return [config, ...found.flat()]
  }
  const { mode } = workspace.loaded.values
  const found = await Promise.all(checks.map((check) => check({ ...bare, mode, workspace })))
  return found.flat()
}

/** What hooks make of a config that a command refuses. */
async function whatIsWrong({ message }: ReflectError, context: CliContext): Promise<string> {
  const lenient = { ...context, now: context.now(), lenient: true }
  const read = await openWorkspace(lenient).catch(asReflectError)
  const isOff = !(read instanceof ReflectError) && read.loaded.values.mode === 'off'
  return isOff ? `off, because ${message}` : message
}

function asReflectError(error: unknown): ReflectError {
  if (error instanceof ReflectError) return error
  throw error
}

function describe(results: readonly CheckResult[], { home, colour }: CliContext): string {
  const { green, yellow, red, bold } = paint(colour)
  const marks = { ok: green('ok     '), notice: yellow('notice '), broken: red('broken ') }
  const width = Math.max(...results.map(({ name }) => name.length))
  const lines = results.flatMap(({ name, state, detail, remedy }) => [
    `${marks[state]} ${bold(name.padEnd(width))}  ${plain(shorten(detail, home))}`,
    ...(remedy === null ? [] : [`${' '.repeat(width + 10)}→ ${plain(shorten(remedy, home))}`]),
  ])
  const count = results.filter(({ state }) => state === 'broken').length
  return [...lines, '', count === 0 ? 'Nothing is broken.' : `${count} broken.`].join('\n')
}
