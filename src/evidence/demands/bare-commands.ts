import { commandKind } from '../../read/shell/command-kind.js'
import { wordFinder } from '../message/words.js'
import { isCheck } from '../../read/shell/is-check.js'

/**
 * Checks that a sentence names by their commands without a code span: "run shellcheck over it", "check it
 * with mvn verify". Words that are programs as well ("make tests pass") count only where nothing follows
 * that makes them words.
 */
export function bareCommandsIn(text: string): string[] {
  const tokens = text.replaceAll(/`[^`\n]*`/g, ' ').match(/[\w:./-]+|[,;!?()]/g) ?? []
  const words = tokens.map((token) => token.replace(/(?<![.:])[.:]+$/, ''))
  const found: string[] = []
  for (const [at, word] of words.entries()) {
    const next = tokens[at] === word ? (tokens[at + 1] ?? '.') : '.'
    if (TOOLS.has(word) && (ENDS.has(next) || BEHIND_TOOL.test(next))) found.push(word)
    if (!PROGRAMS.has(word)) continue
    const goal = words[at + 1] === 'run' ? 2 : 1
    const command = words.slice(at, at + 1 + goal)
    const isOpen = WORDS.has(word) && !ENDS.has(tokens[at + 1 + goal] ?? '.')
    const isEnd = tokens[at + goal] !== words[at + goal]
    if (command.length === 1 + goal && runsCheck(command) && (!isOpen || isEnd))
      found.push(command.join(' '))
  }
  const rest = found.reduce((left, command) => left.replaceAll(command, ' '), text)
  const said = findWords(rest)
  return said.has('run') && !said.has('other') ? [...new Set(found)] : []
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
