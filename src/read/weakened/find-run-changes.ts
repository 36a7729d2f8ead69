/**
 * Files that decide what the checks run or how, and lost or changed something that no rule explains. A
 * reason to look where a check was red, and nothing by itself.
 */
import { lazy } from '../../safety/lazy.js'
import { isDocumentation } from '../ledger/is-documentation.js'
import { oneLine } from '../../util/one-line.js'
import { calmSpaces } from './changes/calm-spaces.js'
import { topicOf } from './settings/check-topic.js'
import { checksOf } from './commands/command-lines.js'
import { checkAround } from './commands/compare-conditions.js'
import { isCheckScript } from './commands/compare-scripts.js'
import { type FileChange, shape, type Shape } from './changes/file-change.js'
import { fileRole } from './changes/file-role.js'
import type { Language } from './code/language.js'
import { languageOf } from './code/languages.js'
import { keyOf, lenienceOf, mayFail, wordsOf } from './settings/lenience.js'
import { mask } from '../source/mask.js'
import { type Entry, readEntries } from './settings/read-entries.js'
import { withoutComments } from './code/without-comments.js'
import { baseName, isYaml } from '../../util/base-name.js'
import { without } from '../../util/without.js'
import { longPattern } from '../../util/long-pattern.js'

const MAX_FOUND = 3

interface RunGrounds {
  /** What the rules found in the same change. */
  shapes: readonly Shape[]
  /** All files of the change, read or not. */
  files: readonly string[]
  /** A runner named tests that fail: their code is wrong, or they are. */
  namedRed: boolean
}

/**
 * Where tests failed by name, and neither their code nor the code that they test was changed, a change of
 * how they run is what made them pass.
 */
export function findRunChanges(
  changes: readonly FileChange[],
  { shapes, files, namedRed }: RunGrounds,
): Shape[] {
  const explained = new Set(shapes.map(({ file }) => file))
  const isAlone = lazy(() => namedRed && !files.some(changesCode(changes)))
  return changes
    .filter(
      ({ file, before, after }) => before !== null && before !== after && !explained.has(file),
    )
    .map(calmSpaces)
    .flatMap((change) => {
      const changed = whatChanged(change, changes)
      if (changed === null) return []
      const { file } = change
      const { detail, key } = changed
      if (!changed.lessens || !isAlone()) return [shape({ kind: 'run_changed', file, detail })]
      const said = `nothing but this was changed: ${detail}`
      const names = key === '' ? [] : [key]
      return [
        shape({ kind: 'command', file, names, detail: said, conditional: true, isAlone: true }),
      ]
    })
    .slice(0, MAX_FOUND)
}

/** Whether a file of the change has other code now; where it was not read, it may have. */
const changesCode =
  (changes: readonly FileChange[]) =>
  (file: string): boolean => {
    if (isDocumentation(file)) return false
    const change = changes.find((one) => one.file === file)
    const language = languageOf(file)
    const role = fileRole(file)
    if (role === 'commands' || role === 'config') return false
    if (change === undefined || language === null) return true
    return codeOf(change.before, language) !== codeOf(change.after, language)
  }

