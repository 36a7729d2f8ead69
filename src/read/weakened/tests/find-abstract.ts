import { type FileChange, shape, type Shape } from '../changes/file-change.js'
import type { Language } from '../code/language.js'
import { isInside, isLive, namesOf, type TestFile } from './test-file.js'

const CLASSES: ReadonlySet<Language['id']> = new Set<Language['id']>(['jvm', 'csharp', 'php'])
const ABSTRACT = /\babstract\s+(?:\w+\s+){0,3}class\s+(\w+)/g

/** Test classes that are abstract now: no runner takes them, unless another class takes them over. */
export function findAbstract(files: readonly TestFile[], changes: readonly FileChange[]): Shape[] {
  return files
    .filter(({ language }) => CLASSES.has(language.id))
    .flatMap(({ file, before, after }) => {
      const known = new Set(namesIn(before.text))
      return namesIn(after.text).flatMap((name) => {
        const suite = before.units.find((one) => one.kind === 'suite' && one.name === name)
        const now = after.units.find((one) => one.kind === 'suite' && one.name === name)
        if (suite === undefined || now === undefined || known.has(name)) return []
        if (suite.skip !== null || changes.some((one) => takesOver(one, name))) return []
        const tests = after.units.filter((one) => isLive(one) && isInside(one, now))
        if (tests.length === 0) return []
        const names = [name, ...namesOf(tests)]
        const detail = `${name} is abstract: no runner takes it`
        return [shape({ kind: 'skipped', file, names, detail, conditional: true })]
      })
    })
}

const namesIn = (text: string): string[] => [...text.matchAll(ABSTRACT)].map(([, name]) => name!)

/** `class Fast extends Base`, `class Fast : Base()`. */
const takesOver = ({ after }: FileChange, name: string): boolean =>
  new RegExp(`(?:\\bextends|:)\\s{0,9}(?:\\w+[.\\\\])*${name}\\b`).test(after ?? '')
