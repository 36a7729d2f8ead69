import type { CommandKind } from '../../schema/evidence.js'
import { bareCommand } from './bare-command.js'
import { commandKind } from './command-kind.js'
import { parseLine } from './parse-line.js'
import type { ShellPart } from './shell-line.js'

/** What each simple command of a shell line is for. */
export const kindsIn = (line: string): CommandKind[] => parseLine(line).parts.map(kindOfPart)

export const kindOfPart = ({ words }: Pick<ShellPart, 'words'>): CommandKind =>
  commandKind(bareCommand(words)).kind
