import path from 'node:path'
import { build } from 'esbuild'

/** Makes one runnable file of a TypeScript program. It lies below node_modules, where packages resolve. */
export async function bundleProgram(entry: string): Promise<string> {
  const outfile = path.resolve(
    'node_modules/.cache/test-programs',
    `${path.basename(entry, '.ts')}-${process.pid}.mjs`,
  )
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
  return outfile
}
