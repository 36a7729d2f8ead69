import { rmSync } from 'node:fs'
import path from 'node:path'
import { writeAtomic } from '../../util/write-atomic.js'

export const linkPageFile = (stateDir: string): string => path.join(stateDir, 'serve-open.html')

/**
 * A page that leads on to a link, for its owner alone. A browser is given this file in the link's
 * place: the arguments of a program can be read by everybody on the machine.
 */
export const writeLinkPage = (stateDir: string, link: string): Promise<void> =>
  writeAtomic(linkPageFile(stateDir), toPage(link), { mode: 0o600 })

export const removeLinkPage = (stateDir: string): void =>
  rmSync(linkPageFile(stateDir), { force: true })

const toPage = (link: string): string => `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${escaped(link)}">
<title>Reflectory</title>
<p><a href="${escaped(link)}">Open Reflectory</a></p>
`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
