// An esbuild plugin: Node's own modules are loaded when something of theirs is first used. Some
// take a tenth of an empty process, and most events have no use for them.
import { builtinModules, createRequire } from 'node:module'

/** Loaded by Node itself before any program runs. */
const ALREADY_THERE = new Set(['buffer', 'fs', 'path', 'url', 'util'])

export const lazyBuiltins = {
  name: 'lazy-builtins',
  setup(plugins) {
    plugins.onResolve({ filter: /^(node:)?[a-z_]+(\/[a-z]+)?$/ }, ({ path }) => {
      const name = path.replace(/^node:/, '')
      if (!builtinModules.includes(name) || ALREADY_THERE.has(name)) return
      return { path: name, namespace: 'lazy-builtin' }
    })
    plugins.onLoad({ filter: /.*/, namespace: 'lazy-builtin' }, ({ path }) => ({
      contents: contentsOf(path, Object.keys(createRequire(import.meta.url)(path))),
    }))
  },
}

/** What is there without loading the module. */
const SHORTCUTS = {
  process: 'module.exports = process',
  // What is built lies beside the file whose `require` this is.
  module: 'module.exports = { createRequire: () => require }',
}

function contentsOf(name, keys) {
  if (Object.hasOwn(SHORTCUTS, name)) return SHORTCUTS[name]
  const getters = keys.map((key) => `get ${key}() { return load().${key} }`)
  return `let real
const load = () => (real ??= process.getBuiltinModule('node:${name}'))
module.exports = { ${getters.join(', ')} }
`
}

/**
 * Another one, for what is joined into one scope: there a module of Node's is no object that would be
 * copied first, but the functions of it that are used.
 */
export const builtinFunctions = {
  name: 'builtin-functions',
  setup(plugins) {
    plugins.onResolve({ filter: /^node:(?:path|os|crypto)$/ }, ({ path: name }) => ({
      path: name,
      namespace: 'builtin-functions',
    }))
    plugins.onLoad({ filter: /.*/, namespace: 'builtin-functions' }, ({ path: name }) => ({
      contents: functionsOf(name),
    }))
  },
}

function functionsOf(name) {
  const load = `process.getBuiltinModule('${name}')`
  if (name === 'node:path') return `export default ${load}`
  return Object.entries(createRequire(import.meta.url)(name))
    .filter(([, value]) => typeof value === 'function' && !/^class\b/.test(String(value)))
    .map(([key]) => `export const ${key} = (...args) => ${load}.${key}(...args)`)
    .join('\n')
}
