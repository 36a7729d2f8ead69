/**
 * "| Tests | 48 |" and "- Coverage: 100%" in a report, held against what the runs printed. A label says what is
 * counted only where each of its words is known: with any other word it may count something else.
 */
import type { Claim } from '../../schema/claim.js'
import type { CommandRun, Ledger } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import { oneLine } from '../../util/one-line.js'
import { isQuestion } from '../message/find-ask.js'
import { wordFinder, wordsOf } from '../message/words.js'
import { judgeCount } from './judge-count.js'
import type { Judged } from './judged.js'

export function misstated(sentences: readonly Sentence[], ledger: Ledger): Claim | null {
  const own = sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  const entries = own.map(readEntry)
  if (!entries.some(isCounted) || own.some(({ text }) => findElsewhere(text).size > 0)) return null
  for (const [at, entry] of entries.entries()) {
    if (!isCounted(entry) || !isOfNow(at, own, entries)) continue
    const judged =
      entry.of === 'tests'
        ? isOfRun(at, own, entries)
          ? judgeCount(entry.value, ledger)
          : null
        : judgeCoverage(entry, ledger)
    if (judged !== null)
      return { kind: 'tests-pass', quote: oneLine(own[at]!.text, 200), ...judged }
  }
  return null
}

interface Entry {
  of: 'tests' | 'coverage' | 'else'
  label: string
  value: number
  /** Its label says that it is the sum. */
  isTotal: boolean
}

const isCounted = (entry: Entry | null): entry is Entry => entry !== null && entry.of !== 'else'

/** A label and a number, and nothing else. */
function readEntry({ text, act }: Sentence): Entry | null {
  if (text.length > MAX_ENTRY || OPEN.has(act) || isQuestion(text)) return null
  const [, label, number, percent] = ENTRY.exec(text) ?? []
  if (label === undefined || number === undefined) return null
  const value = Number(number.replace(',', '.'))
  return { label, value, ...kindOf(label, percent !== '', Number.isInteger(value)) }
}

const MAX_ENTRY = 120
const OPEN: ReadonlySet<string> = new Set(['announce', 'left', 'permission', 'input', 'outlook'])
const ENTRY =
  /^(?:[✅✔☑]\uFE0F? ?)?([^|:：=\d%]{2,60}?) ?(?:[|:：=]| (?=[\d.,]+ ?%)) ?(\d{1,6}(?:[.,]\d{1,2})?) ?(%?) ?(?:[✅✔☑]\uFE0F?)?\.?$/u

