/** Cursor's hooks file, by its documentation: where it lies, and how a hook of ours is written there. */
import path from 'node:path'
import type { AgentInstaller, InstallPlace } from '../../agent.js'
import { fromCommandLine, toCommandLine } from '../../util/command-line.js'
import { readStart } from '../own-handlers.js'
import { settingsHooks } from '../settings-hooks.js'
import { sharedSkills } from '../shared-skills.js'

/** The events that we ask for, with the seconds after which the client gives a hook up. */
const TIMEOUTS_SECONDS: Readonly<Record<string, number>> = {
  sessionStart: 10,
  beforeSubmitPrompt: 10,
  postToolUseFailure: 10,
  preCompact: 10,
  // A model may judge here, in its own budget.
  stop: 60,
  subagentStop: 10,
  sessionEnd: 10,
}

export const cursorInstaller: AgentInstaller = {
  title: 'Cursor',
  whenSilent:
    'Its settings have a page Hooks, which lists them and shows what went wrong; those of a project run only where you trust it.',
  signs: (place) => ({
    program: 'cursor-agent',
    packageName: 'cursor',
    folder: userFolder(place),
  }),
  skills: sharedSkills({ project: ['.cursor', '.claude'], user: (place) => [userFolder(place)] }),
  files: (place) => [hooksFile(place)],
  switches: () => [],
  ...settingsHooks({
    skeleton: { version: 1 },
    entries: Object.keys(TIMEOUTS_SECONDS),
    write: (event, { node, script }) => ({
      command: toCommandLine([node, script, 'cursor', event]),
      timeout: TIMEOUTS_SECONDS[event],
    }),
    read: ({ command }) =>
      typeof command === 'string' ? readStart(fromCommandLine(command), 'cursor') : null,
    findSwitch: () => undefined,
  }),
}

const userFolder = ({ home }: InstallPlace): string => path.join(home, '.cursor')

const hooksFile = (place: InstallPlace): string =>
  path.join(
    place.scope === 'user' ? userFolder(place) : path.join(place.projectRoot, '.cursor'),
    'hooks.json',
  )
