import type { StatedDemand, Wanted } from '../../schema/demand.js'
import type { CommandKind, Ledger } from '../../schema/evidence.js'
import { bareCommand } from '../commands/bare-command.js'
import { commandKind } from '../commands/command-kind.js'
import { splitCommand } from '../commands/split-command.js'

/** Looks into the work tree. */
export interface Look {
  exists(file: string): boolean
  /** The file has this word in it; null when it can't be read. */
  holds(file: string, word: string): boolean | null
  /** null when it can't be read. */
  countLines(file: string): number | null
}

/** Sets what was found of what the standing demands name. Without a tree only commands are looked for. */
export function lookFor(
  demands: readonly StatedDemand[],
  ledger: Ledger,
  look: Look | null,
): StatedDemand[] {
  return demands.map((demand) =>
    demand.wants.length === 0 || demand.state !== 'asked'
      ? demand
      : {
          ...demand,
          wants: demand.wants.map((one) => ({ ...one, found: find(one, ledger, look) })),
        },
  )
}

function find({ what, want, file }: Wanted, ledger: Ledger, look: Look | null): boolean | null {
  if (want === 'run') return wasRun(what, ledger)
  if (look === null) return null
  const isThere = (name: string): boolean =>
    namesOf(name).some(look.exists) || wasMade(name, ledger)
  if (want === 'exists') return isThere(what)
  if (want === 'gone') return !look.exists(what)
  return file === undefined || !look.exists(file) ? null : look.holds(file, what)
}

/** It was written under this name, in whatever folder: the agent may know better where it belongs. */
const wasMade = (file: string, { edits }: Ledger): boolean => {
  const names = namesOf(baseName(file))
  return edits.some((edit) => names.includes(baseName(edit.file)))
}

const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1)

/** "LICENSE" is there as `LICENSE.md` or `license` too. */
function namesOf(file: string): string[] {
  const endings = baseName(file).includes('.') ? [''] : ['', '.md', '.txt', '.rst']
  const names = endings.map((ending) => `${file}${ending}`)
  return [...names, ...names.map((name) => name.toLowerCase())]
}

/** null where the session has had more calls than are kept, or something else may have run it. */
function wasRun(command: string, { commands, recent, totals }: Ledger): boolean | null {
  const wanted = squeeze(command)
  const kinds = checksIn(command)
  const calls = recent.filter((item) => item.kind === 'call')
  const isRun =
    commands.some((run) => squeeze(run.command).includes(wanted) || kinds.has(run.kind)) ||
    calls.some((call) => squeeze(call.action).includes(wanted))
  if (isRun) return true
  const isElsewhere = calls.some(
    ({ toolKind, tool }) =>
      toolKind === 'subagent' ||
      (toolKind === 'other' && /run|exec|shell|term|task|agent|test/i.test(tool)),
  )
  return isElsewhere || totals.toolCalls > MAX_SEEN || totals.compactions > 0 ? null : false
}

/** `npm test` and `npm run test` are the same check: it goes by what a command is for. */
const checksIn = (command: string): ReadonlySet<CommandKind> =>
  new Set(
    splitCommand(command)
      .map(({ words }) => commandKind(bareCommand(words)).kind)
      .filter((kind) => CHECKS.has(kind)),
  )

const CHECKS: ReadonlySet<CommandKind> = new Set(['test', 'lint', 'typecheck', 'build', 'format'])
const MAX_SEEN = 50
const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
