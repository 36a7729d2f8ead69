import type { CommandResult } from './command-result.js'
import type { CommandPart } from './split-command.js'

/**
 * The exit code of one command in a line, as far as the line's own code tells it: null when it went
 * into a pipe, was followed by others, or was allowed to fail.
 */
export function ownExitCode(
  parts: readonly CommandPart[],
  index: number,
  ended: CommandResult,
): number | null {
  const told = parts.length === 1 ? null : echoedCode(parts, index, ended)
  if (told !== null) return told
  // A client that says "failed" and no more: not zero, whatever it was.
  const code = ended.exitCode ?? (ended.status === 'failed' ? 1 : null)
  if (code === null) return null
  const part = parts[index]!
  if (parts.length === 1 && part.join === '') return code
  const after = parts.slice(index + 1)
  const piped = part.join === '|' && !parts.some(({ text }) => /\bpipefail\b/.test(text))
  if (piped || part.join === '||' || part.join === '&') return null
  const afterPipe =
    part.join === '|' ? after.slice(after.findIndex(({ join }) => join !== '|') + 1) : after
  const joins = [part, ...after].slice(0, -1).map(({ join }) => join)
  if (!joins.every((join) => join === '&&' || join === '|')) {
    const rest = parts.slice(index + 1)
    // What comes after a `;` has its own code; only steps that can't fail leave it alone.
    return part.join === ';' && rest.length > 0 ? null : onlyAnds(parts, index, code)
  }
  if (code === 0) return 0
  // One of several failed. It was this one if no other could have.
  const isOnly = parts.slice(0, index).every(isHarmless) && afterPipe.every(neverFails)
  return isOnly ? code : null
}

function onlyAnds(parts: readonly CommandPart[], index: number, code: number): number | null {
  const after = parts.slice(index)
  const chained = after.slice(0, -1).every(({ join }) => join === '&&')
  return chained && (code === 0 || after.length === 1) ? code : null
}

/**
 * A line that ended badly did not get through its last command: that one failed, or one before it did and
 * it was never begun. What was killed may have done its work.
 */
export function hasNotSucceeded(
  parts: readonly CommandPart[],
  index: number,
  { exitCode, status }: CommandResult,
): boolean {
  const code = exitCode ?? (status === 'failed' ? 1 : 0)
  if (code === 0 || KILLED.has(code)) return false
  const rest = parts.slice(index + 1)
  const joins = parts.slice(index, -1).map(({ join }) => join)
  return joins.every((join) => join === '&&') && rest.every(neverFails)
}

const KILLED: ReadonlySet<number> = new Set([124, 130, 137, 143])

const neverFails = ({ words }: CommandPart): boolean =>
  /^(?:echo|printf|true|:|pwd|sleep|date|export|unset|clear)$/.test(words[0] ?? '')

/** It gets things ready: where it fails, it says so. */
const isHarmless = (part: CommandPart): boolean =>
  neverFails(part) || /^(?:cd|set|source|\.|mkdir|pushd|popd)$/.test(part.words[0] ?? '')

/** It prints what others print, or a word of its own. */
export const isQuiet = (part: CommandPart): boolean =>
  isHarmless(part) || FILTERS.has(part.words[0] ?? '')

const FILTERS = new Set(
  'grep egrep rg tee sed awk cut sort uniq wc less more cat head tail'.split(' '),
)

/** `npm test; echo "exit: $?"` prints the code that the line itself has lost. */
function echoedCode(
  parts: readonly CommandPart[],
  index: number,
  ended: CommandResult,
): number | null {
  const next = parts[index + 1]
  if (
    parts[index]!.join !== ';' ||
    next === undefined ||
    !/^(echo|printf)$/.test(next.words[0] ?? '')
  )
    return null
  const [, before] =
    /^(?:echo|printf)\s+(?:-\w+\s+)?["']?([^"'$]{0,40})\$\{?\?/.exec(next.text) ?? []
  if (before === undefined) return null
  const escaped = before.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const codes = [...ended.output.matchAll(new RegExp(`^${escaped}(\\d{1,3})\\b`, 'gm'))]
  return codes.length === 1 ? Number(codes[0]![1]) : null
}
