import type { Demand } from '../../schema/demand.js'
import { isDocumentation } from '../ledger/is-documentation.js'

/** Files, symbols and commands that a sentence names. What only might be one is none. */
export function namedIn(text: string): Demand['names'] {
  const spans = [...text.matchAll(/`([^`\n]{1,120})`/g)].map(([, span]) => span!.trim())
  const commands = spans.filter((span) => isCommand(span))
  const symbols = spans.filter((span) => SYMBOL.test(span) && !isFileName(span))
  const bare = text.replaceAll(/`[^`\n]*`/g, (span) => (isFileName(span.slice(1, -1)) ? span : ' '))
  const words = bare
    .replaceAll(DENSE, ' ')
    .split(/[\s`"'“”„«»()<>[\]{},;!?，。、：]+/)
    .map((word) => word.replace(ENDING, ''))
  return {
    files: unique(words.filter(isFileName)).slice(0, MAX),
    symbols: unique(symbols.map((symbol) => symbol.replace(/\(\)$/, ''))).slice(0, MAX),
    commands: unique(commands).slice(0, MAX),
  }
}

/** Documents with a well-known bare name. */
export const bareDocumentsIn = (text: string): string[] =>
  unique(
    [...text.matchAll(/(?<![\w./-])(?:readme|changelog)(?![\w/-]|\.\w)/gi)].map(([name]) => name),
  )

const MAX = 8
/** Scripts without spaces stand right beside a name. */
const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+/g
const ENDING = /(?<![.:])[.:]+$/
const unique = (names: readonly string[]): string[] => [...new Set(names)]

/** Endings of files that people name; "e.g.", "v2.1" and "Node.js" are none. */
const ENDINGS = new Set(
  `js cjs mjs jsx ts cts mts tsx py go rs rb java kt cs php swift c cc cpp h hpp css scss html vue svelte sql
  sh yml yaml toml json md mdx rst txt env ini cfg conf lock tf proto graphql gradle xml csv ipynb`.split(
    /\s+/,
  ),
)
const PRODUCTS =
  /^(?:(?:node|next|vue|nuxt|express|three|d3|chart|socket|react|ember|discord|moment|p5|alpine|backbone)\.(?:js|ts)|asp\.net)$/i
const BARE = new Set(
  `LICENSE LICENCE CONTRIBUTING CODEOWNERS Makefile Dockerfile Procfile Justfile justfile Gemfile Rakefile
  .gitignore .dockerignore .editorconfig .env.example .nvmrc`.split(/\s+/),
)

/** A word that can be nothing but a file's name. */
export function isFileName(word: string): boolean {
  if (BARE.has(word)) return true
  if (word.length > 200 || !word.includes('.') || /[*$\\@=|]|:\/\//.test(word)) return false
  if (PRODUCTS.test(word)) return false
  const [, stem, ending] = /^((?:[\w.-]+\/)*[\w.-]+)\.(\w{1,8})$/.exec(word) ?? []
  return stem !== undefined && ending !== undefined && ENDINGS.has(ending) && /[A-Za-z]/.test(stem)
}

/** Texts for people and files of tests: other files may be what a program writes. */
export const isTextOrTest = (file: string): boolean =>
  isDocumentation(file) || /(?:test|spec)[^/]*$/i.test(file)

/** A script by its path, or a known program with something behind it. */
function isCommand(span: string): boolean {
  if (/^\.\/[\w./-]+$/.test(span)) return true
  const [, program] = /^(\S+) [^\n]+$/.exec(span) ?? []
  return program !== undefined && PROGRAMS.has(program)
}

const PROGRAMS = new Set(
  `npm npx pnpm yarn bun node deno make just task cargo go python python3 pytest tox uv poetry mvn gradle
  ./gradlew bundle rake composer php dotnet docker git ruff eslint tsc vitest jest`.split(/\s+/),
)
const SYMBOL = /^(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?(?:\(\))?)$/
