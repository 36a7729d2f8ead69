import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A file of the page, ready to be sent. */
export interface PageFile {
  body: Uint8Array<ArrayBuffer>
  type: string
  /** Its name changes with its content, so it may be kept for ever. */
  isHashed: boolean
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/**
 * Every file of the built page by its address. They are read once: no request's path ever reaches
 * the disk. Empty when the page was not built.
 */
export function readPageFiles(dir: string | null): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>()
  if (dir === null) return files
  for (const file of listFiles(dir)) {
    const type = TYPES[path.extname(file).toLowerCase()]
    if (type === undefined) continue
    const address = `/${path.relative(dir, file).split(path.sep).join('/')}`
    const body = new Uint8Array(readFileSync(file))
    files.set(address, { body, type, isHashed: address.startsWith('/assets/') })
  }
  return files
}

function listFiles(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

/** The file for an address; the page itself for addresses that are its own routes. */
export function pageFileFor(
  files: ReadonlyMap<string, PageFile>,
  address: string,
): PageFile | null {
  const known = files.get(address)
  if (known !== undefined) return known
  const isFile = address.startsWith('/assets/') || /^\/[^/]*\.[a-z0-9]{1,12}$/i.test(address)
  return isFile || address.includes('/..') ? null : (files.get('/index.html') ?? null)
}
