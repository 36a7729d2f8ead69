import { baseName } from '../../util/base-name.js'

/** Whether a changed file goes by this name: in whatever folder, and a bare name with the ending of a text. */
export function isFileCalled(file: string, name: string): boolean {
  const own = baseName(file).toLowerCase()
  if (namesOf(baseName(name).toLowerCase()).includes(own)) return true
  return CHANGELOG.test(baseName(name)) && (CHANGELOG.test(own) || CHANGES_FOLDER.test(file))
}

/** "LICENSE" is there as `LICENSE.md` or `license` too. */
export function namesOf(file: string): string[] {
  const endings = baseName(file).includes('.') ? [''] : ['', '.md', '.txt', '.rst']
  const names = endings.map((ending) => `${file}${ending}`)
  return [...names, ...names.map((name) => name.toLowerCase())]
}

/** Projects keep it under several names, or write a file for each entry. */
const CHANGELOG = /^(?:changelog|changes|history|news|release[-_]?notes)(?:\.\w+)?$/i
const CHANGES_FOLDER =
  /(?:^|\/)(?:\.?changesets?|\.?changes|changelogs?|changelog\.d|unreleased|news|newsfragments|release[-_]?notes)\//i
