/**
 * Claude Code's settings: where they lie, and how a hook of ours is written there.
 * https://docs.claude.com/en/docs/claude-code/hooks
 */
import path from 'node:path'
import type { AgentInstaller, InstallPlace } from '../../agent.js'
import { clientFolder } from '../client-folder.js'
import { readStart } from '../own-handlers.js'
import { settingsHooks, trueSetting } from '../settings-hooks.js'
import { eventOf, HOOK_ENTRIES, hookGroup } from './hook-group.js'

export const claudeCodeInstaller: AgentInstaller = {
  title: 'Claude Code',
  whenSilent:
    'Type /hooks in it: it lists what it loaded when it started; it runs them only in a folder that you trust. `$CLAUDE_CONFIG_DIR` points it to another folder.',
  signs: (place) => ({
    program: 'claude',
    packageName: '@anthropic-ai/claude-code',
    folder: userFolder(place),
  }),
  skills: {
    folder: (place) => (place.scope === 'user' ? userSkills(place) : projectSkills(place)),
    reads: (place) => [projectSkills(place), userSkills(place)],
  },
  files: (place) => [place.scope === 'user' ? userSettings(place) : localSettings(place)],
  switches: (place) => [
    userSettings(place),
    localSettings(place),
    path.join(place.projectRoot, '.claude', 'settings.json'),
    ...managedSettings(place.platform),
  ],
  ...settingsHooks({
    entries: HOOK_ENTRIES,
    eventOf,
    write: hookGroup,
    read: ({ type, command, args }) =>
      type === 'command' && Array.isArray(args)
        ? readStart([command, ...(args as unknown[])], 'claude-code')
        : null,
    findSwitch: trueSetting('disableAllHooks', 'allowManagedHooksOnly'),
  }),
}

const userFolder = (place: InstallPlace): string =>
  clientFolder(place, 'CLAUDE_CONFIG_DIR', '.claude')

const userSkills = (place: InstallPlace): string => path.join(userFolder(place), 'skills')

const projectSkills = ({ projectRoot }: InstallPlace): string =>
  path.join(projectRoot, '.claude', 'skills')

const userSettings = (place: InstallPlace): string => path.join(userFolder(place), 'settings.json')

/** The file that is one person's own: the other one is shared, and our paths are not. */
const localSettings = ({ projectRoot }: InstallPlace): string =>
  path.join(projectRoot, '.claude', 'settings.local.json')

function managedSettings(platform: NodeJS.Platform): string[] {
  if (platform === 'linux') return ['/etc/claude-code/managed-settings.json']
  if (platform !== 'darwin') return []
  return ['/Library/Application Support/ClaudeCode/managed-settings.json']
}
