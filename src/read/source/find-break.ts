import path from 'node:path'
import { parse } from 'unbash'
import { parseDocument } from 'yaml'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { isPlainName } from '../../safety/plain-name.js'
import { mask } from './mask.js'
import type { Notation } from './mask.js'
import { notations } from './notations.js'
import { longPattern } from '../../util/long-pattern.js'

export interface Break {
  /** In our words, behind the file's name. */
  what: string
  /** What shows it. */
  line: string
}

export type FindBreak = typeof findBreak

const MAX_CHARS = 200_000

/** What keeps a file from being read as what its name says; null where nothing is known to. */
export function findBreak(
  file: string,
  text: string,
  exists: (file: string) => boolean,
): Break | null {
  if (text.length > MAX_CHARS || MEANT.test(file)) return null
  return conflictIn(file, text) ?? syntaxIn(file, text) ?? importIn(file, text, exists)
}

/** Its own name says that it is so on purpose: data for a test. */
const MEANT = /(?:broken|invalid|malformed|truncated|corrupt|conflict|bad)[\w.-]*$/i

/** The start of a conflict and another mark of it, each at the start of a line; documents may show one. */
function conflictIn(file: string, text: string): Break | null {
  if (!text.includes('<<<<<<< ') || /\.(?:md|mdx|rst|txt|adoc)$/i.test(file)) return null
  const [start] = /^<{7} [^\n]*$/m.exec(text) ?? []
  if (start === undefined || !/^(?:>{7} |={7}$)/m.test(text)) return null
  return { what: 'still has conflict markers', line: start }
}

function syntaxIn(file: string, text: string): Break | null {
  if (/\.json$/i.test(file) && !LOOSE_JSON.test(file)) return jsonIn(text)
  if (/\.ya?ml$/i.test(file) && !TEMPLATES.test(file) && !/\{\{|\{%/.test(text)) return yamlIn(text)
  return SHELL.test(file) ? shellIn(text) : bracketIn(file, text)
}

/** What keeps the shell from reading a script to its end. */
function shellIn(text: string): Break | null {
  const [error] = parse(text).errors ?? []
  return error === undefined
    ? null
    : { what: 'can not be read by a shell', line: oneLineSafely(error.message, 160) }
}

const SHELL = /\.(?:ba)?sh$/

/** A bracket of code that nothing closes, or that closes nothing. */
function bracketIn(file: string, text: string): Break | null {
  const notation = BRACKETED[path.posix.extname(file)]
  if (notation === undefined) return null
  const { code, partner } = mask(text, notation)
  for (let at = 0; at < code.length; at += 1) {
    if (!BRACKETS.includes(code[at]!) || partner[at] !== -1) continue
    const line = text.slice(text.lastIndexOf('\n', at) + 1).split('\n', 1)[0]!
    return { what: `has a bracket without its partner`, line: oneLineSafely(line, 160) }
  }
  return file.endsWith('.py') ? headIn(code, text) : null
}

/** A line of Python that begins a block, outside of brackets, and has no colon. */
function headIn(code: string, text: string): Break | null {
  let [start, depth, hasColon] = [0, 0, false]
  for (let at = 0; at <= code.length; at += 1) {
    const char = code[at] ?? '\n'
    if ('([{'.includes(char)) depth += 1
    if (')]}'.includes(char)) depth -= 1
    if (char === ':' && depth === 0) hasColon = true
    if (char !== '\n' || depth !== 0 || code[at - 1] === '\\') continue
    const line = code.slice(start, at)
    if (!hasColon && BEGINS_BLOCK.test(line))
      return {
        what: 'has a line that begins a block and has no colon',
        line: oneLineSafely(text.slice(start, at), 160),
      }
    start = at + 1
    hasColon = false
  }
  return null
}

const BEGINS_BLOCK =
  /^[ \t]*(?:(?:async )?(?:def|for|with)|class|if|elif|else|while|try|except|finally)\b/

const BRACKETED: Readonly<Record<string, Notation>> = {
  '.py': notations.python,
  '.go': notations.go,
  '.java': notations.jvm,
  '.kt': notations.jvm,
  '.rs': notations.rust,
  '.cs': notations.csharp,
}
const BRACKETS = '()[]{}'

/** Files of this name may have comments. */
const LOOSE_JSON = longPattern('i')`
    (?:^|/)(?:tsconfig[^/]*|jsconfig|\.eslintrc|\.babelrc|devcontainer|settings|launch|tasks|extensions
    |\.swcrc|api-extractor|deno|turbo|renovate|language-configuration|biome|\.oxlintrc)\.json$`
const TEMPLATES = /(?:^|\/)(?:templates|charts)\//

function jsonIn(text: string): Break | null {
  if (text.trim() === '') return null
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    return { what: 'is not valid JSON', line: oneLineSafely(why, 160) }
  }
}

function yamlIn(text: string): Break | null {
  const [error] = parseDocument(text, {
    logLevel: 'silent',
    prettyErrors: true,
    uniqueKeys: false,
  }).errors
  if (error === undefined || /Source contains multiple documents/.test(error.message)) return null
  return { what: 'is not valid YAML', line: oneLineSafely(error.message, 160) }
}

const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)$/
const IMPORT =
  /^[ \t]{0,20}(?:import|export|const|let|var|\}) ?[^\n]{0,300}?['"](\.{1,2}\/[^'"\n]{1,200})['"]/gm
const ENDINGS = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.mts',
  '.cts',
  '.json',
  '.vue',
  '.svelte',
  '.d.ts',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '/index.mjs',
  '/index.jsx',
]

/** A relative import of a file that is not there, under any ending. */
function importIn(file: string, text: string, exists: (file: string) => boolean): Break | null {
  if (!SCRIPT.test(file)) return null
  for (const [line, from] of text.matchAll(IMPORT)) {
    if (!/\bfrom ?['"]|\brequire\(|^[ \t]{0,20}import ?['"]/.test(line)) continue
    const target = path.posix.join(path.posix.dirname(file), from!)
    if (
      /[?$]|\.(?:css|scss|svg|png|jpe?g|less|md|html|wasm|node|graphql|gql|txt|sql)$/.test(target)
    )
      continue
    const bare = target.replace(/\.[cm]?jsx?$/, '')
    const isThere = [target, bare].some((stem) =>
      ENDINGS.some((ending) => exists(`${stem}${ending}`)),
    )
    if (!isThere)
      return {
        what: isPlainName(from!)
          ? `imports ${from}, which is not there`
          : 'imports a file that is not there',
        line: oneLineSafely(line, 160),
      }
  }
  return null
}
