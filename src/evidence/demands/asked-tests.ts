import { saysNo } from '../message/says-no.js'
import { wordsOf } from '../message/words.js'
import { isConditional } from './asked-files.js'

/**
 * Whether a clause asks for tests to be written: the verb opens it, tests are its object, and nothing is
 * named behind them that they only describe ("a test plan", "test data").
 */
export function asksForTests(clause: string): boolean {
  if (saysNo(clause) || isConditional(clause)) return false
  if (DENSE.some((stem) => clause.includes(stem))) return true
  const words = wordsOf(clause)
  const verb = words.findIndex((word) => !OPENERS.has(word))
  if (!isVerb(words[verb] ?? '')) return false
  const at = words.findIndex(isTests)
  const behind = words[at + 1]
  if (at <= verb || (behind !== undefined && !BEHIND.has(behind))) return false
  const between = words.slice(verb + 1, at)
  // "Add a login form with unit tests", "cover it with a test".
  if (between.slice(-2).some((word) => WITH.has(word))) return behind === undefined
  return between.length < REACH && !between.some((word) => OTHER_OBJECT.has(word))
}

/** "Add mean(), and a test for it": a clause without a verb goes on with that of the one before. */
export function sharesVerb(clause: string, before: string): boolean {
  const own = openingOf(clause)
  const verb = openingOf(before)
  if (!INDEFINITE.has(own) || !(isVerb(verb) || MAKES.has(verb))) return false
  return !saysNo(before) && !isConditional(before) && asksForTests(`add ${clause}`)
}

const openingOf = (clause: string): string =>
  wordsOf(clause).find((word) => !OPENERS.has(word)) ?? ''

/** Words between the verb and its object: "a few more unit tests". */
const REACH = 5

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))
const startsLike = (word: string, heads: readonly string[]): boolean =>
  heads.some((head) => word.startsWith(head))

const isTests = (word: string): boolean => TESTS.has(word) || word.startsWith('тест')
const TESTS = words('test tests prueba pruebas teste testes unittests')

const isVerb = (word: string): boolean => VERBS.has(word) || startsLike(word, VERB_HEADS)
const VERBS = words(
  `add write create include provide cover añade agrega escribe crea cubre ajoute écris couvre adicione adiciona
  escreva escreve acrescenta crie cubra aggiungi scrivi copri`,
)
const VERB_HEADS = 'schreib ergänz erstell füg добавь напиши покро'.split(' ')

/** "The tests" may be what something else is added to. */
const INDEFINITE = words(
  `a an one two three some more unit integration regression matching corresponding ein eine einen einige un una unos
  unas une des um uma alguns algumas alcuni`,
)
const MAKES = words('implement build make develop introduce implementiere baue')

const OPENERS = words('please also and then finally now bitte auch und dann y et e и')
const BEHIND = words(
  `for that which covering too and as für dafür hinzu dazu para pour per de y et e для на и`,
)
/** Something else is the object, and tests are what it is for: "a database for tests". */
const OTHER_OBJECT = words(
  `for of to in and with that which from für von zu in und mit para de en y con pour de en et avec per di
  в для и с`,
)

const WITH = words('with mit con avec com')

/** Scripts without spaces name the deed right beside the thing. */
const DENSE =
  'テストを追加,テストを書いて,テストを作成,テスト追加,添加测试,编写测试,补充测试,增加测试,写测试,테스트를 추가,테스트 추가,테스트를 작성,테스트 작성'.split(
    ',',
  )
