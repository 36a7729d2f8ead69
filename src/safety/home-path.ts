/**
 * The user's home directory, which no record names: `~` stands for it. Whoever opens what is written
 * (a store, a log, a file beside the work) passes the home, and what is opened hides it.
 */
import { posix, win32 } from 'node:path'

/** Gives a text back without the home directory in it. */
export type HideHome = (text: string) => string

/** Writes `~` for the home directory, in whatever form a path of it is written. */
export function hideHome(home: string): HideHome {
  const forms = formsOf(home)
  if (forms.length === 0) return (text) => text
  const either = forms.map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  // Only whole names: /home/u is neither in /home/u2 nor in /srv/home/u.
  const pattern = new RegExp(`(?<![\\w.~-])(?:${either})(?![\\w.-])`, 'g')
  return (text) =>
    // Most texts name no path at all, and looking for a plain text costs next to nothing.
    forms.some((form) => text.includes(form)) ? text.replace(pattern, '~') : text
}

// Of the range that Unicode keeps free for private use: they are never typed.
const SIGNS = ['\uE0F0', '\uE0F1', '\uE0F2']

/**
 * For what only we read again, and has to be the same then: a sign for each form of the home.
 * `unsignHome` is its inverse.
 */
export const signHome = (text: string, home: string): string =>
  formsOf(home).reduce((rest, form, index) => rest.replaceAll(form, SIGNS[index]!), text)

export const unsignHome = (text: string, home: string): string =>
  formsOf(home).reduce((rest, form, index) => rest.replaceAll(SIGNS[index]!, () => form), text)

/** A path as a record has it, made whole again. */
export function expandHome(path: string, home: string): string {
  if (path === '~') return home
  return /^~[\\/]/.test(path) ? home + path.slice(1) : path
}

/** As it is, inside a JSON text, and in a URL of a stack trace; none of a home that says nothing. */
function formsOf(home: string): string[] {
  if (!isWorthHiding(home)) return []
  const path = home.replace(/(?<![\\/])[\\/]+$/, '')
  return [...new Set([path, JSON.stringify(path).slice(1, -1), encodeURI(path)])]
}

/** A root directory, or one right below it on Windows, identifies no person. */
const isWorthHiding = (home: string): boolean =>
  (posix.isAbsolute(home) || win32.isAbsolute(home)) && !/^(?:[A-Za-z]:)?[\\/]*$/.test(home)
