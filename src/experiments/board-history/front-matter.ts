import { parseDocument } from 'yaml'

/** The fields between the `---` lines at the top of a Markdown file; null when there are none. */
export function parseFrontMatter(text: string): Record<string, unknown> | null {
  const head = text.slice(0, MAX_HEAD_CHARS)
  const block = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(head)?.[1]
  if (block === undefined) return null
  const document = parseDocument(block, { uniqueKeys: false, logLevel: 'silent' })
  // Aliases are not expanded: a few lines could otherwise blow up to gigabytes.
  const value: unknown = document.errors.length > 0 ? null : document.toJS({ maxAliasCount: 0 })
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

const MAX_HEAD_CHARS = 65_536
