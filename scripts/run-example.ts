import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buildSync } from 'esbuild'

/** The entries of the package that list their names, and the file that each is made from. */
export const ENTRIES: Readonly<Record<string, string>> = readEntries()

function readEntries(): Record<string, string> {
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as {
    compilerOptions: { paths: Record<string, [string]> }
  }
  const entries = Object.entries(compilerOptions.paths)
  return Object.fromEntries(entries.map(([name, [file]]) => [name, path.normalize(file)]))
}

/**
 * Runs a program of `examples/` in a project, against the package as it is built: what it prints is
 * what a user of the package sees. Returns that. It is told its own folder.
 */
export function runExample(file: string, project: { cwd: string; env: NodeJS.ProcessEnv }): string {
  // Inside the package, so that its name resolves to its own entries.
  const folder = path.resolve('dist/.examples')
  mkdirSync(folder, { recursive: true })
  const outfile = path.join(folder, `${file.replaceAll(/\W/g, '-')}-${process.pid}.mjs`)
  buildSync({
    entryPoints: [file],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
  try {
    const args = [outfile, path.resolve(path.dirname(file))]
    return execFileSync(process.execPath, args, { ...project, encoding: 'utf8' })
  } finally {
    rmSync(outfile, { force: true })
  }
}
