import { toEvidence } from '../../read/to-evidence.js'
import type { Evidence } from '../../schema/evidence.js'
import type { CliContext } from '../command.js'
import { openTranscript } from './open-transcript.js'

/** What a recorded session shows; the folder that it worked in is not looked at. */
export async function readEvidence(
  context: CliContext,
  file: string,
  agentId: string | undefined,
): Promise<{ agent: string; evidence: Evidence }> {
  const { agent, ledger, degraded } = await openTranscript(context.cwd, file, agentId)
  const evidence = toEvidence({
    at: context.now().toISOString(),
    ledger,
    repository: null,
    lastMessage: null,
    degraded: degraded.map((reason) => `transcript: ${reason}`),
  })
  return { agent, evidence }
}
