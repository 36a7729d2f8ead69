import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

/** The package and the Node that are running. */
export interface ThisProgram {
  version: string
  /** Absolute path of Node. */
  node: string
  /** `linux-x64` and the like. */
  machine: string
  /** The package's folder. */
  root: string
}

export function thisProgram(): ThisProgram {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const text = readFileSync(path.join(root, 'package.json'), 'utf8')
  return {
    version: (JSON.parse(text) as { version: string }).version,
    node: process.execPath,
    machine: `${process.platform}-${process.arch}`,
    root,
  }
}
