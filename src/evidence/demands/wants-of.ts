import { lazy } from '../../safety/lazy.js'
import type { Demand, Wanted } from '../../schema/demand.js'
import { reachesOutside } from '../message/reach.js'
import { wordFinder } from '../message/words.js'
import { askedFiles } from './asked-files.js'
import { asksForTests } from './asked-tests.js'
import { bareCommandsIn } from './bare-commands.js'
import { bareDocumentsIn, namedIn } from './named-in.js'
import type { Wish } from './wishes-of.js'

/** What can be looked for: files to be made, moved or deleted, symbols in them, commands to be run. */
export function wantsOf(wish: Wish, kind: Demand['kind']): Wanted[] {
  const { text, whole, extra = [] } = wish
  const { files, symbols, commands } = namedIn(text)
  const isOfTests = wish.tests === true || asksForTests(text)
  const tests: Wanted[] = isOfTests ? [{ what: 'tests', want: 'tests', found: null }] : []
  if (kind === 'change') {
    const named = new Set([...files, ...bareDocumentsIn(text)])
    const wanted = askedFiles(whole).filter(({ file }) => named.has(file))
    const [file] = files
    const isPlain = files.length === 1 && namesSymbol(text) && makes(text)
    return [
      ...wanted.map(({ file, want }) => ({ what: file, want, found: null })),
      ...extra
        .filter(({ what }) => !wanted.some(({ file }) => file === what))
        .map((one) => ({ ...one, found: null })),
      ...(wanted.length === 0 ? tests : []),
      ...(isPlain ? symbols : []).map((what) => ({
        what,
        want: 'symbol' as const,
        file: file!,
        found: null,
      })),
    ]
  }
  if (kind !== 'check') return []
  const named = [
    ...(commands.length > 0 && RUNS().test(text) ? commands : []),
    ...bareCommandsIn(text),
  ]
  if (named.length === 0) return tests
  return named
    .filter((command) => !reachesOutside(command))
    .map((what) => ({ what, want: 'run' as const, found: null }))
}

const findSymbolNoun = wordFinder({
  symbol: `function method class constant type interface hook component struct enum helper export funktion
    methode klasse función método clase fonction méthode classe função funzione`,
})
/** "the function `total`": the noun, then the name in a code span. */
const namesSymbol = (text: string): boolean =>
  [...text.matchAll(/[^`]{1,30}(?=`)/g)].some(([lead]) => findSymbolNoun(lead).size > 0)
const RUN =
  '(?:run|execute|führ\\p{L}*|lass|ejecuta|corre|lance|exécute|rode|esegui|lancia|запусти\\p{L}*)'
const RUNS = lazy(
  () =>
    new RegExp(
      `^\\W*(?:please |then |and |so |also |finally |bitte |dann )*${RUN}\\b[^\`]{0,30}\``,
      'iu',
    ),
)

/** It wants something to be made. */
export const makes = (text: string): boolean => findCreating(text).size > 0
const findCreating = wordFinder({
  create: `add create write implement introduce export define erstell* schreib* füg* implementier* crea añade
    escribe define crée ajoute écris crie adicione escreva aggiungi scrivi implementa implémente добав* напиши*
    создай* реализу* 追加 実装 作成 添加 实现 新增 编写 추가 구현 작성`,
})
