import type { CommandKind } from '../../schema/evidence.js'
import { bareCommand } from './bare-command.js'
import { commandKind } from './command-kind.js'
import { type CommandPart, splitCommand } from './split-command.js'

/** What each simple command of a shell line is for. */
export const kindsIn = (line: string): CommandKind[] => splitCommand(line).map(kindOfPart)

export const kindOfPart = ({ words }: CommandPart): CommandKind =>
  commandKind(bareCommand(words)).kind
