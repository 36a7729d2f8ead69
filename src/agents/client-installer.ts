import path from 'node:path'
import type { AgentInstaller, InstallPlace } from '../agent.js'
import { clientFolder } from './client-folder.js'
import type { ClientId } from './client-folder.js'

/** What a client is called, and where it looks. */
interface ClientRow extends Pick<AgentInstaller, 'title' | 'whenSilent' | 'trust'> {
  id: ClientId
  program: string
  packageName: string
  /** Its folder in a project. */
  inProject: string
  /** Our file, in its folder in the home or in the project. */
  file: string
  /** More files in which its hooks may be switched off than that file of both scopes. */
  switches?(place: InstallPlace): string[]
  /** Folders of other clients whose skills it reads too, in the project and in the home. */
  skillsToo?: { project: readonly string[]; home?: readonly string[] }
}

type TextMethods = Omit<
  AgentInstaller,
  'title' | 'whenSilent' | 'trust' | 'signs' | 'skills' | 'file' | 'switches'
>

/** The places of a client, with what is done to the text of its file. */
export function clientInstaller(
  { id, program, packageName, inProject, file, switches, skillsToo, ...said }: ClientRow,
  methods: TextMethods,
): AgentInstaller {
  const ofUser = (place: InstallPlace) => clientFolder(id, place)
  const ofProject = ({ projectRoot }: InstallPlace) => path.join(projectRoot, inProject)
  const { project = [], home = [] } = skillsToo ?? {}
  return {
    ...said,
    ...methods,
    signs: (place) => ({ program, packageName, folder: ofUser(place) }),
    file: (place) => path.join(place.scope === 'user' ? ofUser(place) : ofProject(place), file),
    switches: (place) => [
      ...[ofUser(place), ofProject(place)].map((folder) => path.join(folder, file)),
      ...(switches?.(place) ?? []),
    ],
    skills: {
      folder: (place) => path.join(place.scope === 'user' ? place.home : place.projectRoot, SHARED),
      reads: (place) => [
        path.join(place.projectRoot, SHARED),
        path.join(place.home, SHARED),
        ...[
          ofProject(place),
          ...project.map((folder) => path.join(place.projectRoot, folder)),
          ofUser(place),
          ...home.map((folder) => path.join(place.home, folder)),
        ].map((folder) => path.join(folder, 'skills')),
      ],
    },
  }
}

/** Clients read it beside folders of their own. */
const SHARED = path.join('.agents', 'skills')

/** An organization's settings: where a variable says, else in one folder a platform. */
export function systemFile(
  { env, platform }: InstallPlace,
  variable: string,
  folders: Readonly<Record<'darwin' | 'win32' | 'linux', string>>,
): string {
  const chosen = env[variable] ?? ''
  if (chosen !== '') return chosen
  const folder = platform === 'darwin' || platform === 'win32' ? folders[platform] : folders.linux
  return (platform === 'win32' ? path.win32 : path.posix).join(folder, 'settings.json')
}
