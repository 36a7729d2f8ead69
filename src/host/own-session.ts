/** The session under which the cycle logs what it does. */
export const OWN_SESSION = 'system:reflection'

/** A sub-session that the cycle started; its id is given by us and refused from outside. */
export const ownSessionId = (id: string): string => `${OWN_SESSION}:${id}`

export const isOwnSession = (sessionId: string): boolean =>
  sessionId === OWN_SESSION || sessionId.startsWith(`${OWN_SESSION}:`)
