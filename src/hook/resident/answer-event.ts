import type { Agent } from '../../agent.js'
import { hasChecks } from '../../config/checks-file.js'
import { isJudged } from '../../guard/guard.js'
import { openClientModel } from '../../model/lent.js'
import type { Lend } from '../../model/lent.js'
import { hasAnyBackend } from '../../model/roles.js'
import { reflectInWorkspace } from '../../wiring/reflector.js'
import type { Action } from '../../schema/action.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import { settleSessions } from '../../wiring/settle-sessions.js'
import { openChecks } from '../../wiring/open-checks.js'
import { prepareChecks } from '../prepare-checks.js'
import { notRecorded } from '../not-recorded.js'
import { deliverAfter } from '../deliver-after.js'
import { tidy } from '../tidy.js'
import { isClaimed } from '../../wiring/own-child.js'
import { withProject } from './with-project.js'
import type { OpenedProject, ProjectPlace } from './with-project.js'

export interface ResidentWorld extends ProjectPlace {
  agent: Agent
  /** Ends everything: the client is gone. */
  ended: AbortSignal
  /** The client said that it ends, or its pipe has ended. */
  isGone(): boolean
  lend(sessionId: string): Lend
}

export interface AnswerInput {
  event: AgentEvent
  transcript: unknown
  /** Asks the client for it, where the event came without. */
  loadTranscript?: () => Promise<unknown>
  /** Takes the answer, before anything that can wait. */
  reply(action: Action): void
  /** A last question to the store before it is closed. */
  afterwards(project: OpenedProject): Promise<void>
}

/** A person waits for the prompt to go on; a look back is in no hurry. */
const QUICK_MS = 2000
const RULES_MS = 15_000
/** The judge's 180 seconds, and what else a model is asked for in one event. */
const MODEL_MS = 240_000
const LEASE_SLACK_MS = 3000
/** What the checks of a stop add. */
const CHECKS_MS = 25_000

/** One event through `reflect`, on a store that is open for no longer than that. */
export async function answerEvent(input: AnswerInput, world: ResidentWorld): Promise<void> {
  const { event, reply } = input
  const wasOn = await withProject(world, async (project) => {
    const { workspace, store, mode, report } = project
    const mayAsk = hasAnyBackend(workspace.loaded.values)
    const mayCheck =
      mode === 'solo' &&
      workspace.loaded.environment.parent === null &&
      hasChecks({ ...world, stateDir: workspace.stateDir })
    const judgeMs = isJudged(event.kind) ? (mayAsk ? MODEL_MS : RULES_MS) : QUICK_MS
    const budgetMs = mayCheck && event.kind === 'session-stopped' ? judgeMs + CHECKS_MS : judgeMs
    const { agent, ended, isGone, env, now } = world
    if (mayCheck) await prepareChecks(event, { ...world, workspace, store })
    const action = await reflectInWorkspace({
      ...(mayCheck ? { checks: () => openChecks({ ...world, workspace }) } : {}),
      event,
      workspace,
      store,
      mode,
      env,
      now,
      report,
      isClaimed: workspace.loaded.environment.parent !== null && isClaimed(world.platform),
      watcher: 'resident-hook',
      hearsPerson: agent.id !== 'generic',
      isGone,
      transcript: input.transcript,
      ...(input.loadTranscript === undefined ? {} : { loadTranscript: input.loadTranscript }),
      lent: openClientModel(world.lend(event.sessionId)),
      capabilities: agent.capabilities,
      loadTranscriptReader: agent.loadTranscriptReader,
      signal: AbortSignal.any([ended, AbortSignal.timeout(budgetMs)]),
      leaseMs: budgetMs + LEASE_SLACK_MS,
    })
    reply(project.isLost() ? notRecorded(event) : action)
    await input.afterwards(project)
    await settleSessions(workspace, store, { event, now: now() }).catch((error: unknown) =>
      report(error, 'settle earlier sessions'),
    )
    if (event.kind === 'session-stopped') await tidy(workspace, store, now())
    await deliverAfter(event.kind, workspace, { folder: world.folder, now: now() })
  })
  if (!wasOn) reply({ kind: 'none', reason: 'off' })
}
