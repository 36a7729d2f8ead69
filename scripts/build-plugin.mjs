// The Claude Code plugin: the hook's files, the MCP server as one file, and what names them.
import { build } from 'esbuild'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundledLicences } from './bundled-licences.mjs'
import { builtinFunctions } from './lazy-builtins.mjs'

export async function buildPlugin({ next, version, options }) {
  const folder = path.join(next, 'claude-plugin')
  const load = (file) => import(pathToFileURL(path.resolve(next, file)).href)
  const { pluginFiles } = await load('agents/claude-code/plugin-files.js')
  const { HOOK_FILES, READER_FILES } = await load('cli/install/copy-hook.js')
  for (const [name, text] of Object.entries(pluginFiles(version))) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const name of HOOK_FILES)
    copyFileSync(path.join(next, 'hook', name), path.join(folder, name))
  mkdirSync(path.join(folder, 'weights'), { recursive: true })
  for (const name of READER_FILES)
    copyFileSync(path.join(next, 'evidence', 'message', name), path.join(folder, name))
  await build({
    ...options,
    entryPoints: ['src/hook/main.ts'],
    outfile: path.join(folder, 'hook.cjs'),
    plugins: [builtinFunctions],
  })
  const { metafile } = await build({
    ...options,
    entryPoints: ['src/mcp/main.ts'],
    outfile: path.join(folder, 'mcp.cjs'),
    metafile: true,
  })
  writeFileSync(path.join(folder, 'LICENSES.txt'), bundledLicences(metafile))
}
