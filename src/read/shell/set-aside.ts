import { bareCommand } from './bare-command.js'
import type { ShellPart } from './shell-line.js'
import { oneOf } from '../../util/one-of.js'

export interface SetAside {
  /** Which of the line's commands ran on a tree without the session's changes. */
  parts: ReadonlySet<number>
  /** The changes are still away when the line ends. */
  isAway: boolean
}

/**
 * Agents look whether a check was red before: `git stash && npm test; git stash pop`, or the same
 * between two checkouts of one line. What such a check says is not about the work.
 */
export function findSetAside(
  parts: readonly ShellPart[],
  wasAway: boolean,
  output: string,
): SetAside {
  const moves = parts.map(({ words }) => moveOf(bareCommand(words)))
  const firstSwitch = moves.indexOf('switch')
  const lastSwitch = moves.lastIndexOf('switch')
  const aside = new Set<number>()
  let isAway = wasAway
  for (const [index, move] of moves.entries()) {
    if (move === 'put') isAway = !/no local changes to save/i.test(output)
    else if (move === 'take') isAway = false
    else if (isAway || (index > firstSwitch && index < lastSwitch)) aside.add(index)
  }
  return { parts: aside, isAway }
}

const ENDS: ReadonlySet<string> = new Set(['pop', 'apply', 'branch', 'drop', 'clear'])
const PARTLY = oneOf('-k|--keep-index|-p|--patch|-S|--staged|--')

type Move = 'put' | 'take' | 'switch' | null

function moveOf([program, verb = '', ...rest]: readonly string[]): Move {
  if (program !== 'git') return null
  if (verb === 'checkout' || verb === 'switch') return 'switch'
  if (verb !== 'stash') return null
  const [deed = 'push'] = rest
  if (ENDS.has(deed)) return 'take'
  // What stays in the tree, or only a part of it is put away: then it is the work that is checked.
  if (rest.some((word) => PARTLY.test(word))) return null
  return deed === 'push' || deed === 'save' || deed.startsWith('-') ? 'put' : null
}
