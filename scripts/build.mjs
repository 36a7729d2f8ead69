// Builds dist/: library and CLI with tsc, the hook and the bin as one file each with esbuild, the
// page with Vite.
import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildAnswer } from './build-answer.mjs'
import { buildDashboard } from './build-dashboard.mjs'
import { checkNode, hook, modelBesideIt, oneFile, telemetryBesideIt } from './bundle-options.mjs'
import { bundledLicences } from './bundled-licences.mjs'
import { inputsHash } from './inputs-hash.mjs'
import { builtinFunctions } from './lazy-builtins.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

// Built beside dist/ and swapped in whole: a failed or interrupted build leaves the old one.
const NEXT = 'dist.next'
rmSync(NEXT, { recursive: true, force: true })
execFileSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', NEXT],
  { stdio: 'inherit' },
)

// What the reader of messages knows is data: the compiler leaves it behind.
for (const data of ['read/prose/weights', 'data/lexicon'])
  cpSync(`src/${data}`, `${NEXT}/${data}`, { recursive: true })

// The bin lies in a folder of dist/, and loads what it needs from beside that.
const onePlaceUp = {
  name: 'one-place-up',
  setup: (plugins) =>
    plugins.onResolve({ filter: /^\.\/.*\.js$/ }, ({ path }) => ({
      path: `.${path}`,
      external: true,
    })),
}
// Stories and evals lie beside src/, and beside what it is built to; bin.cjs loads them.
const besideIt = {
  name: 'beside-it',
  setup(plugins) {
    plugins.onResolve({ filter: /^\.\.\/(?:evals|stories)\// }, ({ path }) => ({
      path,
      external: true,
    }))
    plugins.onResolve({ filter: /^(?:\.\.\/)+src\// }, ({ path }) => ({
      path: path.replace(/^(?:\.\.\/)+src\//, '../'),
      external: true,
    }))
  },
}
for (const entries of [['evals/evals.ts'], ['stories/demo.ts', 'stories/turns.ts']]) {
  await build({
    ...oneFile,
    format: 'esm',
    splitting: true,
    entryPoints: entries,
    outdir: path.join(NEXT, path.dirname(entries[0])),
    packages: 'external',
    plugins: [besideIt],
  })
}
await build({
  ...hook,
  entryPoints: ['src/hook/main.ts'],
  outfile: `${NEXT}/hook/hook.cjs`,
  plugins: [builtinFunctions],
  banner: { js: checkNode },
})
await buildAnswer({ ...hook, plugins: [modelBesideIt] }, `${NEXT}/hook/answer.cjs`)
await build({
  ...hook,
  entryPoints: ['src/hook/resident.ts'],
  outfile: `${NEXT}/hook/resident.cjs`,
  plugins: [modelBesideIt, telemetryBesideIt],
  define: { ...hook.define, __VERSION__: JSON.stringify(version) },
})
await build({
  ...hook,
  entryPoints: ['src/telemetry/telemetry.ts'],
  outfile: `${NEXT}/hook/telemetry.cjs`,
})
// Started by a hook in a project that takes part in a team, and by no other.
await build({
  ...hook,
  entryPoints: ['src/hook/team.ts'],
  outfile: `${NEXT}/hook/team.cjs`,
  plugins: [modelBesideIt],
})
// What clients load into their own processes: one plain module each, without dependencies.
for (const [source, name] of Object.entries({
  'opencode/plugin': 'opencode',
  'pi/extension': 'pi',
})) {
  await build({
    ...oneFile,
    entryPoints: [`src/agents/${source}.ts`],
    outfile: `${NEXT}/hook/${name}.mjs`,
    format: 'esm',
    target: 'es2022',
  })
}
await build({
  ...hook,
  entryPoints: ['src/wiring/open-model.ts'],
  outfile: `${NEXT}/hook/open-model.cjs`,
})
await build({
  ...oneFile,
  entryPoints: ['src/bin.ts'],
  outfile: `${NEXT}/cli/bin.cjs`,
  packages: 'external',
  plugins: [onePlaceUp, besideIt],
  banner: {
    js: `#!/usr/bin/env node
${checkNode}`,
  },
  define: { __VERSION__: JSON.stringify(version) },
})
chmodSync(`${NEXT}/cli/bin.cjs`, 0o755)
await buildDashboard(`${NEXT}/dashboard`, 'dist/dashboard')
// The MCP SDK brings a hundred packages of which a server on stdio needs three: they go in here.
const { metafile } = await build({
  ...oneFile,
  format: 'esm',
  minifyIdentifiers: true,
  entryPoints: ['src/mcp/sdk.ts'],
  outfile: `${NEXT}/mcp/sdk.js`,
  external: ['zod', 'zod/*'],
  metafile: true,
})
writeFileSync(`${NEXT}/mcp/sdk.LICENSES.txt`, bundledLicences(metafile))
writeFileSync(`${NEXT}/.inputs`, inputsHash())

rmSync('dist', { recursive: true, force: true })
renameSync(NEXT, 'dist')