function kindOf(label: string, isShare: boolean, isWhole: boolean): Pick<Entry, 'of' | 'isTotal'> {
  const other = { of: 'else', isTotal: false } as const
  const lower = label.trim().toLowerCase()
  if (isShare) {
    if (DENSE_COVERAGE.test(lower)) return { of: 'coverage', isTotal: /[総总總전]/.test(lower) }
    const words = wordsOf(label)
    const isKnown = words.every((word) => COVERAGE.has(word) || OF_LINES.has(word))
    if (!isKnown || !words.some((word) => COVERAGE.has(word))) return other
    return { of: 'coverage', isTotal: words.some((word) => TOTAL.has(word)) }
  }
  if (!isWhole) return other
  if (DENSE_TESTS.test(lower)) return { of: 'tests', isTotal: false }
  const words = wordsOf(label)
  const isKnown = words.every((word) => TESTS.has(word) || OF_TESTS.has(word))
  return isKnown && words.some((word) => TESTS.has(word)) ? { of: 'tests', isTotal: false } : other
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

const TESTS = setOf(`test tests spec specs testfälle prueba pruebas teste testes тест тесты тестов`)
const RUN_WORDS = `run ran executed passed passing green ausgeführt ausgeführte bestanden bestandene grün ejecutadas
  ejecutados pasadas pasados pasan aprobadas aprobados exécutés réussis passés executados passando passaram aprovados
  eseguiti superati passati пройдено прошло выполнено запущено успешно успешных`
const OF_RUN = setOf(RUN_WORDS)
const TOTAL = setOf(
  `total totals overall totales totaux totais totale totali gesamt insgesamt всего общее итого`,
)
const OF_TESTS: ReadonlySet<string> = new Set([
  ...OF_RUN,
  ...TOTAL,
  ...setOf('all number count of the alle anzahl der número de numero di nombre des количество все'),
])
const COVERAGE =
  setOf(`coverage cobertura couverture copertura abdeckung testabdeckung codeabdeckung zeilenabdeckung
  покрытие`)
const OF_LINES: ReadonlySet<string> = new Set([
  ...TOTAL,
  ...setOf(`line lines code test tests of the linha linhas código líneas lineas de ligne lignes du righe linee di codice
    del zeilen der строк кода тестами testes pruebas`),
])
const DENSE_TESTS =
  /^(?:テスト|测试|測試|테스트)(?: ?(?:数|件数|総数|合計|总数|總數|用例数?|通过|通過|成功|合格|통과|수|개수))*$/
const DENSE_COVERAGE =
  /^(?:総|总|總|전체 ?)?(?:行|ライン|라인 ?)?(?:カバレッジ|覆盖率|覆蓋率|커버리지)$/

/** Tests are of a run where the label or a neighbour says how it ended: a project has tests as well. */
function isOfRun(
  at: number,
  own: readonly Sentence[],
  entries: readonly (Entry | null)[],
): boolean {
  if (wordsOf(entries[at]!.label).some((word) => OF_RUN.has(word))) return true
  const [from, to] = blockAround(at, own)
  return entries
    .slice(from, to)
    .some((entry) => entry !== null && (entry.of === 'coverage' || findEnd(entry.label).size > 0))
}

const findEnd = wordFinder({
  end: `pass* fail* skip* green red error* bestanden fehlgeschlagen fehler* übersprungen fallos fallidas fallidos
    errores aprobadas omitidas échecs échoués réussis erreurs falhas falhou falharam erros aprovados ignorados
    falliti superati errori упало упали ошибок ошибки пройдено прошло пропущено падений провалено
    失敗 成功 スキップ 失败 通过 跳过 실패 통과 성공 건너뜀`,
})

/** The rows of one table, or the lines of one list. */
function blockAround(at: number, own: readonly Sentence[]): [number, number] {
  const { form, heading } = own[at]!
  const isSame = (one: Sentence | undefined): boolean =>
    one?.form === form && one.heading === heading
  let [from, to] = [at, at + 1]
  while (from > 0 && isSame(own[from - 1])) from -= 1
  while (to < own.length && isSame(own[to])) to += 1
  return [from, to]
}

/** Neither a table of something else nor of another time: its head and what leads to it say so. */
function isOfNow(
  at: number,
  own: readonly Sentence[],
  entries: readonly (Entry | null)[],
): boolean {
  const [from] = blockAround(at, own)
  const { form, heading } = own[at]!
  const lead = own[from - 1]?.text ?? ''
  if (findOther(lead).size > 0 || findOther(heading ?? '').size > 0 || /[`/\\]/.test(lead))
    return false
  if (form !== 'cell') return true
  const head = own[from]!.text.split(' | ')
  return (
    entries[from] !== null || (head.length <= 2 && HEADS.has(head.at(-1)!.trim().toLowerCase()))
  )
}

const HEADS =
  setOf(`value values count number result results wert anzahl ergebnis zahl valor cantidad resultado número
  valeur nombre résultat quantidade valore numero risultato значение количество результат 値 件数 結果 数量 结果 数值
  值 값 개수 결과`)

const findOther = wordFinder({
  other: `before previous previously earlier baseline old target targets goal goals threshold thresholds required
    minimum expected planned file files module package vorher bisher ziel ziele schwelle mindest* datei antes anterior
    objetivo meta mínimo umbral archivo avant précédent objectif seuil fichier limiar arquivo prima precedente
    obiettivo soglia до раньше цель порог файл 以前 変更前 目標 しきい値 ファイル 之前 目标 阈值 文件 이전 목표 파일`,
})

/** What a server or another agent ran stands in no record of ours. */
const findElsewhere = wordFinder({
  other: `ci pipeline pipelines workflow workflows gitlab jenkins codecov coveralls sonar sonarqube subagent subagents`,
})

function judgeCoverage({ value, isTotal }: Entry, { commands, recent }: Ledger): Judged | null {
  const isDelegated = recent.some((item) => item.kind === 'call' && item.toolKind === 'subagent')
  if (isDelegated || commands.some(mayCover)) return null
  const runs = commands.filter(({ coverage }) => coverage !== undefined)
  const last = runs.at(-1)
  // A file may have what the whole has not.
  const most = Math.max(...runs.map(({ coverage }) => coverage![isTotal ? 'total' : 'most']))
  if (last === undefined || value > 100 || value < most + ROUNDED) return null
  const { total } = last.coverage!
  return {
    status: 'contradicted',
    evidence: [`${last.command} (step ${last.step}): a coverage of ${total} %, not ${value} %`],
    fact: `You say that the coverage is ${value} %, but the run printed ${total} %`,
    step: last.step,
  }
}

/** More than any rounding adds. */
const ROUNDED = 1

/** It may have measured it, and prints no sum that is known. */
const mayCover = ({ kind, command, coverage }: CommandRun): boolean =>
  coverage === undefined && (kind === 'gh' || /cov|nyc|\bc8\b|kover|lcov/i.test(command))
