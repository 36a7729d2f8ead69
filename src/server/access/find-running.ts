import path from 'node:path'
import type { Address, RunningServer } from '../../wiring/programs.js'
import { NewLink } from '../../schema/api/access.js'
import { linkOf, serveDir, tokenFile, urlOf } from '../server.js'
import { writeLinkPage } from './link-page.js'
import { isServing, listServing } from './serving-file.js'
import { proofOf } from './proof.js'
import { newSecret, readToken } from './token-file.js'

const PATIENCE_MS = 3000

/**
 * This user's server at an address, or at any where none is named, when one runs there, proves it and
 * lets our token make links. What it shows first is the project that asks.
 */
export async function findRunning(
  stateDir: string,
  address: Address | null,
): Promise<RunningServer | null> {
  const dir = serveDir(stateDir)
  const places = address === null ? listServing(dir) : [address]
  for (const place of places) {
    const found = isServing(dir, place.port) ? await askServer(stateDir, place) : null
    if (found !== null) return found
  }
  return null
}

async function askServer(stateDir: string, address: Address): Promise<RunningServer | null> {
  const dir = serveDir(stateDir)
  const token = readToken(tokenFile(dir))
  if (token === null) return null
  const url = urlOf(address)
  if (!(await provesItself(url, token))) return null
  const first = await askForCode(url, token)
  if (first === null) return null
  const project = path.basename(stateDir)
  const isServed = await askToServe(url, token, project)
  const newLink = async () =>
    linkOf(url, ((await askForCode(url, token)) ?? first).code, isServed ? project : null)
  return {
    url,
    port: address.port,
    tokenFile: tokenFile(dir),
    isForPerson: first.person,
    newLink,
    newLinkPage: async () => writeLinkPage(dir, await newLink()),
  }
}

/** The process that listens there has to show that it knows the token before it is sent it. */
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

/** null when nothing answers, or something that is not our server. */
async function askForCode(url: string, token: string): Promise<NewLink | null> {
  const read = NewLink.safeParse(await post(`${url}/api/v1/links`, token))
  return read.success ? read.data : null
}

/** False where the project has no store yet: there is nothing to show of it. */
const askToServe = async (url: string, token: string, project: string): Promise<boolean> =>
  (await post(`${url}/api/v1/projects/${project}/serve`, token)) !== null

async function post(address: string, token: string): Promise<unknown> {
  try {
    const reply = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return reply.ok ? await reply.json() : null
  } catch {
    return null
  }
}
