// `npm run plugin`: writes the plugin folder and the files at the root that make the repository a
// marketplace and an extension. With --check it writes nothing and names every file that is stale.
// All of it comes from src/ and the lock file alone, so that any machine writes the same bytes.
import { build } from 'esbuild'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildAnswer } from './build-answer.mjs'
import { checkNode, hook, modelBesideIt } from './bundle-options.mjs'
import { bundledLicences } from './bundled-licences.mjs'
import { builtinFunctions } from './lazy-builtins.mjs'

/** Builds the folder and the files at the root, below `base`. */
export async function buildPlugin(base) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const folder = path.join(base, 'plugin')
  mkdirSync(folder, { recursive: true })
  const inPlugin = {
    ...hook,
    define: { ...hook.define, __IN_PLUGIN__: 'true', __VERSION__: JSON.stringify(version) },
  }
  const banner = { js: checkNode }
  const bundles = [
    { entryPoints: ['src/hook/main.ts'], outfile: 'hook.cjs', plugins: [builtinFunctions], banner },
    { entryPoints: ['src/wiring/open-model.ts'], outfile: 'open-model.cjs' },
    { entryPoints: ['src/mcp/main.ts'], outfile: 'mcp.cjs', metafile: true, banner },
  ].map((bundle) => build({ ...inPlugin, ...bundle, outfile: path.join(folder, bundle.outfile) }))
  const answer = buildAnswer({ ...hook, plugins: [modelBesideIt] }, path.join(folder, 'answer.cjs'))
  const { pluginFiles, READER_FILES } = await loadTexts()
  const [, , { metafile }] = await Promise.all([...bundles, answer])
  const texts = {
    ...(await pluginFiles(version)),
    'plugin/LICENSES.txt': bundledLicences(metafile),
  }
  for (const [name, text] of Object.entries(texts)) {
    const file = path.join(base, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const [name, from] of READER_FILES) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    copyFileSync(path.join('src', from), path.join(folder, name))
  }
}

/** The texts are made by the code that installs hooks. */
async function loadTexts() {
  const folder = mkdtempSync(path.join(tmpdir(), 'plugin-texts-'))
  const outfile = path.join(folder, 'texts.mjs')
  await build({
    stdin: {
      contents: `export { pluginFiles } from './src/wiring/plugin-files.ts'
export { READER_FILES } from './src/cli/install/reader-files.ts'`,
      resolveDir: process.cwd(),
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    logLevel: 'error',
  })
  try {
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    : []

async function main(isCheck) {
  const base = mkdtempSync(path.join(tmpdir(), 'plugin-'))
  try {
    await buildPlugin(base)
    const wanted = filesIn(base)
    const extra = filesIn('plugin')
      .map((name) => path.join('plugin', name))
      .filter((name) => !wanted.includes(name))
    const stale = wanted.filter(
      (name) =>
        !existsSync(name) || !readFileSync(name).equals(readFileSync(path.join(base, name))),
    )
    if (isCheck) return report([...stale, ...extra])
    for (const name of extra) rmSync(name)
    for (const name of stale) {
      mkdirSync(path.dirname(name), { recursive: true })
      copyFileSync(path.join(base, name), name)
    }
    console.log(`${stale.length} of ${wanted.length} files written, ${extra.length} removed.`)
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

function report(stale) {
  if (stale.length === 0) return
  console.error('The committed plugin folder is stale; run `npm run plugin` and commit it:')
  for (const name of stale) console.error(`  ${name}`)
  process.exitCode = 1
}

if (process.argv[1]?.endsWith('build-plugin.mjs')) await main(process.argv.includes('--check'))
