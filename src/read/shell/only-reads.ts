import { READING, READING_GIT } from '../../data/reading-programs.js'
import type { CommandKind } from '../../schema/evidence.js'
import { bareCommand } from './bare-command.js'
import { commandKind } from './command-kind.js'
import type { ShellPart } from './shell-line.js'

/** It looks, or checks, and leaves the project as it was. */
export function onlyReads({ words }: ShellPart): boolean {
  const [program = '', ...args] = bareCommand(words)
  if (program === '' || READING.has(program)) return true
  if (program === 'git') return READING_GIT.has(args.find((word) => !word.startsWith('-')) ?? '')
  return CHECKS.has(commandKind([program, ...args]).kind)
}

const CHECKS: ReadonlySet<CommandKind> = new Set(['test', 'build', 'typecheck', 'lint'])
