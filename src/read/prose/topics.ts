import { isDense } from './tokens.js'
import { lexiconSet, wordsOf } from './words.js'

/** Words that name no topic, in crude base forms, by language. */
const COMMON = lexiconSet(
  `
  about above after again all also and another any anything are around back basic because been before
  being below best better between both but can cannot check checks checked clean cleaned cleanup code
  codebase complete completed continue continued continuing could couple did does doing done down each else even every everything few
  file files fine finish finished first fix fixes fixed fixing for from further get give going good great
  had handle handled has have having hello help here hey how improve improved improvement improvements into
  issue issues item items its itself just keep know last left let like little look looks looking made make
  makes making many more most much need needs new next nice nicer none not nothing now okay only onto other
  others our out over part parts performance please problem problems progress project properly really
  remaining rest right run running runs same see set several should show some something start started
  still stuff such sure take task tasks than thanks that the their them then there these they thing things
  this those through today too tried try tweaks under until update updated updates use used user users
  uses using various very want wants was way ways well were what when where which while who why will with
  work worked working works would write writing written wrote yes yet you your add added adding adds app
  application change changed changes changing create created creating implement implemented implementing
  adjusted adjustments optimized
  aber alle alles auch auf aus bei bitte das dass dem den der des die doch ein eine einem einen einer eines
  für habe haben hat ich ihr ist jetzt kann mit nach nicht noch nur oder sich sie sind soll über und uns
  von vor war was wenn wie wir wird zum zur datei dateien fertig
  algo como con cuando del desde donde ella ellos esta este esto está hay las les los más muy nos para pero
  por porque que qué sin sobre son sus también todo todos una uno unos archivo archivos hecho
  aux avec ces cette dans des elle est être fait ils les leur lui mais même nous par pas plus pour que qui
  sans ses son sont sur tous tout une vous fichier fichiers
  com das dos ela ele eles foi isso mais mas meu minha nas nos não para pela pelo por que sem ser seu sua
  tem uma arquivo arquivos
  alla anche che come con dal dalla degli dei del della delle gli hanno nel nella non per più quando questo
  senza sono sta sul tutti tutto una file
`,
  'topic.none',
)

/** The words of a text that name a topic, in a crude base form. */
export function topicWords(text: string): Set<string> {
  const found = new Set<string>()
  const words = wordsOf(text).map((word) => word.replace(/['’].*/, ''))
  for (const word of words.flatMap(splitScripts)) {
    if (isDense(word.charCodeAt(0))) for (const pair of pairsOf(word)) found.add(pair)
    else if (word.length > 2 && !COMMON.has(word)) found.add(baseForm(word))
  }
  return found
}

/** Words that both texts have as a topic. */
export function sharedTopics(one: string, other: string): string[] {
  const words = topicWords(other)
  return [...topicWords(one)].filter((word) => words.has(word))
}

/** A text that names nothing one could work on: no file, no part, no behaviour. */
export const isVague = (text: string): boolean =>
  !/[\w-]\.[a-z]{1,5}\b|`[^`]+`|[a-z][A-Z]|\w_\w|#\d|\w\/\w/.test(text) &&
  topicWords(text).size === 0

const baseForm = (word: string): string =>
  word.length <= 4
    ? word.replace(/s$/, '')
    : word.replace(/(?:ations?|ating|ated|ates?|ings?|ments?|ies|ed|es|s|ion|e)$/, '')

/** "CHANGELOGの翻訳": runs of one script. Kana between names are grammar. */
function splitScripts(word: string): string[] {
  const runs: string[] = []
  let from = 0
  for (let at = 1; at <= word.length; at += 1) {
    if (at < word.length && scriptOf(word.charCodeAt(at)) === scriptOf(word.charCodeAt(from)))
      continue
    if (scriptOf(word.charCodeAt(from)) !== 'grammar') runs.push(word.slice(from, at))
    from = at
  }
  return runs
}

function scriptOf(code: number): 'grammar' | 'dense' | 'spaced' {
  if (code >= 0x3040 && code <= 0x309f) return 'grammar'
  return isDense(code) ? 'dense' : 'spaced'
}

/** Two characters are a word as often as not. */
function pairsOf(run: string): string[] {
  const pairs: string[] = []
  for (let at = 0; at + 1 < run.length; at += 1) pairs.push(run.slice(at, at + 2))
  return pairs
}
