/**
 * OpenCode's plugin folder: our plugin is one file of our own there. A text comes in, the file that
 * loads our copied plugin goes out, or nothing. It refuses a file of that name that another program
 * wrote. https://opencode.ai/docs/plugins
 */
import path from 'node:path'
import type { AgentInstaller, HookProgram, Inspection, InstallPlace } from '../../agent.js'
import { ReflectError } from '../../schema/error.js'
import { sharedSkills } from '../shared-skills.js'

const FILE = path.join('plugin', 'reflectory.js')

export const opencodeInstaller: AgentInstaller = {
  title: 'OpenCode',
  signs: (place) => ({
    program: 'opencode',
    packageName: 'opencode-ai',
    folder: userFolder(place),
  }),
  skills: sharedSkills({
    project: ['.opencode', '.claude'],
    user: (place) => [
      userFolder(place),
      path.join(place.home, '.opencode'),
      path.join(place.home, '.claude'),
    ],
  }),
  entries: ['plugin'],
  files: (place) => [
    place.scope === 'user'
      ? path.join(userFolder(place), FILE)
      : path.join(place.projectRoot, '.opencode', FILE),
  ],
  switches: () => [],
  inspect,
  add(text, hook, file) {
    if (text === null || isBlank(text)) return pluginText(hook)
    throw new ReflectError('config-invalid', `${file}:1: the file is not ours`, {
      remedy: 'Rename it first; nothing was changed.',
    })
  },
  remove: (text) => (startedBy(text) === null ? text : ''),
  isBlank: (text) => isBlank(text),
  ownsFile: true,
}

/** The client looks there on every platform. */
function userFolder({ env, home }: InstallPlace): string {
  const chosen = env['XDG_CONFIG_HOME'] ?? ''
  const config = path.isAbsolute(chosen) ? chosen : path.join(home, '.config')
  return path.join(config, 'opencode')
}

const isBlank = (text: string): boolean => /^\uFEFF?\s*$/.test(text)

function inspect(text: string): Inspection {
  const found = startedBy(text)
  const hooks = found === null ? [] : [{ entry: 'plugin', ...found, line: NODE_LINE }]
  return { ok: true, hooks, switchedOff: null }
}

const MARK =
  '// Reflectory for OpenCode. Written by `reflect install`, removed by `reflect uninstall`.'
const NODE_LINE = 4

// What it loads lies beside the hook. A hook that is gone must not cost a session.
const pluginText = ({ node, script }: HookProgram): string => `${MARK}
import { pathToFileURL } from 'node:url'

const NODE = ${JSON.stringify(node)}
const HOOK = ${JSON.stringify(script)}

export default {
  id: 'reflectory',
  async server(input) {
    try {
      const { default: plugin } = await import(new URL('opencode.mjs', pathToFileURL(HOOK)).href)
      return await plugin.server(input, { node: NODE })
    } catch {
      return {}
    }
  },
}
`

/** What our file starts; null for any other text. */
function startedBy(text: string): HookProgram | null {
  if (!text.startsWith(MARK)) return null
  const [node, script] = ['NODE', 'HOOK'].map((name) => literal(text, name))
  return node == null || script == null ? null : { node, script }
}

function literal(text: string, name: string): string | null {
  const found = new RegExp(`^const ${name} = (".*")\\r?$`, 'm').exec(text)?.[1]
  try {
    const value: unknown = found === undefined ? null : JSON.parse(found)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
