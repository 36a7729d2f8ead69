// Part of how the hook is built: a long pattern is compiled only when a text may match it. V8 takes
// longer to compile one than to try it on a sentence a hundred times, a hook tries most of them on a
// few sentences once, and most of them find nothing. From each pattern follow words of which every
// match has at least one; a text without any of them can't match. What is found stays the same.
import { RegExpParser } from '@eslint-community/regexpp'
import { parseAst } from 'vite'

/** What the rewritten modules call. After a dozen texts that had to be looked at, compiling pays. */
export const RARE_PATTERN_HELPER = `var __rare=((last,low)=>(make,joined,fold)=>{
let words=null,pattern=null,looks=12;
const may=(text)=>{if(pattern!==null)return true;
if(looks-->0){words??=joined.split("|");
if(fold&&text!==last){last=text;low=text.toLowerCase()}
const where=fold?low:text;if(!words.some((word)=>where.includes(word)))return false}
pattern=make();return true};
return{test:(text)=>may(text=String(text))&&pattern.test(text),
exec:(text)=>may(text=String(text))?pattern.exec(text):null}})();`

/** Below this compiling costs less than asking. */
const LONG = 60
const MOST_WORDS = 150

/** Rewrites the long patterns of a module that are only ever tested or executed. */
export function rarePatterns(code) {
  const nodes = allNodes(parseAst(code))
  const kept = []
  const constants = constantsOf(nodes)
  const edits = nodes.flatMap(({ node, above }) => {
    const pattern = patternOf(node, constants)
    const rare = pattern === null ? null : rareForm(pattern, code.slice(node.start, node.end))
    if (rare === null || !isOnlyTried(node, above, nodes)) return []
    const { start, end } = node
    if (isConstant(node, above)) return [{ start, end, text: rare }]
    const name = `__pattern${kept.length}`
    kept.push(name)
    return [{ start, end, text: `(${name} ??= ${rare})` }]
  })
  const names = kept.length === 0 ? '' : `\nvar ${kept.join(', ')};`
  return edits.reduceRight(apply, code) + names
}

const apply = (code, { start, end, text }) => code.slice(0, start) + text + code.slice(end)

/** Every node, in the order of the text, with those that it lies in, the nearest first. */
function allNodes(node, above = []) {
  if (typeof node?.type !== 'string') return []
  const below = Object.values(node)
    .flat()
    .flatMap((child) => allNodes(child, [node, ...above]))
  return [{ node, above }, ...below]
}

/** What the constants at the top of a module hold, by name, unless the name means more than one thing. */
function constantsOf(nodes) {
  const names = nodes
    .filter(({ node, above }) => bindsName(node, above[0]))
    .map(({ node }) => node.name)
  const isBoundOnce = (name) => names.filter((other) => other === name).length === 1
  return new Map(
    nodes
      .filter((found) => isAtTop(found) && isBoundOnce(found.node.id.name))
      .map(({ node }) => [node.id.name, node.init]),
  )
}

const isAtTop = ({ node, above }) =>
  node.type === 'VariableDeclarator' && above[0].kind === 'const' && above[1].type === 'Program'

/** Anything but a use: a declaration, a parameter, a part of a pattern of either. */
const bindsName = (node, parent) =>
  node.type === 'Identifier' &&
  ((parent.type === 'VariableDeclarator' && parent.id === node) ||
    (/Function/.test(parent.type) && (parent.params.includes(node) || parent.id === node)) ||
    (parent.type === 'CatchClause' && parent.param === node) ||
    (parent.type === 'ClassDeclaration' && parent.id === node) ||
    /Pattern|RestElement/.test(parent.type) ||
    // In a pattern it binds, elsewhere it is a use; to be sure it counts.
    (parent.type === 'Property' && parent.shorthand))

/** A pattern as it is written, or as it is put together from texts that stand in the module. */
function patternOf(node, constants) {
  if (node.regex !== undefined) return node.regex
  if (node.type !== 'NewExpression' || node.callee.name !== 'RegExp') return null
  const [pattern, flags] = node.arguments.map((argument) => textOf(argument, constants))
  return typeof pattern === 'string' && typeof flags === 'string' ? { pattern, flags } : null
}

