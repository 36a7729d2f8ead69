/**
 * Tests of languages without a table, before and after: those that are off now, and those that are found
 * nowhere any more. Only a red run that names one makes it more than a reason to look.
 */
import { oneLine } from '../../../util/one-line.js'
import { type FileChange, shape, type Shape } from '../changes/file-change.js'
import { fileRole } from '../changes/file-role.js'
import { callsIn, likenessOf, wordsIn } from '../code/words-in.js'
import { type OtherTest, otherTestsIn } from './other-tests.js'
import { renamedWords } from './renamed-words.js'

const MAX_FOUND = 10

export function compareOtherTests(changes: readonly FileChange[]): Shape[] {
  const files = changes
    .filter(({ file }) => fileRole(file) === 'other-test')
    .map(({ file, before, after }) => ({
      file,
      ending: file.slice(file.lastIndexOf('.')),
      before: otherTestsIn(before),
      after: otherTestsIn(after),
    }))
  if (files.every(({ before }) => before.length === 0)) return []
  const code = changes.filter(({ file }) => fileRole(file) !== 'other-test')
  return files
    .flatMap(({ file, ending, before, after }) => {
      const near = files.filter((one) => one.ending === ending)
      const now = [...after, ...near.flatMap((one) => (one.file === file ? [] : one.after))]
      const pairs = before.map((old) => ({ old, now: now.find(({ name }) => name === old.name) }))
      const off = pairs.flatMap(({ old, now: one }) =>
        old.skip === null && typeof one?.skip === 'string' ? [one] : [],
      )
      const known = new Set(near.flatMap((one) => one.before.map(({ name }) => name)))
      const fresh = now.filter(({ name }) => !known.has(name))
      const renamed = renamedWords(
        pairs.flatMap(({ old, now: one }) =>
          one === undefined ? [] : [{ before: old.body, after: one.body }],
        ),
      )
      const gone = pairs.flatMap(({ old, now: one }) =>
        one === undefined && old.skip === null && !livesOn(old, fresh, { code, renamed })
          ? [old]
          : [],
      )
      return [
        ...off.map(({ name, skip }) =>
          shape({
            kind: 'skipped',
            file,
            names: [name],
            detail: oneLine(skip!, 120),
            conditional: true,
          }),
        ),
        ...(gone.length === 0 ? [] : [toLost(file, gone)]),
      ]
    })
    .slice(0, MAX_FOUND)
}

function toLost(file: string, gone: readonly OtherTest[]): Shape {
  const names = [...new Set(gone.map(({ name }) => name))]
  const count = names.length === 1 ? '1 test' : `${names.length} tests`
  return shape({ kind: 'replaced', file, names, detail: `${count}: not found any more` })
}

interface Grounds {
  /** Files of the change that hold no such tests. */
  code: readonly FileChange[]
  renamed: ReadonlySet<string>
}

/** Under another name, as a part of one that is new, or no more because what it calls is gone. */
function livesOn(old: OtherTest, fresh: readonly OtherTest[], { code, renamed }: Grounds): boolean {
  const words = wordsIn(old.body)
  if (words.size === 0) return true
  const isIn = (one: OtherTest): boolean => {
    const own = wordsIn(`${one.name} ${one.body}`)
    const kept = [...words].filter((word) => own.has(word) || renamed.has(word)).length
    return likenessOf(words, own) >= 0.6 || kept / words.size >= 0.8
  }
  return fresh.some(isIn) || [...calledIn(old.body)].some(isRemoved(code, renamed))
}

/** What it calls, and the types that it names. */
const calledIn = (body: string): Set<string> =>
  new Set([...callsIn(body), ...(body.match(/\b[A-Z]\w{3,}/g) ?? [])])

const isRemoved =
  (code: readonly FileChange[], renamed: ReadonlySet<string>) =>
  (word: string): boolean =>
    !renamed.has(word) &&
    code.some(({ before }) => before?.includes(word)) &&
    !code.some(({ after }) => after?.includes(word))
