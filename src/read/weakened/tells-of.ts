/**
 * Whether words tell of a weakening: a human who asks for it, or an agent that says what it did. A
 * clause tells of it when it names the act and what it was done to. What is denied is not told.
 */
import type { WeakenedKind } from '../../schema/weakened-check.js'
import { saysNo } from '../prose/says-no.js'
import { splitClauses } from '../prose/split-clauses.js'
import { subjectsIn } from '../prose/subjects.js'
import { or, patternWith } from '../prose/word-pattern.js'
import { wordFinder } from '../prose/words.js'
import type { Shape } from './changes/file-change.js'
import { longPattern } from '../../util/long-pattern.js'
import { baseName, withoutEnding } from '../../util/base-name.js'

export function tellsOf(sentences: readonly string[], about: Shape): boolean {
  return sentences.some((sentence, at) => {
    // "It" may stand for what the sentence before is about.
    const near = `${sentences[at - 1] ?? ''} ${sentence}`
    if (sentence.trimEnd().endsWith('?')) return false
    if (saysCount(sentence, about) || (about.isAlone && pointsAt(sentence, about))) return true
    const clauses = joinTails(
      splitClauses(sentence.replaceAll(UNCAPPED, '; ')).map(({ text }) => text),
    )
    const isOne = sentence.length <= SHORT && !PASSES(sentence).test(sentence)
    return (
      [...(isOne ? [sentence] : []), ...clauses].some((clause) => tells(clause, about)) ||
      clauses.some((clause) => tellsBack(clause, near, about))
    )
  })
}

/** The end of a sentence where the next begins with a small letter, as people type. */
const UNCAPPED = /[.!]\s(?=\p{Ll})/gu

const pointsAt = (sentence: string, { file, names }: Shape): boolean =>
  sentence.includes(baseName(file)) ||
  names.some((name) => name.length >= 5 && sentence.includes(name))

/** "…, with its tests" belongs to what stands before it. */
function joinTails(clauses: readonly string[]): string[] {
  const joined: string[] = []
  for (const clause of clauses) {
    if (joined.length > 0 && TAIL.test(clause)) joined[joined.length - 1] += ` ${clause}`
    else joined.push(clause)
  }
  return joined
}

const TAIL = /^(?:with|along|including|together|as well|plus|samt|mit|inklusive|con|avec|com)\b/i

/** A sentence of this length has one thing to say, unless it says as well that checks pass. */
const SHORT = 120
const PASSES = patternWith(
  (rows) =>
    new RegExp(
      String.raw`\bpass|green|grün|laufen durch|pasan|passent|passam|passano${or(rows('weakened.passes'))}`,
      'i',
    ),
)

/** "I could not get `adds` to work, so I marked it as ignored": the name stands in another clause. */
const tellsBack = (clause: string, sentence: string, about: Shape): boolean =>
  BACK(clause).test(clause) &&
  about.names.some(
    (name) => name.length >= 4 && sentence.includes(name) && tells(`${clause} ${name}`, about),
  )

const BACK = patternWith(
  (rows) =>
    new RegExp(
      String.raw`(?<!\p{L})(?:it|them|ihn|lo|los|la|las|les${or(rows('weakened.back'))})(?!\p{L})`,
      'iu',
    ),
)

function tells(written: string, about: Shape): boolean {
  // "No longer" and "non-blocking" deny nothing, and none of something is nothing.
  const clause = written
    .replaceAll(NONE, '')
    .replaceAll(OTHER_SENSE, '')
    .replaceAll(/\bnon-?blocking\b/gi, 'nonblocking')
  if (quotesKey(clause, about)) return true
  if (saysNo(clause.replaceAll(/\bno longer\b/gi, '')) || OPPOSITE.test(clause)) return false
  const acts = findActs(withoutNames(clause, about))
  if (PHRASES.test(clause)) acts.add('hide')
  if (!actsOf(about).some((act) => acts.has(act))) return false
  if (about.kind === 'stand_in') return true
  return hasSubject(clause, about.kind) || namesIt(clause, about)
}

/** A test named `test_skips_holidays`, or a method `remove()`, does nothing where it is named. */
const withoutNames = (clause: string, { names }: Shape): string =>
  names
    .filter((name) => /\w[\s_-]+\w|[a-z][A-Z]/.test(name))
    .reduce((text, name) => text.replaceAll(name, ' '), clause)
    .replaceAll(CALLED, ' ')

/** What skips a test is called by its name as well. */
const CALLED =
  /(?<![.@])\b(?!\w*(?:skip|ignor|todo|pending|xfail|only|disabl|exclu|mock|stub))(?:test_\w+|\w+\(\))/gi

