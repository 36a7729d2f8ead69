import { SCRIPT_WORDS } from '../../data/programs.js'
import { WRAPPERS } from '../../data/wrappers.js'
import type { Wrapper } from '../../data/wrappers.js'
import { baseName } from '../../util/base-name.js'

/** Wrappers in wrappers: more than any line has. */
const MAX_WRAPPERS = 8
/** How far behind a wrapper's name its own verb may stand: `docker compose -f FILE exec`. */
const MAX_BEFORE_VERB = 6

/** The command that a line's words run: variables and wrappers (`env`, `timeout 60`, `uv run`) are taken off. */
export function bareCommand(words: readonly string[]): string[] {
  let rest = words.filter((word) => word !== '')
  for (let depth = 0; depth < MAX_WRAPPERS; depth += 1) {
    const inner = unwrap(rest)
    if (inner === null || inner.length === 0) return rest
    rest = [packageName(inner[0]!), ...inner.slice(1)]
  }
  return rest
}

/** `npx prettier@3`, `npx @redocly/cli`: the program that a package brings. */
const packageName = (word: string): string =>
  word.includes('@')
    ? word.replace(/(?<=\w)@[\w.^~${}-]+$/, '').replace(/^@([\w-]+)\/cli$/, '$1')
    : word

/** What a wrapper runs; null for any other command. */
function unwrap(words: string[]): string[] | null {
  const [first = '', second = ''] = words
  if (isVariable(first) && words.length > 1) return words.slice(1)
  const program = baseName(first)
  if (isPython(program) && second === '-m') return words.slice(2)
  if (program === 'find') return executedBy(words)
  if (program === 'kubectl')
    return second === 'exec' && words.includes('--') ? words.slice(words.indexOf('--') + 1) : null
  if (program === 'command' && /^-[vV]$/.test(second)) return null
  const wrapper = WRAPPERS.get(program)
  if (wrapper === undefined) return null
  const inner = behind(wrapper, words.slice(1))
  return wrapper.hasScripts === true && isScript(inner?.[0]) ? null : inner
}

function behind(wrapper: Wrapper, args: string[]): string[] | null {
  const { behind: verbs, values = [], own = 0 } = wrapper
  let at = 0
  if (verbs !== undefined) {
    const verb = args.findIndex((word) => verbs.includes(word))
    if (verb === -1 || verb > MAX_BEFORE_VERB) return null
    at = verb + 1
  }
  while (at < args.length && (args[at]!.startsWith('-') || isVariable(args[at]!))) {
    if (args[at] === '--') {
      at += 1
      break
    }
    at += values.includes(args[at]!) ? 2 : 1
  }
  return args.slice(at + own)
}

/** `find . -name '*.ts' -exec eslint {} +` */
function executedBy(words: readonly string[]): string[] | null {
  const at = words.findIndex((word) => word === '-exec' || word === '-execdir')
  if (at === -1) return null
  const rest = words.slice(at + 1)
  const end = rest.findIndex((word) => word === ';' || word === '+')
  return rest.slice(0, end === -1 ? undefined : end).filter((word) => word !== '{}')
}

/** `pdm run test`: no program is called by the word alone. */
const isScript = (word = ''): boolean => SCRIPT_WORDS.some(([name]) => name.test(word))

const isVariable = (word: string): boolean => /^[A-Za-z_]\w*=/.test(word)
const isPython = (program: string): boolean => /^python(\d(\.\d+)?)?$/.test(program)
