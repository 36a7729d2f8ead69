import { createHmac } from 'node:crypto'

/** What only a server that knows the token can answer to a nonce. It tells nothing of the token. */
export const proofOf = (token: string, nonce: string): string =>
  createHmac('sha256', token).update(`reflectory:${nonce}`).digest('base64url')