/** The key of a setting stands in the text as it is written in the file. */
const quotesKey = (clause: string, { kind, names, detail }: Shape): boolean =>
  kind === 'command' &&
  names.some(
    (name) =>
      name.length >= 8 &&
      /[_-]|[a-z][A-Z]/.test(name) &&
      detail.includes(name) &&
      clause.includes(name),
  )

type Deed =
  | 'skip'
  | 'delete'
  | 'fold'
  | 'narrow'
  | 'hide'
  | 'loosen'
  | 'raise'
  | 'replace'
  | 'change'

const findActs = wordFinder<Deed>('weakened.act', {
  skip: `skip skipped skipping skips disable disabled disables disabling ignore ignored ignores ignoring xfail xfailed
    quarantine quarantined quarantining mute muted muting exclude excluded excludes excluding deselect deselected
    bypass bypassed bypassing suspend suspended commented deactivate deactivated todo pending parked unskip xit
    xdescribe überspringe übersprungen überspringen deaktiviert deaktivieren deaktiviere ausgeschlossen auskommentiert
    auskommentieren ignoriert ignoriere omitir omitido omitida omitidas omite omití saltar saltado salté desactivar
    desactivado desactivé deshabilitado deshabilita excluido excluir comentado comenté ignorer ignoré ignorés ignorée
    désactivé désactivés désactiver désactive sauté exclu exclure commenté pular pulei pulado pule desativado
    desativei desativar excluído saltare saltato salta disabilitato disabilitare disabilita disattivato escluso
    commentato`,
  delete: `delete deleted deletes deleting remove removed removes removing drop dropped drops dropping prune pruned
    retire retired discard discarded eliminate eliminated strip stripped purge purged cut gone weg entferne entfernt
    entfernen gelöscht löschen lösche eliminar eliminado eliminada eliminados elimina borrado borrar borra borré
    quitar quitado quité supprimer supprimé supprimés supprimée supprime retiré retirer enlevé remover removi removido
    remova apaguei apagar apague rimosso rimossi rimuovere rimuovi eliminato cancellato`,
  fold: `merge merged merging consolidate consolidated combine combined fold folded collapsed replace replaced
    replacing superseded moved move ported migrate migrated rewrite rewritten rewrote zusammengeführt ersetzt
    verschoben reemplazado combinado remplacé fusionné substituído sostituito`,
  narrow: `only focus focused limit limited restrict restricted narrow narrowed nur solo uniquement apenas soltanto`,
  hide: `non-blocking nonblocking optional advisory noop no-op continue-on-error allow-failure
    passwithnotests optionnel opcional`,
  loosen: `lower lowered lowers lowering reduce reduced reducing relax relaxed relaxing loosen loosened weaken
    weakened decrease decreased gesenkt senken reduziert gelockert bajar bajado reducido reducir baissé réduit abaissé
    reduzido reduzi baixei abbassato ridotto`,
  raise: `raise raised raises raising increase increased bump bumped erhöht angehoben subido relevé aumentado alzato`,
  replace: `mock mocked mocks mocking stub stubbed stubs stubbing fake faked fakes patch patched patching monkeypatch
    monkeypatched override overridden overrides overrode stand-in shim double doubles gemockt simulado simulée
    simulato`,
  change: `update updated updates updating change changed changes changing adjust adjusted adjusting regenerate
    regenerated refresh refreshed accept accepted suppress suppressed silence silenced retry retries aktualisiert
    geändert angepasst actualizado cambiado mis modifié atualizado alterado aggiornato cambiato`,
})

/** Words that belong together. */
const PHRASES = longPattern('i')`
    \|\|\s*true|\x60exit 0\x60|--exit-code[= ]0|always (?:exits?|succeeds?|returns?)|allowed? to fail
    |no longer (?:blocks?|runs?|fails? the)|turn(?:ed|s)? (?:it |them |\w+ )?off|early return`
const NONE =
  /\b(?:0|zero|no|keine?|cero|aucun|zéro)\s+(?:tests?\s+)?(?:skipped|ignored|pending|disabled|deleted|removed|todo)\b/gi
/** "After my merge", "so I can merge", "merge request", "read-only" and "steht im Weg" are no acts. */
const OTHER_SENSE = longPattern('gi')`
    \b(?:since|after|before) (?:my|the|your|our|a|last|that|this) (?:\w+ ){0,2}(?:changes?|update|rewrite|move|merge)\b
    |\b(?:my|the|your|our|a|last|that|this|latest|bad|of|after|before)\s+merge\b
    |\bmerge[ds]?(?=\s*(?:$|[.,;:!?)]))
    |\bmerge[ds]? (?:requests?|conflicts?|commits?|it|this|that|now|today|(?:(?:in)?to |back )?(?:main|master|trunk|develop))\b
    |\bmerge[ds]? (?:the|my|our|your|this) (?:pr|mr|branch|pull)\b
    |\b\w+-only\b|\bim weg\b`
