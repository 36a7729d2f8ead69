import path from 'node:path'

/** Whether a path is a folder or lies below it, by name: links are the caller's business. */
export function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file)
  return !(relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
}
