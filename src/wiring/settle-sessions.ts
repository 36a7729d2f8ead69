import { commitOfFiles } from '../read/repository/commit-of-files.js'
import { isUnchanged } from '../read/repository/is-unchanged.js'
import { findLaterFix } from '../experiments/git-history/find-later-fix.js'
import { deriveAgain } from '../memory/derive-again.js'
import { openExposureStorages, openKeptLessons } from '../memory/kept-lessons.js'
import { checkSessions } from '../moments/cycle/check-sessions.js'
import { settleLaterFixes } from '../moments/run/outcome/later-fixes.js'
import { settleOutcomes } from '../moments/run/outcome/settle-outcomes.js'
import type { SettleTerms } from '../moments/run/outcome/settle-outcomes.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import type { Store } from '../store.js'
import { uniqueId } from '../util/unique-id.js'
import { readEpisodes } from './read-episodes.js'
import { updateSelfModelDaily } from './update-self-model.js'
import { lessonFile } from './workspace.js'
import type { Workspace } from './workspace.js'

/**
 * How earlier sessions of the project ended, settled when another one begins and when its first words
 * are there. Where nothing is due it costs two questions to an index.
 */
export async function settleSessions(
  workspace: Workspace,
  store: Store,
  { event, now }: { event: AgentEvent; now: Date },
): Promise<SessionOutcome[]> {
  const { run } = workspace.loaded.values
  if (!run.enabled || workspace.loaded.environment.parent !== null) return []
  if (event.kind === 'session-started') {
    await deriveLessons(workspace, store, now)
    const settled = await settleAtStart(workspace, store, { event, now })
    if (workspace.loaded.values.self.inject) await updateSelfModelDaily(workspace, store, now)
    return settled
  }
  if (event.kind !== 'prompt-submitted' || event.origin !== 'human') return []
  const session = await store.readSession(event.sessionId)
  if (session?.turn !== 1) return []
  const { sessionId, text } = event
  return settleNow(workspace, store, { now, current: { sessionId, words: text } })
}

/** What earlier versions learnt, derived again: once, where the transcripts are. */
async function deriveLessons(workspace: Workspace, store: Store, now: Date): Promise<void> {
  const { home, loaded } = workspace
  const file = lessonFile(workspace)
  const storage = openKeptLessons(loaded.values.lessons, { file, store, home })
  await deriveAgain({
    store,
    storage,
    now: now.toISOString(),
    readTranscript: (sessionId) => readEpisodes(sessionId, store, home),
  })
  await storage.close()
}

/** The commit that a session begins from is known: git was asked for it. */
async function settleAtStart(
  workspace: Workspace,
  store: Store,
  { event: { sessionId }, now }: { event: AgentEvent; now: Date },
): Promise<SessionOutcome[]> {
  const head = (await store.readSession(sessionId))?.startPoint ?? null
  const { root } = workspace
  const settled = await settleNow(workspace, store, {
    now,
    current: { sessionId, words: null },
    ...(head === null
      ? {}
      : {
          findCommit: async (from, files) =>
            from === head ? null : commitOfFiles({ root, from, files }),
          isGone: (files) => isUnchanged(root, files),
        }),
  })
  if (head === null) return settled
  const findFix = (session: Parameters<typeof findLaterFix>[1]) => findLaterFix(root, session)
  const fixed = await settleLaterFixes({ store, now: now.toISOString(), head, findFix })
  await runRules(workspace, store, { outcomes: fixed, now })
  return [...settled, ...fixed]
}

/** The same where a person asks. */
export async function settleNow(
  workspace: Workspace,
  store: Store,
  { now, ...terms }: { now: Date } & Pick<SettleTerms, 'current' | 'findCommit' | 'isGone'>,
): Promise<SessionOutcome[]> {
  const { loaded, home } = workspace
  const storages = openExposureStorages(loaded.values.lessons, {
    file: lessonFile(workspace),
    store,
    home,
  })
  const outcomes = await settleOutcomes({ store, storages, now: now.toISOString(), ...terms })
  await runRules(workspace, store, { outcomes, now })
  return outcomes
}

/** Sessions feed the cycle: what keeps going wrong is found when their outcomes are settled. */
const runRules = (
  { loaded }: Workspace,
  store: Store,
  { outcomes, now }: { outcomes: readonly SessionOutcome[]; now: Date },
): Promise<unknown> =>
  checkSessions(outcomes, {
    store,
    now: () => now,
    nextId: () => uniqueId(now),
    config: loaded.values,
    mayAct: false,
  })
