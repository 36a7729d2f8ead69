import { nodesOf } from './read-sources.js'
import type { SourceModule, Syntax } from './read-sources.js'

export interface Pattern {
  source: string
  flags: string
}

/** The regular expressions of a module, as far as its text alone says what they are. */
export function patternsOf(module: SourceModule): Pattern[] {
  const constants = constantsOf(module)
  return [...nodesOf(module.body)].flatMap((node) => {
    if (node['regex'] !== undefined && node.type === 'Literal') {
      const { pattern, flags } = node['regex'] as { pattern: string; flags: string }
      return [{ source: pattern, flags }]
    }
    return madeBy(node, constants)
  })
}

type Constants = ReadonlyMap<string, Syntax>

const constantsOf = ({ body }: SourceModule): Constants =>
  new Map(
    body
      .map((one) => (one['declaration'] as Syntax | null) ?? one)
      .filter(({ type, kind }) => type === 'VariableDeclaration' && kind === 'const')
      .flatMap((one) => one['declarations'] as Syntax[])
      .map(({ id, init }) => [(id as { name: string }).name, init as Syntax]),
  )

/** ``longPattern('g')`…` ``, `new RegExp('…', 'g')` and `anyOf('i', '…', '…')`. */
function madeBy(node: Syntax, constants: Constants): Pattern[] {
  const text = (one: Syntax | undefined): string | null => textOf(one, constants)
  const given = (node['arguments'] ?? []) as Syntax[]
  const name = (node['callee'] as { name?: string } | undefined)?.name
  if (node.type === 'NewExpression' && name === 'RegExp')
    return asPatterns([text(given[0])], given[1] === undefined ? '' : text(given[1]))
  if (node.type === 'CallExpression' && name === 'anyOf')
    return asPatterns(given.slice(1).map(text), text(given[0]))
  const tag = node['tag'] as Syntax | undefined
  if ((tag?.['callee'] as { name?: string } | undefined)?.name !== 'longPattern') return []
  const [flags] = tag!['arguments'] as Syntax[]
  const raw = rawTexts(node['quasi'] as Syntax).join('')
  return asPatterns([raw.replace(/\n */g, '')], flags === undefined ? '' : text(flags))
}

const asPatterns = (sources: readonly (string | null)[], flags: string | null): Pattern[] =>
  flags === null ? [] : sources.flatMap((source) => (source === null ? [] : [{ source, flags }]))

/** The text that an expression stands for; null where that takes a run of the program. */
function textOf(node: Syntax | undefined, constants: Constants): string | null {
  const text = (one: Syntax): string | null => textOf(one, constants)
  switch (node?.type) {
    case 'Literal': {
      const { regex, value } = node as { regex?: { pattern: string }; value?: unknown }
      return regex?.pattern ?? (typeof value === 'string' ? value : null)
    }
    case 'Identifier':
      return textOf(constants.get(node['name'] as string), constants)
    case 'TemplateLiteral':
      return filled(node, cookedTexts(node), text)
    case 'TaggedTemplateExpression':
      return filled(node['quasi'] as Syntax, rawTexts(node['quasi'] as Syntax), text)
    // `X.source`
    case 'MemberExpression':
      return text(node['object'] as Syntax)
    // `[…].join('|')`
    case 'CallExpression': {
      const { object } = node['callee'] as { object?: Syntax }
      if (object?.type !== 'ArrayExpression') return null
      const parts = (object['elements'] as Syntax[]).map(text)
      const between = text((node['arguments'] as Syntax[])[0]!)
      return between === null || parts.includes(null) ? null : parts.join(between)
    }
    default:
      return null
  }
}

function filled(
  template: Syntax,
  texts: readonly string[],
  text: (one: Syntax) => string | null,
): string | null {
  const values = (template['expressions'] as Syntax[]).map(text)
  if (values.includes(null)) return null
  return texts.map((piece, at) => piece + (values[at] ?? '')).join('')
}

type Quasi = { value: { raw: string; cooked: string } }
const rawTexts = (template: Syntax): string[] =>
  (template['quasis'] as Quasi[]).map(({ value }) => value.raw)
const cookedTexts = (template: Syntax): string[] =>
  (template['quasis'] as Quasi[]).map(({ value }) => value.cooked)
