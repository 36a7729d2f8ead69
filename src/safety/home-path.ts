/**
 * The user's home directory, which no record names: `~` stands for it. It is told once, by whoever
 * opens a workspace, and holds for the process: what is written passes through many hands, and none
 * of them may forget it.
 */
import { posix, win32 } from 'node:path'

interface Hidden {
  /** The ways in which the path is written. */
  forms: readonly string[]
  pattern: RegExp
}

let hidden: Hidden | null = null

/** From now on nothing that is redacted names this directory. */
export function hideHome(home: string): void {
  hidden = isWorthHiding(home) ? hide(home) : null
}

/** The text with `~` for the home directory, in whatever form a path of it is written. */
export function withoutHome(text: string): string {
  if (hidden === null) return text
  // Most texts name no path at all, and looking for a plain text costs next to nothing.
  const { forms, pattern } = hidden
  return forms.some((form) => text.includes(form)) ? text.replace(pattern, '~') : text
}

// Of the range that Unicode keeps free for private use: nobody types them.
const SIGNS = ['\uE0F0', '\uE0F1', '\uE0F2']

/**
 * For what only we read again, and has to be the same then: a sign for each form of the home.
 * `unsignHome` is its inverse.
 */
export const signHome = (text: string): string =>
  (hidden?.forms ?? []).reduce((rest, form, index) => rest.replaceAll(form, SIGNS[index]!), text)

export const unsignHome = (text: string): string =>
  (hidden?.forms ?? []).reduce(
    (rest, form, index) => rest.replaceAll(SIGNS[index]!, () => form),
    text,
  )

/** A path as a record has it, made whole again. */
export function expandHome(path: string, home: string): string {
  if (path === '~') return home
  return /^~[\\/]/.test(path) ? home + path.slice(1) : path
}

/** A root directory, or one right below it on Windows, says nothing of anybody. */
const isWorthHiding = (home: string): boolean =>
  (posix.isAbsolute(home) || win32.isAbsolute(home)) && !/^(?:[A-Za-z]:)?[\\/]*$/.test(home)

function hide(home: string): Hidden {
  const path = home.replace(/[\\/]+$/, '')
  // As it is, inside a JSON text, and in a URL of a stack trace.
  const forms = [...new Set([path, JSON.stringify(path).slice(1, -1), encodeURI(path)])]
  const either = forms.map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  // Only whole names: /home/u is neither in /home/u2 nor in /srv/home/u.
  return { forms, pattern: new RegExp(`(?<![\\w.~-])(?:${either})(?![\\w.-])`, 'g') }
}
