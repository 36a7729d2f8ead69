import type { CommandKind } from '../../schema/evidence.js'

/** Kinds of commands that show how the work is, and change nothing of it. */
export const CHECK_KINDS: readonly CommandKind[] = ['test', 'build', 'typecheck', 'lint']

export const isCheck = ({ kind }: { kind: CommandKind }): boolean => CHECK_KINDS.includes(kind)
