/** What a text recalls in a project: for the tool that an agent calls, and for a person who looks what it would be told. */
import type { LessonStorage } from '../memory/lesson-storage.js'
import { recall } from '../memory/recall.js'
import type { Recalled } from '../memory/recall.js'
import type { RecallTerms } from '../memory/recall/choose-items.js'
import { readGreen, readSeen, sessionArm } from '../memory/recall/recall-records.js'
import { runsNothing } from '../memory/recall/runs-nothing.js'
import { recallSources } from '../memory/recall/sources.js'
import { subjectOfText } from '../memory/recall/subject-of-text.js'
import type { Store } from '../store.js'
import { openTracked } from './open-tracked.js'
import type { Surroundings } from './surroundings.js'
import type { Workspace } from './workspace.js'

/** What a session was shown, what is held out from it, and which of its checks are red or green. */
export interface RecallFacts extends Pick<RecallTerms, 'seen' | 'green' | 'armOf'> {
  red: string[]
}

/** Those of whoever has no session: nothing was shown, and nothing is held out. */
export const NO_FACTS: RecallFacts = {
  red: [],
  seen: new Map(),
  green: new Set(),
  armOf: () => 'shown',
}

export async function readRecallFacts(
  store: Store,
  sessionId: string,
  { loaded }: Workspace,
): Promise<RecallFacts> {
  const open = await store.list('episode', { sessionId, state: 'open' })
  return {
    red: open.map(({ key }) => key),
    seen: await readSeen(store, sessionId),
    green: await readGreen(store, sessionId),
    armOf: sessionArm(sessionId, loaded.values.lessons.holdout),
  }
}

export interface RecallAsked {
  text: string
  /** Beside those that the text names. */
  files?: readonly string[] | undefined
  /** @default as the config says */
  limit?: number | undefined
  sessionId: string | null
  /** Whose own lessons count too. @default none */
  taskId?: string
}

export function recallForText(
  { text, files = [], limit, ...whose }: RecallAsked,
  { red, ...known }: RecallFacts,
  world: Surroundings & { workspace: Workspace; storage: LessonStorage; store: Store | null },
): Promise<Recalled> {
  const { workspace, storage, store } = world
  const { lessons, memory, recall: settings } = workspace.loaded.values
  const subject = subjectOfText(text, red)
  return recall(
    { ...subject, files: [...files, ...subject.files] },
    recallSources({
      ...whose,
      storage,
      tracked: openTracked(workspace.root, { ...world, stateDir: workspace.stateDir }),
      memory: memory.recall ? store : null,
    }),
    {
      ...known,
      maxItems: limit ?? lessons.maxReflectionsPerRetry,
      maxChars: settings.maxChars,
      reasons: ['check', 'test', 'file', 'error', 'words', 'code'],
      runsNothing: runsNothing(text),
    },
  )
}
