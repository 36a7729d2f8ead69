import { commandKind } from '../../read/shell/command-kind.js'
import { wordFinder } from '../message/words.js'
import { isCheck } from '../../read/shell/is-check.js'

/**
 * Checks that a sentence names by their commands without a code span: "run shellcheck over it", "check it
 * with mvn verify". Words that are programs as well ("make tests pass") count only where nothing follows
 * that makes them words.
 */
export function bareCommandsIn(text: string): string[] {
  const tokens = text.replaceAll(/`[^`\n]*`/g, ' ').match(/[\w:./=-]+|[,;!?()]/g) ?? []
  const words = tokens.map((token) => token.replace(/(?<![.:/])[.:]+$/, ''))
  const found: string[] = []
  const sure: string[] = []
  for (const [at, word] of words.entries()) {
    const goal = words[at + 1] === 'run' ? 2 : 1
    const goals = PROGRAMS.has(word) ? 1 + goal : TOOLS.has(word) ? 1 : 0
    const command = words.slice(at, at + goals)
    if (goals === 0 || command.length < goals || !runsCheck(command)) continue
    const given = argumentsAt(words, tokens, at + goals)
    const isEnd = tokens[at + goals - 1] !== words[at + goals - 1]
    const next = isEnd ? '.' : (tokens[at + goals] ?? '.')
    // Flags and paths behind it make it a command line, whatever stands around it.
    if (given.length > 0 && !isEnd) sure.push([...command, ...given].join(' '))
    else if (
      goals === 1 ? ENDS.has(next) || BEHIND_TOOL.test(next) : !WORDS.has(word) || ENDS.has(next)
    )
      found.push(command.join(' '))
  }
  const all = [...sure, ...found]
  const rest = all.reduce((left, command) => left.replaceAll(command, ' '), text)
  const said = findWords(rest)
  if (said.has('other')) return []
  return [...new Set(said.has('run') ? all : sure)]
}

/** Flags, and paths behind them; a path alone may be what a sentence goes on with. */
function argumentsAt(words: readonly string[], tokens: readonly string[], from: number): string[] {
  const given: string[] = []
  for (let at = from; at < words.length; at += 1) {
    const word = words[at]!
    if (!/^--?\w/.test(word) && !/^\.\/|^\w[\w-]*\/|^\.$/.test(word)) break
    given.push(word)
    if (tokens[at] !== word) break
  }
  return given.some((word) => word.startsWith('-') || word.startsWith('./')) ? given : []
}

/** It is to be run, not looked at. */
const findWords = wordFinder({
  run: `run rerun running execute use using with via through pass passes green clean führ* lass lasse laufen lauf* mit
    durch gegenprüf* ejecuta corre pasa con lance exécute avec passe rode roda executa com passa esegui lancia запусти*
    прогони* 実行 流して 回して 运行 跑 执行 실행 돌려`,
  other: `documented configured mentioned described whether why how target targets script scripts job jobs config
    configuration output results`,
})

const runsCheck = (words: readonly string[]): boolean => {
  const found = commandKind(words)
  return found.known && isCheck(found)
}

/** Names that no sentence has by chance. */
const TOOLS = new Set(
  `shellcheck eslint oxlint stylelint hadolint golangci-lint staticcheck rubocop flake8 pylint mypy pyright swiftlint
  ktlint pytest vitest rspec phpunit tsc ctest`.split(/\s+/),
)
const PROGRAMS = new Set(
  'npm pnpm yarn make mvn gradle ./gradlew cargo go dotnet swift mix just bazel'.split(' '),
)
/** "The mypy plugin" is no run of mypy: what it is run on, or what comes of it, may stand behind its name. */
const BEHIND_TOOL =
  /^(?:over|on|against|in|with|at|is|pass|stays|clean|green|again|first|laufen|auf|gegen|sobre|sur|su|em|en|-.*|[^./]*[./].*)$/
/** Programs that are words too, and what may stand behind their goals. */
const WORDS = new Set(['make', 'go', 'just', 'mix', 'swift'])
const ENDS = new Set(
  `. , ; ! ? ( ) and then before after too must has passes und dann vor muss y antes debe et avant doit e prima deve
  antes i до и`.split(/\s+/),
)
