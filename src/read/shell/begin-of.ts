/** What a part prints before anything else: the words of an `echo`, the banner of a script. */
import { PACKAGE_VERBS } from '../../data/programs.js'
import type { ShellPart } from './shell-line.js'

/** Knows the line that a part prints first; null for a part without one. */
export function beginOf(part: ShellPart): ((line: string) => boolean) | null {
  const { isHidden, isPiped, showsErrors, into } = part
  if (isHidden === true || isPiped === true || showsErrors === true || into.length > 0) return null
  const said = saidBy(part)
  if (said !== null) return said
  const script = scriptOf(part.words)
  return script === null ? sometimesBegins(part) : (line) => isBanner(line, script)
}

/** A line that is missing speaks against the part, unless other versions of its program don't print it. */
export const alwaysBegins = (part: ShellPart): boolean =>
  beginOf(part) !== null &&
  (saidBy(part) !== null || (scriptOf(part.words) !== null && !isSilent(part.words)))

/** Knows what an `echo` prints, whatever its variables hold; null where too little of it is fixed. */
export function saidBy({ words, tells }: ShellPart): ((line: string) => boolean) | null {
  const [program = '', ...args] = words
  if (program !== 'echo' || tells !== undefined) return null
  const said = args.filter((arg) => !/^-[neE]+$/.test(arg)).join(' ')
  const pieces = said.trim().split(VARIABLE)
  if (/[$`\\*?\n]/.test(pieces.join('')) || said.length > MAX_SAID) return null
  const [first = '', ...rest] = pieces
  if (rest.length === 0) return first.length < 2 ? null : (line) => line === first
  const last = rest.pop()!
  if (pieces.join('').replaceAll(/\W/g, '').length < 2) return null
  return (line) => {
    let at = line.startsWith(first) ? first.length : -1
    for (const piece of rest) if (at !== -1) at = line.indexOf(piece, at)
    return at !== -1 && line.endsWith(last) && line.length >= at + last.length
  }
}

const VARIABLE = /\$(?:\w+|\{[^{}$]{1,80}\}|\([^()$]{1,200}\))/
const MAX_SAID = 1_000

/** What older or other versions of it don't print. */
function sometimesBegins({
  words: [program, verb],
}: ShellPart): ((line: string) => boolean) | null {
  if (program === 'yarn') return (line) => line.startsWith('yarn run v')
  return program === 'bun' && verb === 'run' ? (line) => line.startsWith('$ ') : null
}

/** npm, pnpm and yarn print `> name@1.0.0 test` before a script. */
function scriptOf([program = '', ...args]: readonly string[]): string | null {
  if (program !== 'npm' && program !== 'pnpm') return null
  const [verb = '', name = ''] = args.filter((arg) => !arg.startsWith('-'))
  if (/^run(?:-script)?$/.test(verb)) return name
  if (verb === 't') return 'test'
  const isScript = program === 'npm' ? NPM_SCRIPTS.has(verb) : !PACKAGE_VERBS.test(verb)
  return isScript ? verb : null
}

const NPM_SCRIPTS: ReadonlySet<string> = new Set(['test', 'start', 'stop', 'restart'])

function isBanner(line: string, script: string): boolean {
  // `packages/web lint$ eslint .`
  if (line.split(' ', 2)[1] === `${script}$`) return true
  if (!line.startsWith('> ')) return false
  const [name = '', ...rest] = line.slice(2).split(' ')
  return rest[0] === script && name.includes('@')
}

/** Without a banner. */
export const isSilent = (words: readonly string[]): boolean =>
  words.some((word) => word === '-s' || word === '--silent')
