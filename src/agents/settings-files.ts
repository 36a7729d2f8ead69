import path from 'node:path'
import type { AgentInstaller, InstallPlace } from '../agent.js'

const NAME = 'settings.json'

/** Where an organization's settings lie: where a variable says, else in one folder a platform. */
interface SystemSettings {
  variable: string
  darwin: string
  win32: string
  linux: string
}

/** A client with one settings file for the user and one of the same name in a project's folder. */
export function settingsFiles(
  userFolder: (place: InstallPlace) => string,
  projectFolder: string,
  system?: SystemSettings,
): Pick<AgentInstaller, 'files' | 'switches'> {
  const ofUser = (place: InstallPlace) => path.join(userFolder(place), NAME)
  const ofProject = ({ projectRoot }: InstallPlace) => path.join(projectRoot, projectFolder, NAME)
  return {
    files: (place) => [place.scope === 'user' ? ofUser(place) : ofProject(place)],
    switches: (place) => [
      ofUser(place),
      ofProject(place),
      ...(system === undefined ? [] : [ofSystem(system, place)]),
    ],
  }
}

function ofSystem(system: SystemSettings, { env, platform }: InstallPlace): string {
  const chosen = env[system.variable] ?? ''
  if (chosen !== '') return chosen
  const folder = platform === 'darwin' || platform === 'win32' ? system[platform] : system.linux
  return (platform === 'win32' ? path.win32 : path.posix).join(folder, NAME)
}
