/** Claude Code's settings. https://docs.claude.com/en/docs/claude-code/hooks */
import path from 'node:path'
import type { AgentInstaller, InstallPlace } from '../../agent.js'
import { clientFolder } from '../client-folder.js'
import { clientInstaller } from '../client-installer.js'
import { settingsHooks } from '../settings-hooks.js'

export const claudeCodeInstaller: AgentInstaller = {
  ...clientInstaller(
    {
      id: 'claude-code',
      title: 'Claude Code',
      program: 'claude',
      packageName: '@anthropic-ai/claude-code',
      inProject: '.claude',
      file: 'settings.json',
      whenSilent:
        'Type /hooks in it: it lists what it loaded when it started; ' +
        'it runs them only in a folder that you trust. `$CLAUDE_CONFIG_DIR` points it to another folder.',
      switches: (place) => [localSettings(place), ...managedSettings(place.platform)],
    },
    settingsHooks('claude-code', { off: { disableAllHooks: true, allowManagedHooksOnly: true } }),
  ),
  file: (place) =>
    place.scope === 'user' ? path.join(userFolder(place), 'settings.json') : localSettings(place),
  // It does not read those that others share.
  skills: {
    folder: (place) => (place.scope === 'user' ? userSkills(place) : projectSkills(place)),
    reads: (place) => [projectSkills(place), userSkills(place)],
  },
}

const userFolder = (place: InstallPlace): string => clientFolder('claude-code', place)

const userSkills = (place: InstallPlace): string => path.join(userFolder(place), 'skills')

const projectSkills = ({ projectRoot }: InstallPlace): string =>
  path.join(projectRoot, '.claude', 'skills')

/** The file that is one person's own: the other one is shared, and our paths are not. */
const localSettings = ({ projectRoot }: InstallPlace): string =>
  path.join(projectRoot, '.claude', 'settings.local.json')

function managedSettings(platform: NodeJS.Platform): string[] {
  if (platform === 'linux') return ['/etc/claude-code/managed-settings.json']
  if (platform !== 'darwin') return []
  return ['/Library/Application Support/ClaudeCode/managed-settings.json']
}
