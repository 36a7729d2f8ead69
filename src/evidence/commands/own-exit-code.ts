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
  const others = [...parts.slice(0, index), ...afterPipe].filter((other) => !isHarmless(other))
  return others.length === 0 ? code : null
}

function onlyAnds(parts: readonly CommandPart[], index: number, code: number): number | null {
  const after = parts.slice(index)
  const chained = after.slice(0, -1).every(({ join }) => join === '&&')
  return chained && (code === 0 || after.length === 1) ? code : null
}

const isHarmless = ({ words }: CommandPart): boolean =>
  /^(cd|echo|export|set|source|\.|printf|true|pwd|mkdir|sleep|date|pushd|popd|unset|clear|cat|head|tail)$/.test(
    words[0] ?? '',
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