const OPPOSITE = /\b(?:re-?enabl\w*|un-?skip\w*|reactivat\w*|restor\w*|bring back|put back)\b/i

const ACTS: Readonly<Record<WeakenedKind, readonly Deed[]>> = {
  deleted: ['delete', 'fold', 'skip'],
  skipped: ['skip', 'narrow'],
  focused: ['narrow', 'skip'],
  emptied: ['delete', 'skip', 'hide', 'loosen'],
  excluded: ['skip', 'delete', 'narrow'],
  command: ['skip', 'delete', 'hide', 'fold'],
  threshold: ['loosen', 'delete', 'change', 'skip'],
  stand_in: ['replace'],
  replaced: ['delete', 'fold', 'skip'],
  assertions: ['delete', 'loosen', 'change', 'fold', 'skip'],
  expectations: ['change', 'loosen', 'fold', 'delete'],
  snapshot: ['change', 'delete', 'fold'],
  rules: ['skip', 'delete', 'loosen', 'change'],
  suppressed: ['skip', 'change', 'loosen'],
  under_test: ['change', 'skip', 'replace'],
  retried: ['change', 'loosen'],
  fewer_ran: ['delete', 'skip', 'fold', 'narrow'],
  run_changed: ['change', 'delete', 'skip', 'fold', 'narrow', 'hide', 'loosen'],
}

/** A bound that is higher now is raised; one that is lower now never is. */
function actsOf({ kind, detail }: Shape): readonly Deed[] {
  const bound = /(-?[\d.]+) → (-?[\d.]+)$/.exec(detail)
  const isRaised = bound !== null && Number(bound[2]) > Number(bound[1])
  return kind === 'threshold' && isRaised ? ['raise', ...ACTS.threshold] : ACTS[kind]
}

const findThings = wordFinder('weakened.thing', {
  test: `case cases assertion assertions expectation expectations snapshot snapshots check checks testfall prüfung
    prüfungen casos caso aserción assertion vérification asserção asserzione`,
  job: `ci workflow workflows pipeline pipelines job jobs step steps stage hook hooks pre-commit precommit
    husky script scripts makefile target action scan scans scanner audit`,
  least: `threshold thresholds coverage limit limits minimum schwelle abdeckung umbral cobertura seuil couverture
    limite soglia copertura`,
  rule: 'rule rules warning warnings strict lint-rule regel regeln regla règle regra regola',
})

function hasSubject(clause: string, kind: WeakenedKind): boolean {
  const subjects = subjectsIn(clause)
  const things = findThings(clause)
  const isTest = subjects.has('tests') || things.has('test')
  switch (kind) {
    case 'run_changed':
      return things.has('job')
    case 'command':
      return (
        isTest ||
        things.has('job') ||
        subjects.has('lint') ||
        subjects.has('types') ||
        subjects.has('build')
      )
    case 'threshold':
      return things.has('least')
    case 'rules':
    case 'suppressed':
      return things.has('rule') || subjects.has('lint') || subjects.has('types')
    default:
      return isTest
  }
}

/** The name of a test, a suite, a script, or of what a file tests, stands in the text. */
function namesIt(text: string, { names, file }: Pick<Shape, 'names' | 'file'>): boolean {
  const base = baseName(file)
  if (text.includes(base)) return true
  const words = partsOf(text)
  const unit = withoutEnding(base)
  return [unit, ...names.slice(0, 20)].some((name) => {
    if (name.length >= 4 && text.includes(name)) return true
    const parts = partsOf(name)
    const found = parts.filter((part) => words.some((word) => isAlike(word, part))).length
    return parts.length > 0 && found >= Math.min(2, parts.length) && found / parts.length >= 0.7
  })
}

/** The same word in another form: "import" and "importer". */
const isAlike = (a: string, b: string): boolean =>
  a === b || (a.length >= 5 && b.length >= 5 && (a.startsWith(b) || b.startsWith(a)))

/** The telling parts of a name: `test_legacyExporter` is of a legacy exporter. */
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((part) => part.replace(/(?<=\w{3})s$/, ''))
    .filter((part) => part.length >= 3 && !GENERIC.has(part))

const GENERIC = new Set(
  'test spec should the and for with when that unit index main returns return'.split(' '),
)

/** "56 passed, 2 skipped": a number that is not none. */
function saysCount(sentence: string, { kind }: Shape): boolean {
  if (kind !== 'skipped' && kind !== 'excluded' && kind !== 'focused') return false
  return /\b[1-9]\d*\s+(?:tests?\s+)?(?:skipped|ignored|pending|disabled|xfailed|deselected|todo|übersprungen|ignorés|omitid\w+)\b/i.test(
    sentence,
  )
}
