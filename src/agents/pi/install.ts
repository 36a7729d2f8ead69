/** Pi's extensions folder: our extension is one file of our own there. */
import path from 'node:path'
import { asRecord } from '../../util/loose-json.js'
import { parseJson } from '../../util/parse-json.js'
import { clientInstaller } from '../client-installer.js'
import { folderTrust } from '../folder-trust.js'
import { ownModule } from '../own-module.js'

export const piInstaller = clientInstaller(
  {
    id: 'pi',
    title: 'Pi',
    program: 'pi',
    packageName: '@earendil-works/pi-coding-agent',
    inProject: '.pi',
    file: path.join('extensions', 'reflectory.js'),
    trust: folderTrust('pi', 'trust.json', (text) =>
      Object.entries(asRecord(parseJson(text))).map(([folder, isTrusted]) => [
        folder,
        isTrusted === true,
      ]),
    ),
    whenSilent:
      'It loads extensions when it starts, none with --no-extensions, ' +
      'and those of a project only after you trusted it. ' +
      '`$PI_CODING_AGENT_DIR` points it to another folder.',
  },
  // A hook that is gone must not cost a session.
  ownModule(
    'Pi',
    `export default async function (pi) {
  try {
    const { connect } = await import(beside('pi.mjs'))
    connect(pi, { node: NODE, hook: HOOK })
  } catch {}
}`,
  ),
)
