/**
 * Codex's hooks file, which lies beside its config and may hold others' hooks: where it is, and how
 * a hook of ours is written there. Its config is read and never written.
 * https://developers.openai.com/codex/hooks
 */
import path from 'node:path'
import type { AgentInstaller, InstallPlace } from '../../agent.js'
import { clientFolder } from '../client-folder.js'
import { commandHooks } from '../command-hooks.js'
import { sharedSkills } from '../shared-skills.js'
import { settingsHooks } from '../settings-hooks.js'
import { hooksSwitch } from './hooks-switch.js'
import { untrustedHooks } from './untrusted-hooks.js'

/** The events that we ask for; the client cuts the last two to 3 seconds by itself. */
const TIMEOUTS_SECONDS: Readonly<Record<string, number>> = {
  SessionStart: 10,
  UserPromptSubmit: 10,
  // Called for every call: one that went well ends before anything is loaded.
  PostToolUse: 10,
  PreCompact: 10,
  // A model may judge here, in its own budget.
  Stop: 60,
  SubagentStop: 10,
  Interrupt: 3,
  SessionEnd: 3,
}

const handlers = commandHooks('codex', TIMEOUTS_SECONDS)
const inHooks = settingsHooks({ ...handlers, findSwitch: () => undefined })

export const codexInstaller: AgentInstaller = {
  title: 'Codex',
  whenSilent:
    'Type /hooks in it: it lists them, and runs only those that you trust. `$CODEX_HOME` points it to another folder.',
  signs: (place) => ({
    program: 'codex',
    packageName: '@openai/codex',
    folder: userFolder(place),
  }),
  // It lists a name as often as it finds it, and then loads neither.
  skills: sharedSkills({ project: ['.codex'], user: (place) => [userFolder(place)] }),
  files: (place) => [path.join(layerFolder(place), 'hooks.json')],
  switches: (place) => [
    configFile(userFolder(place)),
    configFile(path.join(place.projectRoot, '.codex')),
  ],
  ...inHooks,
  inspect: (text, file) =>
    file.endsWith('.toml')
      ? { ok: true, hooks: [], switchedOff: hooksSwitch(text) }
      : inHooks.inspect(text, file),
  trust: {
    file: (place) => configFile(userFolder(place)),
    untrusted: (hooks, trusted) => untrustedHooks(hooks, trusted, handlers.read),
    remedy: 'Start codex, type /hooks and trust them; until then it silently skips them.',
  },
}

const userFolder = (place: InstallPlace): string => clientFolder(place, 'CODEX_HOME', '.codex')

const layerFolder = (place: InstallPlace): string =>
  place.scope === 'user' ? userFolder(place) : path.join(place.projectRoot, '.codex')

const configFile = (folder: string): string => path.join(folder, 'config.toml')
