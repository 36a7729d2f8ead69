// An esbuild plugin: each of our modules becomes a function of its own. Joined into one scope, the
// functions of all of them would be there as soon as the file is loaded, and would be read from
// compiled code that is kept; this way a module that an event does not need stays text.
import { transform } from 'esbuild'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** What the modules call to import; esbuild would define it in each of them again. */
export const CLOSURE_HELPERS = `var __toESM=(module)=>module.__esModule?module:
Object.create(module,{default:{value:module}});`

const closure = (file) => ({ path: file, namespace: 'closure' })

/** `sources` are the paths of our modules: what they use of zod is all of it that is built in. */
export const moduleClosures = (sources) => ({
  name: 'module-closures',
  setup(plugins) {
    plugins.onResolve({ filter: /\.ts$/ }, ({ path: file }) => closure(path.resolve(file)))
    plugins.onResolve({ filter: /^\..*\.js$/, namespace: 'closure' }, (asked) =>
      closure(path.resolve(asked.resolveDir, asked.path.replace(/\.js$/, '.ts'))),
    )
    plugins.onLoad({ filter: /.*/, namespace: 'closure' }, async ({ path: file }) => ({
      contents: await toCommonJs(await readFile(file, 'utf8')),
      resolveDir: path.dirname(file),
    }))

    plugins.onResolve({ filter: /^zod\/mini$/, namespace: 'closure' }, ({ path: name }) => ({
      path: name,
      namespace: 'zod-as-values',
    }))
    // Without this, each of our modules that uses zod would make a getter for every name of it.
    plugins.onLoad({ filter: /.*/, namespace: 'zod-as-values' }, ({ path: name }) => ({
      contents: `module.exports = { __esModule: true, ...require('${name}') }`,
    }))
    plugins.onResolve({ filter: /.*/, namespace: 'zod-as-values' }, ({ path: name }) => ({
      path: name,
      namespace: 'used-of-zod',
    }))
    plugins.onLoad({ filter: /.*/, namespace: 'used-of-zod' }, async ({ path: name }) => ({
      contents: zodOnce(name, await usedOfZod(sources)),
      resolveDir: process.cwd(),
    }))
  },
})

/** Types that most fields of a contract have. */
const PLAIN = ['string', 'boolean', 'nullable', 'array']

/**
 * Zod for a process that checks a handful of values: without compiled checks, and with one text, one
 * nullable text and so on for all contracts. Nothing changes a type once it is made.
 */
function zodOnce(name, used) {
  const [plain, rest] = [PLAIN, used.filter((one) => !PLAIN.includes(one))]
  return `import { config, ${plain.map((one) => `${one} as make_${one}`).join(', ')} } from '${name}'
config({ jitless: true })
export { ${rest.join(', ')} } from '${name}'
const once = (make) => {
  const made = new Map()
  return (inner, ...params) => {
    if (params.length > 0 || (inner !== undefined && !inner._zod)) return make(inner, ...params)
    if (!made.has(inner)) made.set(inner, make(inner))
    return made.get(inner)
  }
}
${plain.map((one) => `export const ${one} = once(make_${one})`).join('\n')}`
}

// All that esbuild writes before a module's own text.
const EXPORTS =
  /^[^]*?^var stdin_exports = \{\};\n(?:__export\(stdin_exports, (\{[^]*?\n\})\);\n)?module\.exports = .*$/m

async function toCommonJs(source) {
  const { code } = await transform(source, {
    loader: 'ts',
    format: 'cjs',
    target: 'node20',
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__filename' },
  })
  const [before, exported = '{}'] = EXPORTS.exec(code)
  const text = rawAsStrings(code.slice(before.length))
  return importOnFirstUse(`${text}\nmodule.exports = ${asValues(exported)};`)
}

/**
 * Raw texts as plain strings: the bundle is written as ASCII, and an escape in a raw text would stand for itself.
 * One with a value in it is a pattern's source, which reads the escape.
 */
const rawAsStrings = (code) =>
  code.replaceAll(/String\.raw`((?:[^`\\$]|\\[^]|\$(?!\{))*)`/g, (_, raw) => JSON.stringify(raw))

/**
 * Turns `{ a: () => a }` into `{ a: a }`, at the module's end: there are no cycles, so no module looks
 * earlier, and a getter would be called each time. What comes from another module stays a getter,
 * or it would be loaded here.
 */
function asValues(exported) {
  const values = exported
    .replaceAll(/(\w+): \(\) => (\w+)(?=[,\n}])/g, '$1: $2')
    .replaceAll(/(\w+): \(\) => (\w+\.[\w.]+)/g, 'get $1() { return $2 }')
  if (values.includes('() =>')) throw new Error(`An export is in no known form: ${values}`)
  return values
}

/** Turns `var import_a = require("./a.js")` into a `require` where something of it is first used. */
function importOnFirstUse(code) {
  const imports = [...code.matchAll(/^var (import_\w+) = (require\("\.[^"]+"\));$/gm)]
  return imports.reduce(
    (text, [statement, name, load]) =>
      text
        .replace(statement, '')
        .replaceAll(new RegExp(`\\b${name}\\b`, 'g'), () => `(${name} ??= ${load})`)
        .concat(`\nvar ${name};`),
    code,
  )
}

async function usedOfZod(sources) {
  // Without the types, which name more.
  const texts = await Promise.all(
    sources.map(async (file) => toCommonJs(await readFile(file, 'utf8'))),
  )
  const known = await import('zod/mini')
  const names = texts.flatMap((text) => [...text.matchAll(/\bz\s*\.\s*(\w+)/g)])
  return [...new Set(names.map(([, name]) => name))].filter((name) => name in known).sort()
}
