/** Copilot CLI reads every file in its hooks folder: ours is a file of our own. */
import path from 'node:path'
import type { AgentInstaller, InstallPlace } from '../../agent.js'
import { fromCommandLine, toCommandLine, toPowerShellLine } from '../../util/command-line.js'
import { clientFolder } from '../client-folder.js'
import { sharedSkills } from '../shared-skills.js'
import { readStart } from '../own-handlers.js'
import { settingsHooks, trueSetting } from '../settings-hooks.js'

/** Events with the timeout, in seconds, after which the client gives the hook up. */
const EVENTS: Readonly<Record<string, number>> = {
  sessionStart: 10,
  userPromptSubmitted: 10,
  // Called for every call: one that went well ends before anything is loaded.
  postToolUse: 10,
  postToolUseFailure: 10,
  preCompact: 10,
  // A model may judge here, in its own budget.
  agentStop: 60,
  subagentStop: 10,
  errorOccurred: 10,
  sessionEnd: 10,
}

export const copilotInstaller: AgentInstaller = {
  title: 'Copilot CLI',
  whenSilent:
    'It reads hooks when it starts, those of a project only after you trusted the folder. `$COPILOT_HOME` points it to another folder.',
  signs: (place) => ({
    program: 'copilot',
    packageName: '@github/copilot',
    folder: userFolder(place),
  }),
  skills: sharedSkills({
    project: ['.github', '.claude'],
    user: (place) => [userFolder(place)],
  }),
  files: (place) => [path.join(hooksFolder(place), 'reflectory.json')],
  switches: (place) => [
    path.join(hooksFolder(place), 'reflectory.json'),
    ...['settings.json', 'config.json'].map((name) => path.join(userFolder(place), name)),
  ],
  ...settingsHooks({
    skeleton: { version: 1 },
    entries: Object.keys(EVENTS),
    write: (event, { node, script }) => {
      const words = [node, script, 'copilot', event]
      const [bash, powershell] = [toCommandLine(words), toPowerShellLine(words)]
      return { type: 'command', bash, powershell, timeoutSec: EVENTS[event] }
    },
    read: ({ type, bash }) =>
      type === 'command' && typeof bash === 'string'
        ? readStart(fromCommandLine(bash), 'copilot')
        : null,
    findSwitch: trueSetting('disableAllHooks'),
  }),
}

const userFolder = (place: InstallPlace): string => clientFolder(place, 'COPILOT_HOME', '.copilot')

/** In a project the client reads them only after its user trusted the folder. */
const hooksFolder = (place: InstallPlace): string =>
  place.scope === 'user'
    ? path.join(userFolder(place), 'hooks')
    : path.join(place.projectRoot, '.github', 'hooks')
