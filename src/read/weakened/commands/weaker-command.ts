/** Whether one command finds less than another, or does not fail any more. */
import { oneLine } from '../../../util/one-line.js'
import { bareCommand } from '../../shell/bare-command.js'
import { commandKind } from '../../shell/command-kind.js'
import { partsIn } from '../../shell/parse-line.js'
import { longPattern } from '../../../util/long-pattern.js'
import { checksOf, SORTS } from './command-lines.js'
import { baseName } from '../../../util/base-name.js'
import { kindOfPart, kindsIn } from '../../shell/kinds-in.js'
import { without } from '../../../util/without.js'

export interface Weaker {
  kind: 'command' | 'excluded'
  detail: string
  /** The result of the checks is dropped. */
  hides: boolean
}

/** Why the second command finds less than the first; null when it does not. */
export function whyWeaker(before: string, after: string): Weaker | null {
  const shown = `${oneLine(before, 80)} → ${oneLine(after, 100)}`
  if (isNeutral(after) && !isNeutral(before)) return { kind: 'command', detail: shown, hides: true }
  if (swallows(after) && !swallows(before)) return { kind: 'command', detail: shown, hides: true }
  if (hasAdded(before, after, FORGIVING)) return { kind: 'command', detail: shown, hides: false }
  const isExcluding =
    hasAdded(before, after, FILTER) ||
    // What coverage leaves out is measured less, and runs all the same.
    (hasAdded(ownWords(before), ownWords(after), NARROWING) && !MEASURES.test(after))
  if (isExcluding || isNarrower(before, after))
    return { kind: 'excluded', detail: shown, hides: false }
  if (onlyBuilds(before, after)) return { kind: 'command', detail: shown, hides: false }
  const lost = [...checksOf(before)].find((sort) => !checksOf(after).has(sort))
  if (
    lost !== undefined &&
    !keepsProgram(before, after) &&
    checksOf(after).size < checksOf(before).size &&
    !/test|spec|check|verify|lint|\bci\b|make|just|run/i.test(remainder(before, after))
  ) {
    return { kind: 'command', detail: shown, hides: false }
  }
  return null
}

/** A program that measures; a flag of that name belongs to a runner. */
const MEASURES = /(?<![\w-])(?:nyc|c8|coverage)(?![\w=-])/

/** It tested, and now the same program builds. */
const onlyBuilds = (before: string, after: string): boolean =>
  checksOf(before).has('test') &&
  !/test|check|verify|\bci\b/i.test(after) &&
  kindsIn(after).every((kind) => kind === 'build') &&
  keepsProgram(before, after)

/** The places that are named now are parts of those before, or of all. */
function isNarrower(before: string, after: string): boolean {
  const [old, now] = [placesIn(before), placesIn(after)]
  if (now.length === 0 || !checksOf(after).has('test') || !keepsProgram(before, after)) return false
  return now.every(
    (place) =>
      isPlace(place) &&
      !before.includes(place) &&
      (old.length === 0 || old.some((whole) => isIn(place, whole))),
  )
}

const isIn = (place: string, whole: string): boolean =>
  place !== whole && place.startsWith(rootOf(whole))

