import type { Exposure } from '../../schema/exposure.js'
import type { Recall } from '../../schema/recall.js'
import type { RecordWrite } from '../../schema/records.js'
import type { Store } from '../../store.js'
import { attemptId, openExposure } from '../exposures.js'
import { armOf } from '../holdout.js'
import { itemName } from './choose-items.js'
import type { Decision } from './choose-items.js'
import type { RecallItem } from './recall-item.js'

export interface RecallPlace {
  sessionId: string
  taskId: string
  turn: number | null
  moment: Recall['moment']
  /** ISO instant. */
  now: string
}

/** What was shown and held out, as rows: one recall each, and an exposure where it is measured. */
export function recallRecords(decisions: readonly Decision[], place: RecallPlace): RecordWrite[] {
  return decisions.flatMap((decision): RecordWrite[] => {
    const { item, because, why, text, isNew } = decision
    if (because === null || !isNew) return []
    const { sessionId, taskId, turn, moment, now } = place
    const arm = why === 'shown' ? 'shown' : 'held_out'
    const exposure = item.isMeasured
      ? openExposure({
          lessonId: item.id,
          sessionId,
          taskId,
          turn,
          arm,
          attemptKey: sessionId,
          now,
        })
      : null
    const record: Recall = {
      id: attemptId(itemName(item), sessionId),
      sessionId,
      turn,
      moment,
      item: { kind: item.kind, id: item.id },
      because,
      arm,
      chars: arm === 'shown' ? text.length : 0,
      ...(item.kind === 'lesson' && text !== '' ? { text } : {}),
      exposureId: exposure?.id ?? null,
      at: now,
    }
    const opened: RecordWrite[] = exposure === null ? [] : [{ kind: 'exposure', record: exposure }]
    return [{ kind: 'recall', record }, ...opened]
  })
}

const MAX_SEEN = 500

/** What this session was shown before, or had held out from it. */
export async function readSeen(
  store: Pick<Store, 'list'>,
  sessionId: string,
): Promise<Map<string, Exposure['arm']>> {
  const rows = await store.list('recall', { sessionId, limit: MAX_SEEN })
  return new Map(rows.map(({ item, arm }) => [itemName(item), arm]))
}

/** Keys of checks that were red in this session and are green since. */
export async function readGreen(
  store: Pick<Store, 'list'>,
  sessionId: string,
): Promise<Set<string>> {
  const episodes = await store.list('episode', { sessionId, state: 'resolved', limit: MAX_SEEN })
  return new Set(episodes.map(({ key }) => key))
}

/** The arm of an item in a session: the same at every moment of it. */
export const sessionArm =
  (sessionId: string, holdout: number) =>
  (item: RecallItem): Exposure['arm'] =>
    armOf(item.id, sessionId, holdout)
