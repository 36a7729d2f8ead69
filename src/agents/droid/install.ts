/** Droid's settings: where they lie, and how a hook of ours is written there. */
import type { AgentInstaller } from '../../agent.js'
import { nodeAt } from '../../util/json-text.js'
import type { JsonContainer } from '../../util/json-text.js'
import { commandHooks } from '../command-hooks.js'
import { settingsFiles } from '../settings-files.js'
import { settingsHooks } from '../settings-hooks.js'
import type { FoundSetting } from '../settings-hooks.js'
import { sharedSkills } from '../shared-skills.js'
import { droidFolder } from './droid-folder.js'

/**
 * The events that we ask for, with the seconds after which the client gives a hook up. It tells only
 * calls that went well, so that none is asked for.
 */
const TIMEOUTS_SECONDS: Readonly<Record<string, number>> = {
  SessionStart: 10,
  UserPromptSubmit: 10,
  PreCompact: 10,
  // A model may judge here, in its own budget.
  Stop: 60,
  SubagentStop: 10,
  SessionEnd: 10,
}

export const droidInstaller: AgentInstaller = {
  title: 'Droid',
  whenSilent:
    'Type /hooks in it: it lists them. `$FACTORY_HOME_OVERRIDE` points it to another home.',
  signs: (place) => ({ program: 'droid', packageName: '@factory/cli', folder: droidFolder(place) }),
  skills: sharedSkills({ project: ['.factory'], user: (place) => [droidFolder(place)] }),
  ...settingsFiles(droidFolder, '.factory'),
  ...settingsHooks({ ...commandHooks('droid', TIMEOUTS_SECONDS), findSwitch }),
}

/** All hooks switched off, by the person or by the organization. */
function findSwitch(root: JsonContainer): FoundSetting | undefined {
  const found = SWITCHES.flatMap(({ setting, keys }) => {
    const node = nodeAt(root, ...keys)
    return node?.kind === 'scalar' && node.value === true ? [{ setting, start: node.start }] : []
  })
  return found[0]
}

const SWITCHES = [
  ['hooks', 'hooksDisabled'],
  ['general', 'allowManagedHooksOnly'],
].map((keys) => ({
  setting: keys.join('.'),
  keys,
}))
