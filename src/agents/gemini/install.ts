/** Gemini CLI's settings: where they lie, and how a hook of ours is written there. */
import type { AgentInstaller } from '../../agent.js'
import { nodeAt } from '../../util/json-text.js'
import type { JsonContainer } from '../../util/json-text.js'
import { commandHooks } from '../command-hooks.js'
import { sharedSkills } from '../shared-skills.js'
import { settingsFiles } from '../settings-files.js'
import { settingsHooks } from '../settings-hooks.js'
import type { FoundSetting } from '../settings-hooks.js'
import { geminiFolder } from './gemini-folder.js'

/**
 * The events that we ask for; a hook that takes longer is given up by the client. PreCompress is not
 * among them: it fires before every step, whether or not anything is compressed.
 */
const TIMEOUTS_MS: Readonly<Record<string, number>> = {
  SessionStart: 10_000,
  BeforeAgent: 10_000,
  // Called for every call: one that went well ends before anything is loaded.
  AfterTool: 10_000,
  // A model may judge here, in its own budget.
  AfterAgent: 60_000,
  SessionEnd: 10_000,
}

/** By which the client lists the hook, and can switch it off. */
const NAME = 'reflectory'

export const geminiInstaller: AgentInstaller = {
  title: 'Gemini CLI',
  whenSilent:
    'Type /hooks in it: it lists what it loaded when it started, those of a project only in a folder that you trust. `$GEMINI_CLI_HOME` points it to another folder.',
  signs: (place) => ({
    program: 'gemini',
    packageName: '@google/gemini-cli',
    folder: geminiFolder(place),
  }),
  skills: sharedSkills({ project: ['.gemini'], user: (place) => [geminiFolder(place)] }),
  ...settingsFiles(geminiFolder, '.gemini', {
    variable: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
    darwin: '/Library/Application Support/GeminiCli',
    win32: 'C:\\ProgramData\\gemini-cli',
    linux: '/etc/gemini-cli',
  }),
  ...settingsHooks({ ...commandHooks('gemini', TIMEOUTS_MS, { name: NAME }), findSwitch }),
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
