/** Gemini CLI's settings: where they lie, and how a hook of ours is written there. */
import path from 'node:path'
import type { AgentInstaller, InstallPlace } from '../../agent.js'
import { fromCommandLine, toCommandLine } from '../../util/command-line.js'
import { nodeAt } from '../../util/json-text.js'
import type { JsonContainer } from '../../util/json-text.js'
import { readStart } from '../own-handlers.js'
import { settingsHooks } from '../settings-hooks.js'
import type { FoundSetting } from '../settings-hooks.js'
import { geminiFolder } from './gemini-folder.js'

/**
 * Events with the time-out, in milliseconds, after which the client gives the hook up. PreCompress
 * is not among them: it fires before every step, whether or not anything is compressed.
 */
const EVENTS: Readonly<Record<string, number>> = {
  SessionStart: 10_000,
  BeforeAgent: 10_000,
  // A model may judge here, in its own budget.
  AfterAgent: 60_000,
  SessionEnd: 10_000,
}

/** By which the client lists the hook, and can switch it off. */
const NAME = 'reflectory'

export const geminiInstaller: AgentInstaller = {
  title: 'Gemini CLI',
  signs: (place) => ({
    program: 'gemini',
    packageName: '@google/gemini-cli',
    folder: geminiFolder(place),
  }),
  files: (place) => [place.scope === 'user' ? userSettings(place) : projectSettings(place)],
  switches: (place) => [userSettings(place), projectSettings(place)],
  ...settingsHooks({
    events: Object.keys(EVENTS),
    write: (event, { node, script }) => ({
      hooks: [
        {
          type: 'command',
          command: toCommandLine([node, script, 'gemini', event]),
          name: NAME,
          timeout: EVENTS[event],
        },
      ],
    }),
    read: ({ type, command }) =>
      type === 'command' && typeof command === 'string'
        ? readStart(fromCommandLine(command), 'gemini')
        : null,
    findSwitch,
  }),
}

/** All hooks switched off, or ours by their name. */
function findSwitch(root: JsonContainer): FoundSetting | undefined {
  const config = nodeAt(root, 'hooksConfig')
  if (config?.kind !== 'object') return undefined
  const found = config.entries.find(({ key, node }) => {
    if (key === 'enabled') return node.kind === 'scalar' && node.value === false
    if (key !== 'disabled' || node.kind !== 'array') return false
    return node.entries.some(({ node: name }) => name.kind === 'scalar' && name.value === NAME)
  })
  return found === undefined
    ? undefined
    : { setting: `hooksConfig.${found.key}`, start: found.start }
}

const userSettings = (place: InstallPlace): string =>
  path.join(geminiFolder(place), 'settings.json')

const projectSettings = ({ projectRoot }: InstallPlace): string =>
  path.join(projectRoot, '.gemini', 'settings.json')
