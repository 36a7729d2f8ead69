import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'

/**
 * The absolute path of a program on PATH, or null. Relative entries and entries inside `cwd` are
 * passed over, so that a folder can't bring the program that is run in it.
 */
export function findExecutable(name: string, env: NodeJS.ProcessEnv, cwd: string): string | null {
  const list = env['PATH'] ?? env['Path'] ?? ''
  const key = [name, list, cwd].join('\0')
  if (lastFound?.key === key && isExecutable(lastFound.file)) return lastFound.file
  const folders = list.split(path.delimiter)
  const files = process.platform === 'win32' ? [`${name}.exe`] : [name]
  const refused = comparable(cwd)
  for (const folder of folders) {
    if (!path.isAbsolute(folder) || comparable(folder).startsWith(refused)) continue
    const found = files.map((file) => path.join(folder, file)).find(isExecutable)
    if (found === undefined) continue
    lastFound = { key, file: found }
    return found
  }
  return null
}

/** A program that is asked for is asked for again. */
let lastFound: { key: string; file: string } | null = null

/** With a separator at its end, so that what begins with it lies inside or is the same. */
function comparable(folder: string): string {
  const full = path.resolve(folder)
  const ended = full.endsWith(path.sep) ? full : `${full}${path.sep}`
  return process.platform === 'win32' ? ended.toLowerCase() : ended
}

function isExecutable(file: string): boolean {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
