/** Qwen Code's settings: where they lie, and how a hook of ours is written there. */
import type { AgentInstaller, InstallPlace } from '../../agent.js'
import { clientFolder } from '../client-folder.js'
import { commandHooks } from '../command-hooks.js'
import { sharedSkills } from '../shared-skills.js'
import { settingsFiles } from '../settings-files.js'
import { settingsHooks, trueSetting } from '../settings-hooks.js'

/** The events that we ask for; a hook that takes longer is given up by the client. */
const TIMEOUTS_MS: Readonly<Record<string, number>> = {
  SessionStart: 10_000,
  UserPromptSubmit: 10_000,
  // Nothing is asked for calls that went well: they would cost a process each.
  PostToolUseFailure: 10_000,
  PreCompact: 10_000,
  // A model may judge here, in its own budget.
  Stop: 60_000,
  SubagentStop: 10_000,
  StopFailure: 10_000,
  SessionEnd: 10_000,
}

const userFolder = (place: InstallPlace): string => clientFolder(place, 'QWEN_HOME', '.qwen')

export const qwenInstaller: AgentInstaller = {
  title: 'Qwen Code',
  whenSilent:
    'Type /hooks in it: it lists what it loaded when it started, those of a project only in a folder that you trust. `$QWEN_HOME` points it to another folder.',
  signs: (place) => ({
    program: 'qwen',
    packageName: '@qwen-code/qwen-code',
    folder: userFolder(place),
  }),
  skills: sharedSkills({ project: ['.qwen'], user: (place) => [userFolder(place)] }),
  ...settingsFiles(userFolder, '.qwen', {
    variable: 'QWEN_CODE_SYSTEM_SETTINGS_PATH',
    darwin: '/Library/Application Support/QwenCode',
    win32: 'C:\\ProgramData\\qwen-code',
    linux: '/etc/qwen-code',
  }),
  ...settingsHooks({
    ...commandHooks('qwen', TIMEOUTS_MS, { name: 'reflectory' }),
    findSwitch: trueSetting('disableAllHooks'),
  }),
}
