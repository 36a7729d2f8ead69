import { clientFolder } from '../client-folder.js'

/** Where Grok Build keeps its own things for a user. */
export const grokFolder = (place: Parameters<typeof clientFolder>[0]): string =>
  clientFolder(place, 'GROK_HOME', '.grok')