/** Up to its first wildcard. */
const rootOf = (place: string): string => place.replace(/[*{(].*|\.\.\.$/, '')
/** A part of the tree: a folder of the whole is where all tests are. */
const isPlace = (place: string): boolean =>
  !/\*\*|^\.\/\.\.\.$/.test(place) && /[^/.]\/[^/]|\.\w{2,4}(?:::.*)?$/.test(place)

/** Words behind the runner that are paths, and no flag's value. */
const placesIn = (command: string): string[] => {
  const parts = partsIn(command).filter((part) => kindOfPart(part) === 'test')
  const words = parts.flatMap(({ text }) => ownWords(text).split(/\s+/))
  return words
    .filter(
      (word, at) =>
        at > 0 &&
        /^["']?[\w@.][\w@.*-]*(?:\/[\w@.*:{},-]*)+["']?$/.test(word) &&
        !/^(?:--[\w-]+|-[cofpwnrkmtCe])$/.test(words[at - 1]!),
    )
    .map((word) => word.replaceAll(/["']/g, ''))
}

/** From the runner on: what a launcher before it is told chooses no tests. */
function ownWords(command: string): string {
  const words = command.split(/\s+/).slice(0, MAX_WORDS)
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && SORTS.has(commandKind(words.slice(index)).kind),
  )
  return at === -1 ? command : words.slice(at).join(' ')
}

const MAX_WORDS = 60

/** The same program under another path, or behind another. */
export const keepsProgram = (before: string, after: string): boolean =>
  partsIn(before).every(({ words }) => {
    const bare = bareCommand(words)
    const isCheck = SORTS.has(commandKind(bare).kind)
    return !isCheck || after.includes(baseName(bare[0]!))
  })

/** The words that are new: a runner that we don't know has its own name for the same check. */
const remainder = (before: string, after: string): string => {
  const known = new Set(before.split(/\s+/))
  return after
    .split(/\s+/)
    .filter((word) => !known.has(word))
    .join(' ')
}

/** It does nothing that could fail. */
export function isNeutral(command: string): boolean {
  const parts = partsIn(command.replace(/^[-@]+/, ''))
  return (
    parts.length > 0 &&
    parts.every(({ words: [program = '', argument, code = ''] }) => {
      if (program === 'exit') return argument === undefined || argument === '0'
      if (INTERPRETER.test(program) && /^-(?:[ecr]|-eval|-print)$/.test(argument ?? ''))
        return DOES_NOTHING.test(code)
      return NEUTRAL.test(program)
    })
  )
}

const NEUTRAL =
  /^(?:true|:|echo|printf|sleep|cd|\/bin\/true|noop|rem|Write-(?:Host|Output)|node -e ""?)$/i

const INTERPRETER = /^(?:node|deno|bun|python[\d.]*|ruby|perl|php|(?:ba|z|da)?sh)$/
const DOES_NOTHING =
  /^["']?\s*(?:(?:true|:|(?:import sys;\s*)?(?:process\.|sys\.)?exit\s*(?:\(\s*)?(?:0\s*)?\)?)\s*)?(?:;\s*)?["']?$/

/** Whatever comes before, it ends well. */
function swallows(command: string): boolean {
  const parts = partsIn(command)
  const at = parts.findIndex((part) => SORTS.has(kindOfPart(part)))
  if (/^-\s*\w/.test(command)) return true
  if (/^\s*set \+e\b/.test(command)) return true
  if (at === -1)
    return /\|\|\s*(?:true|:|exit 0|echo\b.*)$|;\s*(?:true|exit 0)$/.test(
      command.trimEnd().slice(-MAX_END),
    )
  return parts.slice(at).some(({ join }, index, rest) => {
    const next = rest.slice(index + 1)
    if (next.length === 0) return join === '&'
    if (join === '||') return isNeutral(next[0]!.text)
    return (join === ';' || join === '&') && next.every(({ text }) => isNeutral(text))
  })
}

/** A check whose output goes to a program that always ends well. */
export const isPiped = (command: string): boolean => {
  const parts = partsIn(command)
  const at = parts.findIndex((part) => SORTS.has(kindOfPart(part)))
  return parts
    .slice(at)
    .some(
      ({ join }, index, rest) =>
        at !== -1 && join === '|' && READS.test(rest[index + 1]?.text ?? ''),
    )
}

const READS =
  /^(?:tee|cat|tail|head|sed|awk|sort|tr|cut|ts|less|more|column|wc|Tee-Object|Out-\w+)\b/

/** What a command ends with is no longer. */
const MAX_END = 1000

const FORGIVING = longPattern('gi')`
    (?:^|\s)(--?pass-?with-?no-?tests?|--allow-(?:no-tests|empty)|--exit-zero
    |--no-fail(?:-on-\w+)?|--force-exit-code=0|--suppress-exit-code|-DskipTests(?:=true)?
    |-Dmaven\.test\.(?:skip|failure\.ignore)(?:=true)?|-DskipITs|-x\s+\w*[tT]est\w*|-k\b.*continue
    |--continue-on-failure|--warn-only|--passive|--dry-run|--collect-only|--list-?tests?|--co\b
    |--no-run|--if-present|--exit-?code[= ]0|--ignore-failures?|--no-verify|--skip-tests?)(?=\s|$|=)`
const NARROWING = longPattern('g')`
    (?:^|\s)(--testPathIgnorePatterns|--exclude(?:-dir|-group|-task|-tests?|-pattern|-regex)?
    |--deselect|--ignore(?:-glob)?|--tags?(?=[ =]+["']?(?:~|not\b|!))|-k|-m(?=\s+["']?not\b)|--skip|-skip|--grep|--fgrep|--invert
    |--testNamePattern|-t|-run|--filter|--tests(?=\s+[^-\s])|--lib|--short|-short|--changed|--onlyChanged
    |--findRelatedTests|--group|--lf|--last-failed)(?=\s|=|$)`

const hasAdded = (before: string, after: string, words: RegExp): boolean =>
  without(after.match(words) ?? [], before.match(words) ?? [], (word) => word.trim()).length > 0

/** A list of packages that some are taken out of by hand. */
const FILTER =
  /\bgrep\s+-v\s+(?!.{0,4}(?:vendor|node_modules|examples?|testdata|mocks?|generated|third_party))\S+/g
