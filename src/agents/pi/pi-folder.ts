import path from 'node:path'
import { clientFolder } from '../client-folder.js'

/** Where Pi keeps its own things for a user. */
export const piFolder = (place: Parameters<typeof clientFolder>[0]): string =>
  clientFolder(place, 'PI_CODING_AGENT_DIR', path.join('.pi', 'agent'))
