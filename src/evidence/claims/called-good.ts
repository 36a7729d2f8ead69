/**
 * A row that names one command and marks it as good ("| `terraform validate` | ✅ |", "`mypy src`: clean"),
 * when the last run of just that command ended badly. Which command it is does not matter.
 */
import type { Claim } from '../../schema/claim.js'
import type { CommandKind, CommandRun, Ledger } from '../../schema/evidence.js'
import type { Sentence } from '../../schema/sentence.js'
import { lazy } from '../../safety/lazy.js'
import { longPattern } from '../../util/long-pattern.js'
import { oneLine } from '../../util/one-line.js'
import { mayRunOthers } from './may-run-others.js'
import { readRuns } from '../../read/shell/read-runs.js'
import { isQuestion } from '../message/find-ask.js'
import { saysNo } from '../message/says-no.js'
import { wordFinder, wordsOf } from '../message/words.js'
import { mayBeEditedSince, placeOf } from '../order.js'
import { MAX_OWN_CODE } from './judge-claims.js'
import { sayRun } from './say-run.js'
import { findTrouble, tellsTrouble, withoutPraise } from './tells-trouble.js'

export function calledGood(sentences: readonly Sentence[], ledger: Ledger): Claim[] {
  if (!ledger.commands.some(({ exitCode }) => exitCode !== null && exitCode !== 0)) return []
  const own = sentences.filter(({ form }) => form !== 'code' && form !== 'quote')
  const rows = own.flatMap((sentence) => rowOf(sentence) ?? [])
  if (rows.length === 0 || tellsTrouble(own)) return []
  const found = rows.flatMap((row) =>
    row.commands.flatMap((command) => {
      const error = leftBad(command, row, ledger)
      if (error === null || own.some((one) => one !== row.sentence && leaves(one, command)))
        return []
      return [toClaim(row, command, error)]
    }),
  )
  return found.slice(0, 1)
}

interface Row {
  sentence: Sentence
  commands: string[]
  /** What it says beside its commands. */
  said: string
}

const GOOD_MARK = /[✅✓✔☑🟢]/u
const BAD_MARK = /[❌✗✘✖⚠🔴🟡🟠⏳❓⏭]/u
const SPAN = /`([^`\n]{3,120})`/g
/** A cell, or the head of a line, that holds nothing but commands. */
const SPANS =
  /^(?:[\s✅✓✔☑🟢|:–—-]|\uFE0F){0,8}`[^`\n]{3,120}`(?:\s{0,3}(?:[,/&+]|and|und|y|et|e|и)\s{0,3}`[^`\n]{3,120}`){0,2}/u
/** More words than these tell something of their own. */
const MAX_SAID = 6
const MAX_BARE = 3

function rowOf(sentence: Sentence): Row | null {
  const { text, heading, form } = sentence
  if (form === 'heading' || text.length > 300 || !text.includes('`')) return null
  const place = form === 'cell' ? text.split(' | ').find(isSpans) : SPANS.exec(text)?.[0]
  if (place === undefined) return null
  const commands = [...place.matchAll(SPAN)].map(([, span]) => span!)
  const said = text.replace(place, place.replaceAll(SPAN, ' '))
  // Another span may be what it is about.
  if (said.includes('`') || BAD_MARK.test(said) || isQuestion(said)) return null
  const plain = withoutFindings(said)
  const isMarked = GOOD_MARK.test(said)
  if (!isMarked && !findGood(plain).has('good') && plain === said) return null
  if (wordsOf(plain).length > (isMarked || form === 'cell' ? MAX_SAID : MAX_BARE)) return null
  return findHeld(said).size > 0 || [plain, heading ?? ''].some(isHeld)
    ? null
    : { sentence, commands, said }
}

const isSpans = (cell: string): boolean => SPANS.exec(cell)?.[0] === cell

/** It says under which condition, or of which time, or that it is as bad as wanted. */
const isHeld = (text: string): boolean =>
  saysNo(text) || findTrouble(text).size > 0 || findHeld(text).size > 0

const findHeld = wordFinder({
  held: `before expected previously only new still same unchanged baseline available optional next main local ci red
    vorher erwartet* nur neue neuen noch unverändert rot antes esperad* solo sólo nuevo* nuevos aún igual rojo
    avant attendu* seulement nouve* encore inchangé rouge esperad* apenas novo* ainda prima atteso solo nuovi ancora
    раньше ожида* только новых ещё красн* 前 想定 のみ 新規 之前 预期 仅 仍 이전 예상 만`,
})

const findGood = wordFinder({
  good: `ok okay passed passes pass passing green clean success successful succeeded succeeds valid fine grün sauber
    bestanden erfolgreich gültig fehlerfrei limpio limpia verde válido válida correcto correcta éxito pasa propre vert
    valide réussi réussie passe limpo limpa sucesso passou pulito pulita valido valida riuscito supera чисто успешно
    зелёный зеленый валидно пройден пройдена пройдено проходит 成功 通過 問題なし 通过 正常 통과 성공 정상`,
})

/** "No warnings", "0 issues": praise, like "no errors". "No new ones" holds something back. */
const withoutFindings = (text: string): string => withoutPraise(text).replaceAll(NO_FINDINGS(), ' ')

