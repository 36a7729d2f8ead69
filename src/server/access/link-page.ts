import { rmSync } from 'node:fs'
import path from 'node:path'
import type { LinkPage } from '../../wiring/programs.js'
import { writeAtomic } from '../../util/write-atomic.js'

/**
 * A browser is given this file in the link's place: the arguments of a program can be read by
 * everybody on the machine. The server removes it when the link was used, and at its end.
 */
export async function writeLinkPage(stateDir: string, link: string): Promise<LinkPage> {
  const file = linkPageFile(stateDir)
  await writeAtomic(file, toPage(link), { mode: 0o600 })
  return { file, remove: () => removeLinkPage(stateDir) }
}

export const removeLinkPage = (stateDir: string): void =>
  rmSync(linkPageFile(stateDir), { force: true })

const linkPageFile = (stateDir: string): string => path.join(stateDir, 'serve-open.html')

const toPage = (link: string): string => `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${escaped(link)}">
<title>Reflectory</title>
<p><a href="${escaped(link)}">Open Reflectory</a></p>
`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
