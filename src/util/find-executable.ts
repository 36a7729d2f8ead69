import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'

/**
 * The absolute path of a program on PATH, or null. Relative entries and entries inside `cwd` are
 * passed over, so that a folder can't bring the program that is run in it.
 */
export function findExecutable(name: string, env: NodeJS.ProcessEnv, cwd: string): string | null {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter)
  const files = process.platform === 'win32' ? [`${name}.exe`] : [name]
  for (const folder of folders) {
    if (!path.isAbsolute(folder) || isInside(folder, cwd)) continue
    const found = files.map((file) => path.join(folder, file)).find(isExecutable)
    if (found !== undefined) return found
  }
  return null
}

function isInside(folder: string, parent: string): boolean {
  const relative = path.relative(parent, folder)
  return relative === '' || !(relative.startsWith('..') || path.isAbsolute(relative))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
