import { accessSync, constants, statSync, type Stats } from 'node:fs'
import path from 'node:path'
import { broken, ok } from './check.js'
import type { Check } from './check.js'

/** Whether run records can be written beside the work. */
export const checkOutputs: Check = async ({ workspace }) => {
  const { dir } = workspace.loaded.environment
  const folder =
    dir === null ? path.join(workspace.outputDir, 'runs') : path.resolve(workspace.root, dir)
  const nearest = nearestExisting(folder)
  if (!nearest.isFolder) {
    const detail = `no run record can be written to ${folder}: ${nearest.path} is not a folder`
    return [broken('records', detail, 'Move it out of the way.')]
  }
  if (isWritable(nearest.path)) return [ok('records', folder)]
  const detail = `no run record can be written to ${folder}: ${nearest.path} is read-only for you`
  return [broken('records', detail, 'Make it writable, or set REFLECTION_DIR to another folder.')]
}

function nearestExisting(folder: string): { path: string; isFolder: boolean } {
  const stat = statOf(folder)
  if (stat !== null) return { path: folder, isFolder: stat.isDirectory() }
  const parent = path.dirname(folder)
  return parent === folder ? { path: folder, isFolder: false } : nearestExisting(parent)
}

/** Below a file there is nothing: null, as for what is not there. */
function statOf(file: string): Stats | null {
  try {
    return statSync(file)
  } catch {
    return null
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
