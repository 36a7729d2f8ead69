/** Commands and checks that a clause orders to be run, whatever the learned reader takes it for. */
import { BEHIND_TOOL, PROGRAM_WORDS, RUN_ENDS, RUN_WORDS } from '../../data/request-words.js'
import { wordSet } from '../../util/word-set.js'
import { commandKind } from '../shell/command-kind.js'
import { isCheck } from '../shell/is-check.js'
import { reachesOutside } from '../prose/reach.js'
import { saysNo } from '../prose/says-no.js'
import { subjectsIn } from '../prose/subjects.js'
import type { Subject } from '../prose/subjects.js'
import { wordFinder, wordsOf } from '../prose/words.js'
import { deedsIn, openingOf } from './deeds.js'
import { namedIn } from '../prose/named-in.js'

/** "Run rspec", "npx playwright test e2e/login.spec.js", "run `make test` and `make smoke`". */
export function orderedRuns(clauses: readonly string[]): string[] {
  let isOpen = false
  const commands = clauses.flatMap((clause) => {
    const said = clause.replaceAll(QUOTED, SPAN)
    // "Run the tests and rubocop": what a list of runs goes on with.
    const more = bareCommandsIn(isOpen ? `run ${said}` : said)
    // "Tests, then `cargo clippy`", "go vet please": a clause that is a command is an order to run it.
    const bare = said.replaceAll(AROUND_LINE, ' ').trim()
    const around = said.replaceAll(CODE_SPAN, ' ')
    const isSpan = around !== said && wordsOf(around).length < 2
    const isLine = (isSpan || bare.includes(' ')) && isCheckAlone(bare.split(/\s+/), isSpan)
    isOpen =
      deedsIn(said).has('run') || isLine || (isOpen && (more.length > 0 || /^\s*`/.test(said)))
    if (isLine && !said.includes('`')) return [bare]
    const texts = (clause.match(QUOTED) ?? []).map((text) => text.slice(1, -1).trim())
    const quoted = texts.filter((text) => isCheckLine(text.split(/\s+/)))
    return [...(isOpen ? [...namedIn(clause).commands, ...quoted] : []), ...more]
  })
  return [...new Set(commands)].filter((command) => !reachesOutside(command))
}

const CODE_SPAN = /`[^`\n]{1,300}`/g
const AROUND_LINE = /`|\b(?:please|pls|bitte|then|and|dann|und)\b|(?<=\w)[.!]$/g

/** What it holds is a text: run where the verb says so, and written where another does. */
const QUOTED = /"[^"\n]{1,200}"|“[^”\n]{1,200}”|«[^»\n]{1,200}»/g
/** In place of what stands in marks: words on its two sides are no line. */
const SPAN = ' ` '

/** Checks that a clause orders by their subject alone: "lancia i test". */
export const orderedChecks = (clause: string): ReadonlySet<Subject> =>
  deedsIn(openingOf(clause)).has('run') && !saysNo(clause) ? subjectsIn(clause) : new Set()

/** What runs elsewhere is not ordered here. */
export const speaksOfCi = (sentence: string): boolean => findWords(sentence).has('ci')

/**
 * Checks that a sentence names by their commands without a code span: "run shellcheck over it", "check it with mvn
 * verify". A launcher, flags or paths make it a command line, whatever stands around it.
 */
export function bareCommandsIn(text: string): string[] {
  const tokens = text.replaceAll(/`[^`\n]*`/g, SPAN).match(/[\w:./=-]+|[,;!?()`]/g) ?? []
  const words = tokens.map((token) => token.replace(/(?<![.:/])[.:]+$/, ''))
  const said = findWords(text)
  const saysOther = said.has('other')
  return words.flatMap((word, at) => {
    const isLauncher = word === 'npx' || LAUNCHERS.has(`${word} ${words[at + 1]}`)
    // As many words as make a check of it.
    const least = WORDS.has(word) ? 2 : 1
    const size = isLauncher
      ? 3
      : [1, 2, 3].find((many) => many >= least && runsCheck(words.slice(at, at + many)))
    if (words.slice(at, at + (size ?? 0)).includes('`')) return []
    if (size === undefined || saysOther || deedsIn(word).size > 0) return []
    const command = words.slice(at, at + size)
    const given = argumentsBehind(words, tokens, at + size)
    const isEnd = tokens[at + size - 1] !== words[at + size - 1]
    const next = isEnd ? '.' : (words.slice(at + size).find((one) => one !== '`') ?? '.')
    if (isLauncher || given.some((one) => /^-|^\.\//.test(one)))
      return [[...command, ...given].join(' ')]
    const isTool = size === 1 && (BEHIND.has(next) || /[./]./.test(next))
    const isTold = isTool || ENDS.has(next) || (size > 1 && !WORDS.has(word))
    return said.has('run') && isTold ? [command.join(' ')] : []
  })
}

/** Flags, paths and names with a dot; a path alone may be what a sentence goes on with. */
function argumentsBehind(
  words: readonly string[],
  tokens: readonly string[],
  from: number,
): string[] {
  if (from > 0 && tokens[from - 1] !== words[from - 1]) return []
  const rest = words.slice(from)
  const end = rest.findIndex(
    (word, at) => !/^-|[/.]\w|^\.(?:$|\/)/.test(word) || tokens[from + at] !== word,
  )
  const isLast = end !== -1 && /^-|[/.]\w/.test(rest[end]!)
  return end === -1 ? rest : rest.slice(0, isLast ? end + 1 : end)
}

/** A check that is known by its program, with nothing but flags and paths behind it. */
function isCheckAlone(words: readonly string[], isSpan: boolean): boolean {
  const size = [1, 2].find((many) => {
    const found = commandKind(words.slice(0, many))
    return found.known && isCheck(found)
  })
  return (
    size !== undefined &&
    !VERBS.has(words[0]!) &&
    (isSpan || words.slice(size).every((word) => /^-|[./]/.test(word)))
  )
}
const VERBS = wordSet('build lint test check make just')

const isCheckLine = (words: readonly string[]): boolean =>
  [1, 2, 3].some((many) => runsCheck(words.slice(0, many)))

const runsCheck = (words: readonly string[]): boolean => {
  const found = commandKind(words)
  return found.known && isCheck(found) && commandKind(words.slice(0, 1)).kind !== 'run'
}

const findWords = wordFinder(RUN_WORDS)

const LAUNCHERS = new Set(['pnpm exec', 'bundle exec', 'poetry run', 'uv run'])
const WORDS = wordSet(PROGRAM_WORDS)
const ENDS = wordSet(RUN_ENDS)
const BEHIND = wordSet(BEHIND_TOOL)
