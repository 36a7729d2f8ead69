/**
 * A shell line in its simple commands, in the order in which they would run, and how they hang together. The
 * grammar is a library's; what a shell is given as a script (`sh -c`, a here-document, `eval`, a function)
 * is part of the line. This reads what an agent ran; it never runs anything.
 */
import { parse } from 'unbash'
import type * as Bash from 'unbash'
import { redactText } from '../../safety/redact.js'
import { bareCommand } from './bare-command.js'
import { filledIn, readRedirects, scriptOf, scriptsIn, wordsOfTest } from './command-words.js'
import type { Redirects } from './command-words.js'
import { movedFolder } from './moved-folder.js'
import type { Join, ShellLine, ShellNode, ShellPart, Telling } from './shell-line.js'
import { oneOf } from '../../util/one-of.js'

/** Longer lines are not read: what they run can't be told from what they write. */
const MAX_CHARS = 64_000
const MAX_PARTS = 60
/** Scripts in scripts, functions in functions. */
const MAX_DEPTH = 4
const MAX_WORDS = 80
const MAX_TEXT = 2_000

/** The simple commands alone. */
export const partsIn = (line: string): readonly ShellPart[] => parseLine(line).parts

export function parseLine(line: string): ShellLine {
  const known = latest.get(line)
  if (known !== undefined) return known
  if (latest.size >= MAX_LATEST) latest.clear()
  const parsed = line.length > MAX_CHARS ? unknownLine(line) : read(line)
  if (line.length <= MAX_CHARS) latest.set(line, parsed)
  return parsed
}

// Agents run the same few lines again and again.
const latest = new Map<string, ShellLine>()
const MAX_LATEST = 256

function unknownLine(line: string): ShellLine {
  const [text = ''] = line.slice(0, 200).split('\n')
  const words = text.split(/\s+/).filter((word) => word !== '')
  const part: ShellPart = { text, words, join: '', variables: [], folder: '', into: [] }
  return {
    parts: words.length === 0 ? [] : [part],
    root: words.length === 0 ? NOTHING : { kind: 'part', index: 0 },
    isUnknown: true,
  }
}

const NOTHING: ShellNode = { kind: 'list', nodes: [], joins: [] }

function read(line: string): ShellLine {
  const reading = new Reading()
  // Apart, the lines of a key are known by no rule.
  const source = line.includes('\n') ? redactText(line) : line
  const root = reading.script(source, { folder: '', depth: 0 })
  const { parts } = reading
  for (const [index, part] of parts.entries()) {
    const later = shownLater(part, reading, index)
    const isCaught = reading.caught.has(index)
    if (later === -1 && !isCaught && !part.isErrAway && part.isHidden !== true)
      part.showsErrors = true
    else if (later === -1) part.isHidden = true
    else if (later !== null) part.shownBy = later
  }
  return { parts, root, isUnknown: reading.isBroken }
}

/** Which later part shows what goes into a variable or a file; -1: none does; null: it goes nowhere. */
function shownLater(
  { into, errors, isOutAway }: Draft,
  { parts, caught }: Reading,
  at: number,
): number | null {
  const shows = (isShown: (part: Draft) => boolean): number =>
    parts.findIndex((part, index) => index > at && isShown(part))
  const variable = caught.get(at)
  if (variable !== undefined)
    return shows(({ text }) => text.includes(`$${variable}`) || text.includes(`\${${variable}`))
  if (!isOutAway) return null
  const files = new Set([...into, ...errors])
  return shows(({ words }) => words.slice(1).some((word) => files.has(word.replace(/^</, ''))))
}

/** Where the shell is while it reads. */
interface Shell {
  folder: string
  depth: number
  /** `set -e`, `set -o pipefail`. */
  stops?: boolean
  fails?: boolean
  /** What a function was called with. */
  args?: readonly string[] | undefined
}

type Draft = ShellPart & Redirects

class Reading {
  parts: Draft[] = []
  /** Parts whose output goes into a variable, and its name. */
  caught = new Map<number, string>()
  #functions = new Map<string, Bash.Function['body']>()
  /** What `$?`, the first of a pipe and `$!` stand for, and variables that hold one of them. */
  #status: ShellNode | null = null
  #pipeStart: ShellNode | null = null
  #job: ShellNode | null = null
  #codes = new Map<string, ShellNode>()
  #values = new Map<string, string>()

