/**
 * Grok Build's hooks folder: every file in it is read, and ours is a file of our own. It also runs the
 * hooks of `~/.claude/settings.json`; a hook of ours that it starts from there knows its client.
 */
import path from 'node:path'
import type { AgentInstaller, InstallPlace } from '../../agent.js'
import { readTomlTables } from '../toml-tables.js'
import { commandHooks } from '../command-hooks.js'
import { settingsHooks } from '../settings-hooks.js'
import { sharedSkills } from '../shared-skills.js'
import { grokFolder } from './grok-folder.js'

/** The events that we ask for, with the seconds after which the client gives a hook up. */
const TIMEOUTS_SECONDS: Readonly<Record<string, number>> = {
  SessionStart: 10,
  UserPromptSubmit: 10,
  // Called for every call: one that went well ends before anything is loaded.
  PostToolUse: 10,
  PreCompact: 10,
  // A model may judge here, in its own budget.
  Stop: 60,
  SubagentStop: 10,
  StopFailure: 10,
  StopCancelled: 10,
  SessionEnd: 10,
}

const inHooks = settingsHooks({
  ...commandHooks('grok', TIMEOUTS_SECONDS),
  findSwitch: () => undefined,
})

export const grokInstaller: AgentInstaller = {
  title: 'Grok Build',
  whenSilent:
    'Type /hooks in it: it lists them, those of a project only after /hooks-trust. `$GROK_HOME` points it to another folder.',
  signs: (place) => ({
    program: 'grok',
    packageName: '@xai-official/grok',
    folder: grokFolder(place),
  }),
  skills: sharedSkills({ project: ['.grok', '.claude'], user: (place) => [grokFolder(place)] }),
  files: (place) => [path.join(layerFolder(place), 'hooks', 'reflectory.json')],
  switches: (place) =>
    ['requirements.toml', 'managed_config.toml'].flatMap((name) => [
      path.join(grokFolder(place), name),
      ...(place.platform === 'win32' ? [] : [path.join('/etc/grok', name)]),
    ]),
  ...inHooks,
  inspect: (text, file) =>
    file.endsWith('.toml')
      ? { ok: true, hooks: [], switchedOff: policyIn(text) }
      : inHooks.inspect(text, file),
}

/** In a project the client reads them only after its user trusted the folder. */
const layerFolder = (place: InstallPlace): string =>
  place.scope === 'user' ? grokFolder(place) : path.join(place.projectRoot, '.grok')

/** The organization's setting by which only its own hooks run. */
function policyIn(config: string): { setting: string; line: number } | null {
  const top = readTomlTables(config).filter(({ name }) => name.length === 0)
  for (const { values } of top) {
    for (const setting of ['allow_managed_hooks_only', 'allowManagedHooksOnly']) {
      const found = values.get(setting)
      if (found !== undefined && found.raw !== 'false') return { setting, line: found.line }
    }
  }
  return null
}