function textOf(node, constants) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'Identifier') return textOf(constants.get(node.name), constants)
  const isRaw = node?.type === 'TaggedTemplateExpression' && node.tag.property?.name === 'raw'
  const template = isRaw ? node.quasi : node
  if (template?.type !== 'TemplateLiteral') return null
  const parts = template.quasis.map(({ value }) => (isRaw ? value.raw : value.cooked))
  const between = template.expressions.map((expression) => textOf(expression, constants))
  if (between.includes(null)) return null
  return parts.map((part, index) => part + (between[index] ?? '')).join('')
}

function rareForm({ pattern, flags }, written) {
  if (pattern.length < LONG || !['', 'i'].includes(flags)) return null
  const words = wordsOf(pattern, flags)
  if (words === null || words.some((word) => word.includes('|'))) return null
  const joined = JSON.stringify(words.join('|'))
  return `__rare(() => ${written}, ${joined}, ${flags === 'i'})`
}

/** `const NAME = /…/` at the top of a module. */
const isConstant = (node, [parent, list, program]) =>
  parent.type === 'VariableDeclarator' && list.kind === 'const' && program.type === 'Program'

/** Every use is `.test(…)` or `.exec(…)`: of the pattern itself, or of the constant that holds it. */
function isOnlyTried(node, above, nodes) {
  if (!isConstant(node, above)) return isTried(node, above)
  const [{ id }] = above
  return nodes
    .filter(({ node: other }) => other.type === 'Identifier' && other.name === id.name)
    .every(
      ({ node: other, above }) => other === id || isName(other, above) || isTried(other, above),
    )
}

/** What only looks like the constant: a property's name. */
const isName = (node, [parent]) =>
  parent.type === 'MemberExpression' && parent.property === node && !parent.computed

const isTried = (node, [parent, call]) =>
  parent.type === 'MemberExpression' &&
  parent.object === node &&
  ['test', 'exec'].includes(parent.property.name) &&
  call.type === 'CallExpression' &&
  call.callee === parent

/** Words of which every match of the pattern has at least one; null when there are none. */
export function wordsOf(source, flags) {
  const pattern = new RegExpParser({ ecmaVersion: 2023 }).parsePattern(source)
  const words = ofAlternatives(pattern.alternatives, flags.includes('i'))
  if (words === null) return null
  // One that is part of another makes the longer one needless.
  const unique = [...new Set(words)]
  const shortest = unique.filter(
    (word) => !unique.some((other) => other !== word && word.includes(other)),
  )
  return shortest.length > MOST_WORDS ? null : shortest.sort()
}

function ofAlternatives(alternatives, fold) {
  const all = alternatives.map(({ elements }) => ofSequence(elements, fold))
  return all.includes(null) ? null : all.flat()
}

/** Of all that a sequence must have, what is likely to be rarest. */
function ofSequence(elements, fold) {
  const found = []
  let run = ''
  const endRun = () => {
    if (run.length > 0) found.push([run])
    run = ''
  }
  for (const element of elements) {
    if (element.type === 'Character' && element.value < 128) {
      const letter = String.fromCharCode(element.value)
      run += fold ? letter.toLowerCase() : letter
      continue
    }
    // A boundary takes no room: what stands on both sides of it is together.
    if (element.type === 'Assertion' && element.kind === 'word') continue
    endRun()
    const words = ofElement(element, fold)
    if (words !== null) found.push(words)
  }
  endRun()
  return found.sort((a, b) => worth(b) - worth(a))[0] ?? null
}

function ofElement(element, fold) {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return ofAlternatives(element.alternatives, fold)
    case 'Quantifier':
      return element.min > 0 ? ofSequence([element.element], fold) : null
    default:
      return null
  }
}

/** Long words are rarer than short ones, and few are found less often than many; a single sign is anywhere. */
function worth(words) {
  const shortest = Math.min(...words.map(({ length }) => length))
  return shortest === 1 ? -words.length : shortest - words.length / 4
}
