import path from 'node:path'
import type { AgentInstaller, InstallPlace } from '../agent.js'

const NAME = 'settings.json'

/** A client with one settings file for the user and one of the same name in a project's folder. */
export function settingsFiles(
  userFolder: (place: InstallPlace) => string,
  projectFolder: string,
): Pick<AgentInstaller, 'files' | 'switches'> {
  const ofUser = (place: InstallPlace) => path.join(userFolder(place), NAME)
  const ofProject = ({ projectRoot }: InstallPlace) => path.join(projectRoot, projectFolder, NAME)
  return {
    files: (place) => [place.scope === 'user' ? ofUser(place) : ofProject(place)],
    switches: (place) => [ofUser(place), ofProject(place)],
  }
}
