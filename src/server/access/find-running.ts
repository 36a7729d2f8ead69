import type { Address, RunningServer } from '../../programs.js'
import { NewLink } from '../../schema/api/access.js'
import { linkOf, tokenFile, urlOf } from '../server.js'
import { writeLinkPage } from './link-page.js'
import { isServing } from './serving-file.js'
import { proofOf } from './proof.js'
import { newSecret, readToken } from './token-file.js'

const PATIENCE_MS = 3000

/** This project's server at an address, when one runs there, proves it and lets our token make links. */
export async function findRunning(
  stateDir: string,
  address: Address,
): Promise<RunningServer | null> {
  const token = isServing(stateDir, address.port) ? readToken(tokenFile(stateDir)) : null
  if (token === null) return null
  const url = urlOf(address)
  if (!(await provesItself(url, token))) return null
  const first = await askForCode(url, token)
  if (first === null) return null
  const newLink = async () => linkOf(url, (await askForCode(url, token)) ?? first)
  return {
    url,
    port: address.port,
    tokenFile: tokenFile(stateDir),
    newLink,
    newLinkPage: async () => writeLinkPage(stateDir, await newLink()),
  }
}

/** Whoever listens there has to show that it knows the token before it is sent it. */
async function provesItself(url: string, token: string): Promise<boolean> {
  const nonce = newSecret()
  try {
    const reply = await fetch(`${url}/healthz?nonce=${nonce}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const { proof } = (await reply.json()) as { proof?: unknown }
    return proof === proofOf(token, nonce)
  } catch {
    return false
  }
}

/** null when nobody answers, or somebody who is not our server. */
async function askForCode(url: string, token: string): Promise<string | null> {
  try {
    const reply = await fetch(`${url}/api/v1/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const read = NewLink.safeParse(await reply.json())
    return reply.ok && read.success ? read.data.code : null
  } catch {
    return null
  }
}
