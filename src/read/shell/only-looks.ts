import { LISTS_OR_CHANGES, LOOKS, READING } from '../../data/reading-programs.js'
import { bareCommand } from './bare-command.js'
import { partsIn } from './parse-line.js'
import { withoutPlace } from './placed-in.js'

/** Looking around changes nothing and makes nothing true. Each command of a line has to be a look. */
export const onlyLooks = (command: string): boolean => {
  const parts = partsIn(command)
  return parts.length > 0 && parts.every(({ words, into }) => into.length === 0 && looks(words))
}

function looks(words: readonly string[]): boolean {
  const [program = '', ...args] = bareCommand(words)
  return (
    READING.has(program) || LOOKERS.has(program) || looksOnly(program, withoutPlace(program, args))
  )
}

const LOOKERS: ReadonlySet<string> = new Set(['find', 'env', 'sed'])

/** A program that also acts is asked for something to look at: `git log`, `gh pr view`, `docker compose ps`. */
export function looksOnly(program: string, args: readonly string[]): boolean {
  const [first = '', second = '', ...rest] = args.filter((arg) => !arg.startsWith('-'))
  const known = LOOKS.get(program)
  if (known === undefined) return false
  if (known.verbs.has(first) || (known.nouns.has(first) && known.verbs.has(second))) return true
  if (program !== 'git' || !LISTS_OR_CHANGES.has(first)) return false
  if (args.some((arg) => LISTING.has(arg.split('=')[0]!))) return true
  if (second === '') return first !== 'stash' && !args.some((arg) => CHANGING.has(arg))
  return SUBVERBS.has(second) || (first === 'config' && rest.length === 0)
}

const LISTING: ReadonlySet<string> = new Set(
  '-l --list --contains --no-contains --merged --no-merged --points-at --get --get-all -v -vv'.split(
    ' ',
  ),
)
const CHANGING: ReadonlySet<string> = new Set(['--unset-upstream', '--edit-description', '--unset'])
const SUBVERBS: ReadonlySet<string> = new Set([
  'list',
  'show',
  'status',
  'get-url',
  'log',
  'get',
  'verify',
])
