import path from 'node:path'
import { clientFolder } from '../client-folder.js'

/** The variable names a home, in which the client's folder then lies. */
export const geminiFolder = (place: Parameters<typeof clientFolder>[0]): string =>
  path.join(clientFolder(place, 'GEMINI_CLI_HOME', ''), '.gemini')
