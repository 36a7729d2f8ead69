import { shortHash } from '../util/loose-json.js'

const PREFIX = 'team-'

/** The id under which a row of the team is kept here. */
export const receivedId = (id: string): string => `${PREFIX}${shortHash(id)}`

/** Whether a row came from the team, and is not this machine's to send. */
export const isReceivedId = (id: string): boolean => id.startsWith(PREFIX)
