import path from 'node:path'
import type { HookTrust } from '../agent.js'
import { asRecord } from '../util/loose-json.js'
import { parseJson } from '../util/parse-json.js'
import { clientFolder } from './client-folder.js'
import type { ClientId } from './client-folder.js'

/** Folders, and whether they are trusted, as a client's file says it. */
type ReadFolders = (text: string) => readonly (readonly [folder: string, isTrusted: boolean])[]

/**
 * A client that runs hooks of a project only where its user trusts the folder, or one above it.
 * `otherwise` is what a folder is that the file does not name.
 */
export const folderTrust = (
  client: ClientId,
  name: string,
  readFolders: ReadFolders,
  { otherwise = false }: { otherwise?: boolean } = {},
): HookTrust => ({
  file: (place) => path.join(clientFolder(client, place), name),
  findUntrusted({ place }, text) {
    if (place.scope === 'user') return null
    const known = new Map(readFolders(text))
    let folder = place.projectRoot
    while (!known.has(folder) && path.dirname(folder) !== folder) folder = path.dirname(folder)
    if (known.get(folder) ?? otherwise) return null
    return {
      what: 'in this project',
      why: 'its folder is not trusted',
      line: 1,
      rule: 'runs the hooks of a project only in a folder that you trust',
      remedy: 'Start it here and say that you trust the folder; until then it silently skips them.',
    }
  },
})

/** `{"folder": "TRUST_FOLDER"}`; asked of those alone who switched it on. */
export const namedTrust = (client: ClientId): HookTrust =>
  folderTrust(
    client,
    'trustedFolders.json',
    (text) =>
      Object.entries(asRecord(parseJson(text))).map(([folder, trust]) => [
        trust === 'TRUST_PARENT' ? path.dirname(folder) : folder,
        trust !== 'DO_NOT_TRUST',
      ]),
    { otherwise: true },
  )