/** Words of the code in their order; comments are none. */
const codeOf = (text: string | null, { notation }: Language): string => {
  const { code, raw } = mask(text ?? '', notation)
  const strings = raw.match(/(["'`])(?:\\.|(?!\1)[^\\\n])*\1/g) ?? []
  return `${code.replaceAll(/\s+/g, ' ').trim()}\n${strings.join(' ')}`
}

interface RunChange {
  detail: string
  /** Its words say that less is run, or that less counts. */
  lessens: boolean
  key: string
}

function whatChanged(change: FileChange, changes: readonly FileChange[]): RunChange | null {
  const { file, after } = change
  const role = fileRole(file)
  const isScript = isCheckScript(file)
  if (role !== 'commands' && role !== 'config' && role !== 'set-up' && !isScript) return null
  if (after === null)
    return isMoved(change, changes) ? null : { detail: 'the file is gone', lessens: true, key: '' }
  const [old, now] = [change.before, after].map((text) => withoutComments(file, text))
  const [before, left] = [readEntries(file, old!), readEntries(file, now!)]
  const removed = without(before, left, plain)
    .slice(0, MAX_ENTRIES)
    .filter((entry) => isAbout(file, old!, entry))
  const fresh = without(left, before, plain).slice(0, MAX_ENTRIES)
  const added = fresh.filter(
    (entry) =>
      (lenienceOf(entry) !== null || ENDS.test(entry.text) || chooses(entry)) &&
      isAbout(file, now!, entry),
  )
  const kept = role === 'set-up' ? removed.filter(({ text }) => STERN.test(text)) : removed
  if (kept.length === 0 && added.length === 0) return null
  const from = kept[0]?.text ?? ''
  const to = (added[0] ?? fresh[0])?.text ?? ''
  return {
    detail: `${oneLine(from, 80) || 'nothing'} → ${oneLine(to, 80) || 'nothing'}`,
    lessens: added.length > 0 || fresh.some(forgives) || losesCheck(kept, fresh),
    key: keyOf(to || from).key,
  }
}

/** The block around each is looked at. */
const MAX_ENTRIES = 100

/** `-pytest` in a recipe, `success_codes=[0, 1]` in a call. */
const forgives = ({ text }: Entry): boolean => /^@?-@?[a-z]/.test(text) || mayFail(text)

/** A check that an entry named is named by none that is new. */
function losesCheck(removed: readonly Entry[], fresh: readonly Entry[]): boolean {
  const left = new Set(fresh.flatMap(({ text }) => text.match(CHECK_WORDS) ?? []))
  return removed.some(({ text }) => (text.match(CHECK_WORDS) ?? []).some((word) => !left.has(word)))
}

const CHECK_WORDS = /\b(?:tests?|specs?|lint|verify|e2e)\b/g

/** The same name, or most of its lines, stand in a file that is new. */
function isMoved({ file, before }: FileChange, changes: readonly FileChange[]): boolean {
  const lines = new Set((before ?? '').split('\n').map((line) => line.trim()))
  return changes.some((one) => {
    if (one.before !== null || one.after === null) return false
    const own = one.after.split('\n').filter((line) => lines.has(line.trim())).length
    return baseName(one.file) === baseName(file) || own >= lines.size / 2
  })
}

/** As it is compared: wherever it stands, and whatever its version. */
const plain = ({ text }: Entry): string =>
  text
    .replaceAll(/["'`,;]|^-\s+/g, '')
    .replaceAll(/\d+(?:\.\d+)*/g, '#')
    .replaceAll(/\s+/g, ' ')

function isAbout(file: string, text: string, entry: Entry): boolean {
  const { key } = keyOf(entry.text)
  if (DULL.test(key) || /^(?:echo|printf)\b/.test(entry.text)) return false
  if (isCheckScript(file) || fileRole(file) === 'set-up') return true
  const topic = topicOf(entry, file)
  if (topic === 'other') return false
  if (topic !== null || checksOf(entry.text).size > 0 || NAMES_CHECK.test(entry.text)) return true
  return isYaml(file) && checkAround(file, text, entry.line) !== null
}

const NAMES_CHECK = /\b(?:tests?|checks?|lint|verify|specs?|coverage|e2e)\b/i

/** Keys that choose no check and no outcome. */
const DULL = longPattern('i')`
    ^(?:name|uses|with|image|runs-on|cache|[\w-]*version\w*|timeout[\w-]*|permissions|concurrency|group
    |environment|description|url|id|key|path|restore-keys|token|reporters?|verbose|colou?rs?|rev|sha|import|from|require|const
    |let|var|use|fi|end|done|esac|then|else)$`
/** Entries that say which tests are taken. */
const chooses = ({ text, under }: Entry): boolean =>
  [text, ...under.slice(0, 1)].some((line) => CHOICE.test(wordsOf(keyOf(line).key)))
const CHOICE =
  /\b(?:include[ds]?|only|filters?|tags?|groups?|grep|match|patterns?|select|projects|paths?|changed|since)\b/
/** Lines that end a script, or decide over others. */
const ENDS =
  /\b(?:exit|return|trap|continue)\b|\|\||^-?\s*(?:if|unless|elif|when|only|except|condition|shell|filters)\b/
/** Lines of a set-up file that can fail, or make others fail. */
const STERN =
  /\b(?:fail|raise|throw|strict|error|warn|assert|expect|verify|forbid|disallow|block|deny|disable|enable)\w*/i
