// The part of the hook that answers, as one file that `load-answer.ts` compiles as it is.
import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { lazyBuiltins } from './lazy-builtins.mjs'
import { CLOSURE_HELPERS, moduleClosures } from './module-closures.mjs'

export async function buildAnswer(options, outfile) {
  const answer = { ...options, entryPoints: ['src/hook/answer.ts'], outfile }
  const joined = await build({
    ...answer,
    plugins: [...options.plugins, lazyBuiltins],
    write: false,
    metafile: true,
  })
  const sources = Object.keys(joined.metafile.inputs).filter((file) => file.startsWith('src/'))
  await build({
    ...answer,
    plugins: [...options.plugins, lazyBuiltins, moduleClosures(sources)],
    banner: { js: `(function(exports,require,module,__filename){${CLOSURE_HELPERS}` },
    footer: { js: '})' },
  })
  // The bundler leaves patterns as they are written. As ASCII alone the file is read undecoded.
  const text = readFileSync(outfile, 'utf8').replaceAll(/[^\0-\x7f]/g, toEscape)
  // Compiled code is kept for this text and no other; a hook reads the digest, and does not make it.
  const digest = createHash('sha1').update(text).digest('hex')
  writeFileSync(outfile, `/*${digest}*/${text}`)
}

function toEscape(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