  /** No shell takes it: a quote or a bracket stays open. */
  isBroken = false

  script(source: string, shell: Shell): ShellNode {
    const { commands, errors = [] } = parse(source)
    this.isBroken ||= errors.length > 0
    return this.#statements(commands, shell, source)
  }

  #statements(list: readonly Bash.Statement[], shell: Shell, source: string): ShellNode {
    const nodes = list.map((statement) => {
      const isAside = statement.background === true
      const from = this.parts.length
      const node = this.#node(statement.command, isAside ? { ...shell } : shell, source)
      this.#joinLast(from, isAside ? '&' : ';')
      if (isAside) for (const part of this.parts.slice(from)) part.isAside = true
      if (isAside) this.#job = node
      else if (node !== NOTHING) this.#status = node
      return isAside ? ({ kind: 'background', node } as const) : node
    })
    const joins = nodes.slice(1).map(() => ';' as const)
    return shell.stops === true ? { kind: 'list', nodes, joins, stops: true } : joined(nodes, joins)
  }

  /** The last part that was added is followed by this. */
  #joinLast(from: number, join: Join): void {
    const last = this.parts.at(-1)
    if (last !== undefined && this.parts.length > from) last.join = join
  }

  #node(node: Bash.PipelineNode | Bash.AndOr, shell: Shell, source: string): ShellNode {
    if (this.parts.length >= MAX_PARTS) return NOTHING
    switch (node.type) {
      case 'Command':
        return this.#command(node, shell, source)
      case 'Pipeline':
        return this.#pipe(node, shell, source)
      case 'AndOr':
        return this.#andOr(node, shell, source)
      case 'Subshell':
        return { kind: 'shell', node: this.#list(node.body, { ...shell }, source) }
      case 'BraceGroup':
        return this.#list(node.body, shell, source)
      case 'Redirected':
        return this.#redirected(node, shell, source)
      case 'If':
        return this.#if(node, shell, source)
      case 'For':
      case 'Select':
      case 'ArithmeticFor':
        return this.#for(node, shell, source)
      case 'While':
        return this.#while(node, shell, source)
      case 'Case': {
        const asked = this.#scriptsOf(node.word, shell, source)
        const nodes = node.items.map(({ body }) => this.#list(body, { ...shell }, source))
        return joined(
          [...asked, { kind: 'one', nodes }],
          asked.map(() => ';' as const),
        )
      }
      case 'TestCommand':
        return this.#test(node, shell, source)
      case 'ArithmeticCommand':
        return this.#own(['((', ...node.body.split(/\s+/), '))'], node, shell, source)
      case 'Function':
        this.#functions.set(node.name.value, node.body)
        return NOTHING
      default:
        return NOTHING
    }
  }

  #list(list: Bash.CompoundList, shell: Shell, source: string): ShellNode {
    return this.#statements(list.commands, shell, source)
  }

  #pipe(node: Bash.Pipeline, shell: Shell, source: string): ShellNode {
    const isLong = node.commands.length > 1
    const nodes = node.commands.map((command, at) => {
      const from = this.parts.length
      const inner = this.#node(command, isLong ? { ...shell } : shell, source)
      if (at > 0) for (const part of this.parts.slice(from)) part.isPiped = true
      if (at < node.commands.length - 1) this.#joinLast(from, '|')
      return inner
    })
    if (isLong) this.#pipeStart = nodes[0] ?? null
    const fails = shell.fails === true ? { fails: true } : {}
    const pipe: ShellNode = isLong ? { kind: 'pipe', nodes, ...fails } : (nodes[0] ?? NOTHING)
    const isNot = node.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1
    return isNot ? { kind: 'not', node: pipe } : pipe
  }

  #andOr(node: Bash.AndOr, shell: Shell, source: string): ShellNode {
    const nodes = node.commands.map((command, at) => {
      const from = this.parts.length
      const inner = this.#node(command, shell, source)
      this.#joinLast(from, node.operators[at] ?? '')
      return inner
    })
    return joined(nodes, [...node.operators])
  }

  #redirected(node: Bash.Redirected, shell: Shell, source: string): ShellNode {
    const from = this.parts.length
    const inner = this.#node(node.command, shell, source)
    const { into, errors, isOutAway, isErrAway } = readRedirects(node.redirects)
    for (const part of this.parts.slice(from)) {
      part.into = [...part.into, ...into]
      part.errors = [...part.errors, ...errors]
      part.isOutAway ||= isOutAway
      part.isErrAway ||= isErrAway
    }
    return inner
  }

  #if(node: Bash.If, shell: Shell, source: string): ShellNode {
    const arms = [node, ...node.elif].map(({ clause, then }) => ({
      test: this.#list(clause, shell, source),
      body: this.#list(then, shell, source),
    }))
    const last = node.else === undefined ? null : this.#list(node.else, shell, source)
    return arms.reduceRight<ShellNode | null>(
      (otherwise, arm) => ({ kind: 'if', ...arm, otherwise }),
      last,
    )!
  }

  #for(node: Bash.For | Bash.Select | Bash.ArithmeticFor, shell: Shell, source: string): ShellNode {
    const words = 'wordlist' in node ? node.wordlist : undefined
    const isOnce = words?.length === 1 && !/[*?$`{]/.test(words[0]!.text)
    return isOnce
      ? this.#list(node.body, { ...shell }, source)
      : this.#loop(node.body, { ...shell }, source)
  }

  #loop(body: Bash.CompoundList, shell: Shell, source: string): ShellNode {
    const from = this.parts.length
    const node = this.#list(body, shell, source)
    for (const part of this.parts.slice(from)) part.loop = from
    return { kind: 'loop', node }
  }

  /** It ends when its test fails, or holds behind `until`; or where its body leaves it. */
  #while(node: Bash.While, shell: Shell, source: string): ShellNode {
    const test = this.#list(node.clause, shell, source)
    const from = this.parts.length
    const body = this.#loop(node.body, shell, source)
    const mayLeave = this.parts.slice(from).some(({ words }) => LEAVING.has(words[0] ?? ''))
    const ends: ShellNode = { kind: 'ends', node: test, ok: node.kind === 'until', mayLeave }
    return joined([{ kind: 'one', nodes: [body] }, ends], [';'])
  }

  /** `[[ … ]]` */
  #test(node: Bash.TestCommand, shell: Shell, source: string): ShellNode {
    const words = wordsOfTest(node.expression)
    const from = this.parts.length
    const inner = words.flatMap((word) =>
      typeof word === 'string' ? [] : this.#scriptsOf(word, shell, source),
    )
    for (const part of this.parts.slice(from)) part.isHidden = true
    const texts = ['[[', ...words.map((word) => (typeof word === 'string' ? word : word.value))]
    const own = this.#own(texts, node, shell, source)
    this.#ask(texts, from)
    return joined(
      [...inner, own],
      inner.map(() => ';' as const),
    )
  }

  /** A command that the grammar knows by itself. */
  #own(
    texts: string[],
    node: { pos: number; end: number },
    shell: Shell,
    source: string,
  ): ShellNode {
    return this.#part(
      { node: { ...node, redirects: [] }, texts, assigned: [], body: undefined },
      shell,
      source,
    )
  }

  /** `[ -z "$(gofmt -l .)" ]` tests what a command printed. */
  #ask(texts: readonly string[], from: number): void {
    if (!IS_TEST.test(texts[0] ?? '')) return
    const flag = texts.findIndex((word) => word === '-z' || word === '-n')
    // `= ""` asks what `-z` asks, with the text before it.
    const equals = texts.findIndex((word, one) => EQUALS.test(word) && texts[one + 1] === '')
    const at = flag === -1 && equals > 1 ? equals - 2 : flag
    if (at === -1) return
    const by = this.parts.length - 1
    const isAsked = flag === -1 ? texts[equals] !== '!=' : texts[at] === '-z'
    const isEmpty = isAsked !== texts.slice(0, at).includes('!')
    const [, name] = /^\$\{?(\w+)\}?$/.exec(texts[at + 1] ?? '') ?? []
    for (const [index, part] of this.parts.entries())
      if (
        index !== by &&
        (index >= from || (name !== undefined && this.caught.get(index) === name))
      )
        part.asked = { by, isEmpty }
  }

  #command(node: Bash.Command, shell: Shell, source: string): ShellNode {
    const assigned = node.prefix.filter((one): one is Bash.Assignment => one.type === 'Assignment')
    const words = [...(node.name === undefined ? [] : [node.name]), ...node.args]
    const from = this.parts.length
    const inner = this.#substituted(node, assigned, words, shell, source)
    if (node.name === undefined) return this.#assign(assigned, inner)
    const texts = words.slice(0, MAX_WORDS).flatMap((word) => filledIn(word, shell.args))
    for (const one of node.redirects)
      if (one.type === 'Redirect' && one.operator === '<' && one.target !== undefined)
        texts.push(`<${one.target.value}`)
    const body = node.redirects.find((one): one is Bash.HereDoc => one.type === 'HereDoc')?.body
      .text
    const called = shell.depth < MAX_DEPTH ? this.#called(texts, body, shell) : null
    const own = called ?? this.#part({ node, texts, assigned, body }, shell, source)
    if (called === null) this.#ask(texts, from)
    return inner === null ? own : joined([inner, own], [';'])
  }

  /** Commands inside `$(…)` and `<(…)` run before the one that they are words of. */
  #substituted(
    node: Bash.Command,
    assigned: readonly Bash.Assignment[],
    words: readonly Bash.CommandArgument[],
    shell: Shell,
    source: string,
  ): ShellNode | null {
    const isShown = oneOf('echo|printf').test(node.name?.value ?? '')
    const nodes = [...assigned, ...words].flatMap((one) => {
      const [word, name] = one.type === 'Assignment' ? [one.value, one.name] : [one, null]
      if (word.type !== 'Word') return []
      const from = this.parts.length
      const inside = this.#scriptsOf(word, shell, source)
      for (let index = from; index < this.parts.length; index += 1) {
        if (name !== null) this.caught.set(index, name)
        else if (!isShown) this.parts[index]!.isHidden = true
      }
      return inside
    })
    return nodes.length === 0
      ? null
      : joined(
          nodes,
          nodes.slice(1).map(() => ';' as const),
        )
  }

  #scriptsOf(word: Bash.Word, shell: Shell, source: string): ShellNode[] {
    if (!/[$`<>]/.test(word.text)) return []
    return scriptsIn(word.parts ?? []).map((script) =>
      this.#statements(script.commands, { ...shell }, script.source ?? source),
    )
  }

  /** `code=$?` keeps a code; `out=$(npm test)` ends as what it runs. */
  #assign(assigned: readonly Bash.Assignment[], inner: ShellNode | null): ShellNode {
    for (const { name, value } of assigned) {
      const text = value.type === 'Word' ? value.text : ''
      const of = text.includes('$!') ? this.#job : this.#codeIn(text)
      if (of !== null) this.#codes.set(name, of)
    }
    return inner ?? NOTHING
  }

  /** `local code=$?`, `local name=$1` */
  #keepLocal(texts: readonly string[]): void {
    for (const text of texts.slice(1)) {
      const at = text.indexOf('=')
      if (at === -1) continue
      const [name, value] = [text.slice(0, at), text.slice(at + 1)]
      const of = this.#codeIn(value)
      if (of !== null) this.#codes.set(name, of)
      else if (!/[$`]/.test(value)) this.#values.set(name, value)
    }
  }

  /** What a function says of what it was called with. */
  #valuesIn(text: string): string {
    return text.replaceAll(/\$(?:(\w+)|\{(\w+)\})/g, (all, bare?: string, braced?: string) => {
      return this.#values.get(bare ?? braced ?? '') ?? all
    })
  }

  /** What a text names the exit code of. */
  #codeIn(text: string): ShellNode | null {
    if (/\$\{?\?/.test(text)) return this.#status
    if (text.includes('PIPESTATUS[0]')) return this.#pipeStart
    const [, name = ''] = /\$\{?(\w+)\}?/.exec(text) ?? []
    return this.#codes.get(name) ?? null
  }

  /** A function of the line's own, or a script that a shell is given. */
  #called(texts: readonly string[], body: string | undefined, shell: Shell): ShellNode | null {
    const inner: Shell = { ...shell, depth: shell.depth + 1 }
    const known = this.#functions.get(texts[0] ?? '')
    if (known !== undefined) {
      const node = this.#node(asGroup(known), { ...inner, args: texts.slice(1) }, '')
      return { kind: 'shell', node }
    }
    const script = scriptOf(bareCommand(texts), body)
    if (script === null) return null
    const own: Shell = { ...inner, stops: false }
    setOptions(
      own,
      bareCommand(texts).filter((word) => word !== script),
    )
    return { kind: 'shell', node: this.script(script, own) }
  }

  #part({ node, texts, assigned, body }: CommandFacts, shell: Shell, source: string): ShellNode {
    const [program = '', first = ''] = texts
    shell.folder = movedFolder(shell.folder, program, first)
    const redirects = readRedirects(node.redirects)
    const written = source === '' ? texts.join(' ') : source.slice(node.pos, node.end)
    const tells = program === 'echo' || program === 'printf' ? this.#tells(texts.slice(1)) : []
    if (program === 'echo')
      texts.splice(1, Infinity, ...texts.slice(1).map((text) => this.#valuesIn(text)))
    const index = this.parts.length
    this.parts.push({
      text: written.slice(0, MAX_TEXT),
      words: texts,
      join: '',
      variables: assigned.map(({ name }) => name),
      folder: shell.folder,
      ...redirects,
      ...(body === undefined ? {} : { body }),
      ...(tells.some(({ of }) => of !== null) ? { tells } : {}),
    })
    if (program === 'exit' || program === 'return') return this.#exit(first)
    if (program === 'set') setOptions(shell, texts)
    if (program === 'shift') shell.args = shell.args?.slice(Number(first) || 1)
    if (program === 'local' || program === 'declare' || program === 'export') this.#keepLocal(texts)
    const asked = IS_TEST.test(program) || program === '((' ? this.#askedCode(texts) : null
    if (asked !== null) return asked
    const awaited = program === 'wait' ? this.#codes.get(first.replace('$', '')) : undefined
    if (awaited !== undefined) {
      this.#status = awaited
      return NOTHING
    }
    return { kind: 'part', index }
  }

  /** The variables of what is said, each with the words before it. */
  #tells(said: readonly string[]): Telling[] {
    const text = said
      .filter((word) => !/^-[neE]+$/.test(word))
      .join(' ')
      .slice(0, MAX_TEXT)
    let from = 0
    return [...text.matchAll(/\$(?:\{[^{}]{1,60}\}|[?\w]+)/g)].map((found) => {
      const [variable] = found
      const behind = text.slice(from, found.index)
      from = found.index + variable.length
      return { of: this.#codeIn(variable), behind }
    })
  }

  /** `[ $? -eq 0 ]`, `(( code != 0 ))` */
  #askedCode(texts: readonly string[]): ShellNode | null {
    const [, not, code = '', equals = '', number] = CODE_TEST.exec(texts.slice(1).join(' ')) ?? []
    const name = /^\w/.test(code) ? `$${code}` : code
    const of = number === undefined ? null : this.#codeIn(name)
    if (of === null) return null
    const isSame = oneOf('-eq|==|=').test(equals) && not === undefined
    const isOther = oneOf('-ne|!=|-gt|>').test(equals) || not !== undefined
    return isSame || isOther ? { kind: 'asks', of, ok: isSame } : null
  }

  #exit(code: string): ShellNode {
    const of = this.#codeIn(code) ?? (code === '' ? this.#status : null)
    return { kind: 'exit', of, ok: of === null && /^\d+$/.test(code) ? Number(code) === 0 : null }
  }
}

const LEAVING: ReadonlySet<string> = new Set(['break', 'exit', 'return'])
const EQUALS = oneOf('==|=|!=')
const IS_TEST = /^(?:test|\[\[?)$/
const CODE_TEST = /^(! )?"?(\$?\{?[?\w]+(?:\[0\])?\}?)"? (\S{1,3}) (0)(?: \]| \)\))?$/

interface CommandFacts {
  node: Pick<Bash.Command, 'pos' | 'end' | 'redirects'>
  texts: string[]
  assigned: readonly Bash.Assignment[]
  body: string | undefined
}

function setOptions(shell: Shell, words: readonly string[]): void {
  if (words.some((word) => /^-[a-z]*e/.test(word)) || words.includes('errexit')) shell.stops = true
  if (words.includes('pipefail')) shell.fails = true
}

function joined(nodes: ShellNode[], joins: ('&&' | '||' | ';')[]): ShellNode {
  return nodes.length === 1 ? nodes[0]! : { kind: 'list', nodes, joins }
}

/** A function's body is a list in newer trees and a group in others. */
const asGroup = (body: Bash.Function['body']): Bash.PipelineNode =>
  body.type === 'CompoundList' ? { type: 'BraceGroup', pos: body.pos, end: body.end, body } : body
