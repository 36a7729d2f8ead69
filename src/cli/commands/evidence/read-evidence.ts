import { existsSync } from 'node:fs'
import path from 'node:path'
import { findProject } from '../../../config/project.js'
import { NO_TREE, worldOf } from '../../../judge/world.js'
import type { TreeFacts } from '../../../judge/world.js'
import { readTreeFacts } from '../../../moments/tree-facts.js'
import { observeRepository, openEarly } from '../../../read/repository.js'
import { lookInTree } from '../../../read/repository/look-in-tree.js'
import { modifiedIn } from '../../../read/repository/modified-at.js'
import { spareUntracked } from '../../../read/repository/spare-untracked.js'
import { toEvidence } from '../../../read/to-evidence.js'
import { beginLook } from '../../../read/weakened/look-for-weakened.js'
import { ReflectError } from '../../../schema/error.js'
import type { Evidence } from '../../../schema/evidence.js'
import type { CliContext } from '../../command.js'
import { openTranscript } from './open-transcript.js'

interface ReadSession {
  agent: string
  evidence: Evidence
}

/** What a recorded session shows; the folder that it worked in is not looked at. */
export async function readEvidence(
  { cwd, now }: CliContext,
  file: string,
  agentId: string | undefined,
): Promise<ReadSession> {
  const { agent, ...read } = await openTranscript(cwd, file, agentId)
  return { agent, evidence: toEvidence({ ...factsOf(read, now), repository: null }) }
}

type Read = Omit<Awaited<ReturnType<typeof openTranscript>>, 'agent'>

const factsOf = ({ ledger, degraded }: Read, now: () => Date) => ({
  at: now().toISOString(),
  ledger,
  lastMessage: null,
  degraded: degraded.map((reason) => `transcript: ${reason}`),
})

const TIMEOUT_MS = 60_000

/** The same with the folder that it worked in, as that stands now. */
export async function readWithTree(
  { now, ...context }: CliContext,
  file: string,
  agentId: string | undefined,
  folder: string,
): Promise<ReadSession & { tree: TreeFacts }> {
  const { agent, ...read } = await openTranscript(context.cwd, file, agentId)
  const cwd = path.resolve(context.cwd, folder)
  if (!existsSync(cwd))
    throw new ReflectError('not-found', `${folder} is not there`, {
      remedy: 'Name the folder that the session worked in: --tree FOLDER.',
    })
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const { root } = findProject(cwd)
  const opening = openEarly({ root, signal })
  const repository = await observeRepository({ root, startPoint: null, opening, signal })
  const { commands } = read.ledger
  const judgeWeakened = await beginLook({ repository, commands }, { opening, signal })
  const evidence = toEvidence({
    ...factsOf(read, now),
    repository,
    modifiedAt: modifiedIn(cwd, repository),
    look: lookInTree(cwd, repository),
  })
  const demands = await spareUntracked(evidence.demands ?? [], { cwd, repository, signal })
  const seen = { ...evidence, demands, weakened: await judgeWeakened(evidence) }
  const tree = await readTreeFacts(worldOf(seen, NO_TREE), { cwd, projectRoot: root, signal })
  return { agent, evidence: seen, tree }
}
