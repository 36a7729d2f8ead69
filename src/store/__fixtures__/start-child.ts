import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const HERE = path.dirname(fileURLToPath(import.meta.url))

/** Makes one runnable file of the child program, with its SQLite beside it, readable by any user. */
export async function buildChild(): Promise<string> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'reflectory-child-'))
  chmodSync(dir, 0o755)
  const outfile = path.join(dir, 'child.mjs')
  await build({
    entryPoints: [path.join(HERE, 'store-child.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
  for (const name of ['@photostructure/sqlite', 'node-gyp-build']) {
    copyPackage(name, path.join(dir, 'node_modules'))
  }
  return outfile
}

/** The temporary folder is outside of the project, so what is loaded at run time comes along. */
function copyPackage(name: string, to: string): void {
  const from = realpathSync(path.resolve(HERE, '../../../node_modules', name))
  const unused = new RegExp(`^(src|scripts|prebuilds/(?!${process.platform}-${process.arch}).+)`)
  cpSync(from, path.join(to, name), {
    recursive: true,
    filter: (file) => !unused.test(path.relative(from, file).replaceAll('\\', '/')),
  })
}

export interface Child {
  process: ChildProcess
  /** The lines that it has said so far. */
  lines: string[]
  /** Resolves with what it said in the end. */
  done: Promise<string[]>
  /** Resolves when it has said its first line. */
  started: Promise<void>
}

export function startChild(
  program: string,
  args: readonly string[],
  prefix: readonly string[] = [],
): Child {
  const [command = '', ...rest] = [...prefix, process.execPath, program, ...args]
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'], env })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  const started = new Promise<void>((resolve) => {
    reader.once('line', () => resolve())
    reader.once('close', () => resolve())
  })
  reader.on('line', (line) => lines.push(line))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const read = new Promise<void>((resolve) => reader.once('close', () => resolve()))
  return {
    process: child,
    lines,
    started,
    done: Promise.all([ended, read]).then(() => lines),
  }
}
