/** Wishes that a list names: files to be written, one a line, and tests by their names. */
import { lazy } from '../../safety/lazy.js'
import { saysNo } from '../message/says-no.js'
import { subjectsIn } from '../message/subjects.js'
import { wordFinder } from '../message/words.js'
import { isConditional } from './asked-files.js'
import { isFileName, isTextOrTest } from './named-in.js'

/**
 * "Docs for 2.5 please:" and a line for each file. Only texts for people and files of tests: other files may
 * be what a program writes. `lead` is the sentence that opens the list.
 */
export function listedFile(item: string, lead: string): string | null {
  const [first = '', next = ''] = item.split(/\s+/, 2)
  const file = first.replace(/(?<![`,:])[`,:]+$/, '').replace(/^`/, '')
  if (!isFileName(file) || !isTextOrTest(file)) return null
  if (next !== '' && !/^[(:–—-]/.test(next) && !first.endsWith(':')) return null
  return opensWishes(lead, item) ? file : null
}

/** "I need:" and "- a function toCsv()": one that is not there yet, by the article before it. */
export function listedSymbol(item: string, lead: string): string | null {
  const [, name] = NEW_SYMBOL().exec(item) ?? []
  return name !== undefined && opensWishes(lead, item) ? name : null
}

const NEW_SYMBOL = lazy(
  () =>
    new RegExp(
      [
        String.raw`^(?:an?|one|eine?|una?|une|uma?|новая|новую)\s(?:[\p{L}-]{1,20}\s)?`,
        String.raw`(?:function|method|helper|funktion|methode|función|método|fonction|méthode|função|funzione|metodo`,
        String.raw`|функци[яю]|метод)\s\x60?([A-Za-z_$][\w$]{2,60})\x60?\(`,
      ].join(''),
      'iu',
    ),
)

function opensWishes(lead: string, item: string): boolean {
  if ([item, lead].some((text) => saysNo(text) || isConditional(text))) return false
  const words = findLead(lead)
  return lead.trimEnd().endsWith(':') && words.has('want') && !words.has('other')
}

const findLead = wordFinder({
  want: `please add write create need want bitte ergänz* schreib* erstell* brauch* añade escribe crea necesito
    ajoute écris crée besoin faut adicione escreva crie preciso aggiungi scrivi crea servono добавь* напиши создай нужн*
    追加 作成 添加 创建 추가 작성`,
  other: `remove delete drop move rename fix check review read look see lösch* entfern* prüf* lies elimina borra mueve
    revisa supprime déplace vérifie remova verifique rimuovi controlla удали* проверь* 削除 删除 삭제 writes generates
    outputs`,
})

/** "Three tests, please: test_a, test_b and test_c": nothing but names, which no test has yet. */
export function namedTests(text: string): string[] {
  const [lead = '', ...rest] = text.split(/:\s/)
  if (!subjectsIn(lead).has('tests') || saysNo(text) || isConditional(text)) return []
  const words = findTests(lead)
  if (!words.has('want') || words.has('old')) return []
  const listed = rest
    .join(': ')
    .replaceAll(/\([^()]*\)/g, ' ')
    .split(/[\s,`]+|\.$/)
    .filter((word) => word !== '' && !JOINS.has(word))
  return listed.every((word) => TEST_NAME.test(word)) ? listed : []
}

const TEST_NAME = /^(?:test_\w{3,60}|[Tt]est[A-Z]\w{2,60})$/
const JOINS = new Set('and und y e et и'.split(' '))

const findTests = wordFinder({
  want: `add write create new need please dazu ergänz* schreib* neue brauch* añade escribe nuevas nuevos necesito ajoute
    écris nouveaux adicione escreva novos preciso aggiungi scrivi nuovi добавь* напиши новые`,
  old: `fail fails failing red broken flaky run rerun pass rot fallen fehl* fallan rojo échou* falham falliscono падают`,
})
