/** Who sent a row, by its id on a team's server. */
export const senderOf = (id: string): string => id.slice(0, id.indexOf('-'))
