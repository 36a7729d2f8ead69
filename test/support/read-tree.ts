import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** Every file, folder and link below a folder with its content and mode, for comparing before and after. */
export function readTree(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    entries.map((name) => {
      const file = path.join(root, name)
      const stat = lstatSync(file)
      const content = stat.isSymbolicLink()
        ? readlinkSync(file)
        : stat.isFile()
          ? readFileSync(file, 'base64')
          : ''
      return [name, `${stat.mode.toString(8)} ${content}`]
    }),
  )
}
