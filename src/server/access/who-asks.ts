import type { WhoAsks } from '../../wiring/programs.js'
import type { Peer } from './gatekeeper.js'
import { findPeer } from './peer-process.js'
import type { Connection } from './peer-process.js'

const UNKNOWN_PEER: Peer = { proof: null, agent: null, mayDecide: true, processes: null }

/** The process at the other end of a connection, as far as the system tells. */
export async function readPeer(
  connection: Connection | null,
  { whoAsks, platform }: { whoAsks: WhoAsks; platform: NodeJS.Platform },
): Promise<Peer> {
  const pid = connection === null ? null : findPeer(connection, platform)
  // Our own process asks itself in tests and examples alone, and proves nothing.
  if (pid === null) return UNKNOWN_PEER
  const { person, processes, isBrowser } = await whoAsks(pid)
  const isAbove = person.kind === 'agent' && person.isAbove
  return {
    proof: person.kind === 'terminal' ? `the terminal ${person.terminal}` : null,
    agent: isAbove ? `${person.agent} (${person.sign})` : null,
    // A browser has no terminal that would show a person; another program needs what a command needs.
    mayDecide: !isAbove && (isBrowser || ['terminal', 'no-terminal'].includes(person.kind)),
    processes: new Set(processes),
  }
}
