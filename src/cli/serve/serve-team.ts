import type { Address } from '../../wiring/programs.js'
import { isLoopback } from '../../util/loopback.js'
import type { CliContext } from '../command.js'
import { thisProgram } from '../install/this-program.js'
import { programsOf } from '../programs-of.js'
import { databaseUrl } from '../team/database-url.js'
import { publicUrl } from '../team/public-url.js'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Serves a team until it is told to end; then what is under way may end, too. */
export async function serveTeam(
  context: CliContext,
  address: Address,
  pageDir: string | null,
): Promise<number> {
  const { serveTeam } = programsOf(context)
  const { now, json, print, note } = context
  const line = (event: string, text: object) =>
    print(JSON.stringify({ event, at: now().toISOString(), ...text }))
  const log = json ? (text: string) => line('log', { text }) : note
  const { version } = thisProgram()
  const input = {
    databaseUrl: databaseUrl(context),
    publicUrl: publicUrl(context),
    address,
    pageDir,
    version,
    now,
    log,
  }
  const served = await serveTeam(input)
  if (!isLoopback(address.host)) {
    note(`Warning: ${address.host} speaks plain HTTP. Put a proxy with TLS in front of it.`)
  }
  if (json) line('listening', { port: served.port })
  else print(`A team's server listens on http://${address.host}:${served.port}`)
  await new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve())
  })
  await served.close()
  return 0
}
