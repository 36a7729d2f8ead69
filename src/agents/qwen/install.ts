/** Qwen Code's settings: where they lie, and how a hook of ours is written there. */
import path from 'node:path'
import type { AgentInstaller, InstallPlace } from '../../agent.js'
import { fromCommandLine, toCommandLine } from '../../util/command-line.js'
import { clientFolder } from '../client-folder.js'
import { readStart } from '../own-handlers.js'
import { settingsHooks, trueSetting } from '../settings-hooks.js'

/** Events with the time-out, in milliseconds, after which the client gives the hook up. */
const EVENTS: Readonly<Record<string, number>> = {
  SessionStart: 10_000,
  UserPromptSubmit: 10_000,
  PreCompact: 10_000,
  // A model may judge here, in its own budget.
  Stop: 60_000,
  SubagentStop: 10_000,
  StopFailure: 10_000,
  SessionEnd: 10_000,
}

export const qwenInstaller: AgentInstaller = {
  title: 'Qwen Code',
  signs: (place) => ({
    program: 'qwen',
    packageName: '@qwen-code/qwen-code',
    folder: userFolder(place),
  }),
  files: (place) => [place.scope === 'user' ? userSettings(place) : projectSettings(place)],
  switches: (place) => [userSettings(place), projectSettings(place)],
  ...settingsHooks({
    events: Object.keys(EVENTS),
    write: (event, { node, script }) => ({
      hooks: [
        {
          type: 'command',
          command: toCommandLine([node, script, 'qwen', event]),
          name: 'reflectory',
          timeout: EVENTS[event],
        },
      ],
    }),
    read: ({ type, command }) =>
      type === 'command' && typeof command === 'string'
        ? readStart(fromCommandLine(command), 'qwen')
        : null,
    findSwitch: trueSetting('disableAllHooks'),
  }),
}

const userFolder = (place: InstallPlace): string => clientFolder(place, 'QWEN_HOME', '.qwen')

const userSettings = (place: InstallPlace): string => path.join(userFolder(place), 'settings.json')

const projectSettings = ({ projectRoot }: InstallPlace): string =>
  path.join(projectRoot, '.qwen', 'settings.json')