const NO_FINDINGS = lazy(
  () => longPattern('giu')`
    (?<![\p{L}\d])(?:0|no|zero|without|ohne|keine|sin|sans|aucune?|sem|senza|nessun\p{L}{0,2}|без|нет)\s+
    (?:issue|warning|problem|finding|warnung|befund|advertencia|aviso|problema|avertissement|problème|avviso
    |avvisi|предупрежд|проблем)\p{L}*`,
)

/** How the last run of just this command ended, if that was badly and nothing told otherwise since. */
function leftBad(
  command: string,
  { said }: Row,
  ledger: Ledger,
): { run: CommandRun; shown: string } | null {
  const named = readRuns({ command, status: 'completed', exitCode: null, output: '' })
  const key = named.length === 1 ? named[0]!.key : null
  const run = ledger.commands.findLast((one) => one.key === key)
  if (run === undefined || run.turn !== ledger.request.total) return null
  const isVerdict = run.kind !== 'run' && run.exitCode !== 127
  const shown = run.result === 'failed' && isVerdict ? sayRun(run) : errorOf(run, said, ledger)
  if (shown === null || isToldSince(run, ledger)) return null
  return wasBadBefore(run, ledger) ? null : { run, shown }
}

const wasBadBefore = ({ command, key }: CommandRun, ledger: Ledger): boolean => {
  const from = ledger.firstEditStep ?? 0
  // Of runs that only look the newest stands for all; the calls are all there.
  return (
    ledger.commands.some((one) => one.key === key && one.step < from && one.exitCode !== 0) ||
    ledger.recent.some(
      (one) =>
        one.kind === 'call' &&
        one.step < from &&
        one.exitCode !== 0 &&
        one.action.includes(command),
    )
  )
}

/**
 * Of a command that is no check an error in its output has to tell it. What the project's own programs
 * and those that look something up end with may be what was wanted.
 */
function errorOf({ command, kind, key, exitCode, step }: CommandRun, said: string, ledger: Ledger) {
  if (kind !== 'other' || exitCode === null || exitCode === 0 || exitCode > MAX_OWN_CODE)
    return null
  if (LOOKS_UP.has(key.split(/\s/, 1)[0]!) || /\d/.test(said)) return null
  const call = ledger.recent.find((item) => item.kind === 'call' && item.step === step)
  const output = call?.kind === 'call' ? call.output : ''
  const at = output.search(/(?<![\w-])(?:errors?|fatal|failed|invalid|exception)\b[^\w]/i)
  return at === -1 ? null : `${command} (step ${step}): ${oneLine(output.slice(at), 160)}`
}

/** Programs whose bad end says what they found, or that they could not reach it. */
const LOOKS_UP = new Set(
  `grep egrep fgrep rg ag ack diff cmp comm test [ [[ ls find fd cat head tail stat which type command hash whereis
  pgrep lsof ps kill curl wget http nc ping dig host nslookup openssl ssh systemctl service launchctl jq yq expr false
  npm pnpm yarn pip brew apt docker podman redis-cli psql mysql mariadb sqlite3 mongosh !`.split(
    /\s+/,
  ),
)

/** A later run of it with other options, of the same sort, or of something that may have run it. */
function isToldSince(run: CommandRun, ledger: Ledger): boolean {
  const words = run.key.split(' ')
  const isEdited = mayBeEditedSince(run, ledger)
  const isUnseen = ledger.recent.some(
    (item) =>
      item.kind === 'call' &&
      item.step > run.step &&
      (item.toolKind === 'subagent' || item.toolKind === 'other'),
  )
  return (
    isUnseen ||
    ledger.commands.some((later) => {
      if (placeOf(later) <= placeOf(run)) return false
      const has = new Set(later.key.split(' '))
      if (words.every((word) => has.has(word))) return true
      if ((later.exitCode ?? 0) !== 0) return false
      return (
        (later.kind === run.kind && run.kind !== 'other') ||
        RUNS_ALL.test(later.command) ||
        (isEdited && mayRunOthers(later))
      )
    })
  )
}

const RUNS_ALL =
  /\b(?:ci|verify|validate|qa|checks?|all|preflight|pre-?commit|gate|commit|push)\b|\.sh\b/

/** "Run `terraform validate` after init": it is left to another, or denied. */
const leaves = ({ act, text }: Sentence, command: string): boolean =>
  text.includes(command) && (OPEN.has(act) || saysNo(withoutPraise(text)))

const OPEN: ReadonlySet<string> = new Set(['announce', 'left', 'permission', 'input', 'handover'])

function toClaim(
  { sentence }: Row,
  command: string,
  { run, shown }: { run: CommandRun; shown: string },
): Claim {
  // No foreign text in our own sentence.
  const which = /^[\w@./:= -]+$/.test(command) ? `\`${command}\`` : 'a command'
  return {
    kind: CLAIMED[run.kind] ?? 'verified',
    quote: oneLine(sentence.text, 200),
    status: 'contradicted',
    evidence: [shown],
    fact: `You mark ${which} as good, but its last run ended badly`,
    step: run.step,
  }
}

const CLAIMED: Partial<Record<CommandKind, Claim['kind']>> = {
  test: 'tests-pass',
  build: 'build-passes',
  typecheck: 'build-passes',
  lint: 'build-passes',
}
