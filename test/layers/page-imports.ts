import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FROM = /\b(import|export)\b(\s+type\b)?[^'"`;]*?\bfrom\s*['"](\.[^'"]+)['"]/g

/** What a file of the page imports from outside of it, unless it is a type of `src/schema` or a document's text. */
export function foreignImports(file: string, text: string): string[] {
  return [...text.matchAll(FROM)].flatMap(([, , type, target]) => {
    const found = path.posix.join(path.posix.dirname(file), target!)
    if (found.startsWith('dashboard/') || found.endsWith('.md?raw')) return []
    if (!found.startsWith('src/schema/'))
      return [`${file} imports ${found}: the page sees schema only`]
    return type === undefined ? [`${file} imports ${found}: types only`] : []
  })
}

export const pageFiles = (): Map<string, string> =>
  new Map(
    readdirSync('dashboard/src', { recursive: true, encoding: 'utf8' })
      .map((file) => `dashboard/src/${file.split(path.sep).join('/')}`)
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  )
