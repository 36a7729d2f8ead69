/**
 * What recall would have shown at each failed call of real sessions, in the order of time: a session's
 * episodes are kept when it ends, and its failed calls ask for lessons of those that ended before.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { readFailedCall } from '../../src/read/episodes/read-failed-call.js'
import type { TrackedFiles } from '../../src/read/repository/tracked-files.js'
import { readTranscript } from '../../src/read/transcript.js'
import { FAILED_CHECK_CHARS, recall } from '../../src/memory/recall.js'
import { itemName } from '../../src/memory/recall/choose-items.js'
import { lessonItems } from '../../src/memory/recall/lesson-items.js'
import { subjectOfRed } from '../../src/memory/recall/subject-of-red.js'
import { saveEpisodes } from '../../src/memory/save-episodes.js'
import { openStoreStorage } from '../../src/memory/store-storage.js'
import type { LedgerEpisode } from '../../src/schema/evidence.js'
import { openMemoryStore } from '../../src/store/memory.js'
import { asRecord } from '../../src/util/loose-json.js'
import { parseJson } from '../../src/util/parse-json.js'
import { loadAgent } from '../../src/wiring/agent-registry.js'

import type { RecordedSession } from './read-checkpoints.js'

/** One lesson that would have been shown. */
export interface ShownRecall {
  session: string
  callId: string
  lessonId: string
  command: string
  /** What the failed call printed. */
  printed: string
  because: string
  text: string
}

type Step = { at: string } & (
  | { kind: 'call'; session: string; payload: Record<string, unknown> }
  | { kind: 'end'; session: string; episodes: LedgerEpisode[] }
)

/** `trackedAt`: the project's files as they were at that commit. */
export async function replayRecalls(
  sessions: ReadonlyMap<string, RecordedSession>,
  { trackedAt, folder }: { trackedAt(commit: string | null): TrackedFiles; folder: string },
): Promise<{ calls: number; red: number; shown: ShownRecall[] }> {
  const agent = await loadAgent('claude-code')
  const reader = await agent.loadTranscriptReader!()
  const steps: Step[] = []
  const seenCalls = new Set<string>()
  for (const [session, { text }] of sessions) {
    const file = path.join(folder, `${session}.jsonl`)
    writeFileSync(file, text)
    const { ledger } = await readTranscript({ path: file, reader, mark: null })
    const { calls, last } = failedCalls(session, text, seenCalls)
    steps.push(...calls, { at: last, kind: 'end', session, episodes: ledger.episodes })
  }
  steps.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const store = await openMemoryStore()
  const storage = openStoreStorage(store)
  const seen = new Map<string, Map<string, 'shown'>>()
  const counts = { calls: 0, red: 0, shown: [] as ShownRecall[] }
  for (const step of steps) {
    if (step.kind === 'end') {
      const { session, episodes, at } = step
      const input = { sessionId: session, episodes, isOver: true, isWeakened: () => false }
      await store.add(await saveEpisodes({ ...input, storage, store, now: at }))
      continue
    }
    counts.calls += 1
    const event = agent.decode(step.payload, {
      eventName: null,
      id: 'call',
      now: step.at,
      degraded: null,
    })
    if (event?.kind !== 'tool-finished' || event.call === undefined) continue
    const red = readFailedCall(event.call, { at: step.at, cwd: event.cwd ?? null })
    if (red.length === 0) continue
    counts.red += 1
    const shown = seen.get(step.session) ?? new Map<string, 'shown'>()
    seen.set(step.session, shown)
    const sources = [
      lessonItems({
        storage,
        tracked: trackedAt(sessions.get(step.session)!.base),
        sessionId: step.session,
      }),
    ]
    const { decisions } = await recall(subjectOfRed(red), sources, {
      maxItems: 3,
      maxChars: FAILED_CHECK_CHARS,
      reasons: ['check', 'test', 'error'],
      seen: shown,
      green: new Set(),
      runsNothing: false,
      armOf: () => 'shown',
    })
    for (const { item, why, text, because } of decisions) {
      if (why !== 'shown') continue
      shown.set(itemName(item), 'shown')
      counts.shown.push({
        session: step.session,
        callId: String(step.payload['tool_use_id']),
        lessonId: item.id,
        command: event.call.action,
        printed: event.call.printed ?? event.call.output,
        because: because ?? '',
        text,
      })
    }
  }
  await store.close()
  return counts
}

/** A call that a resumed session has from another one is asked once. */
function failedCalls(
  session: string,
  text: string,
  seen: Set<string>,
): { calls: Step[]; last: string } {
  const uses = new Map<string, { name: unknown; input: unknown; cwd: unknown }>()
  const calls: Step[] = []
  let last = ''
  for (const line of text.split('\n')) {
    const row = asRecord(parseJson(line))
    const at = String(row['timestamp'] ?? '')
    if (at > last) last = at
    const content = asRecord(row['message'])['content']
    for (const block of Array.isArray(content) ? content.map(asRecord) : []) {
      if (block['type'] === 'tool_use')
        uses.set(String(block['id']), {
          name: block['name'],
          input: block['input'],
          cwd: row['cwd'],
        })
      const id = String(block['tool_use_id'])
      const use = uses.get(id)
      if (block['is_error'] !== true || use?.name !== 'Bash' || seen.has(id)) continue
      seen.add(id)
      const payload = {
        hook_event_name: 'PostToolUseFailure',
        session_id: session,
        cwd: use.cwd,
        tool_name: use.name,
        tool_input: use.input,
        tool_use_id: id,
        error: textOf(block['content']),
      }
      calls.push({ at, kind: 'call', session, payload })
    }
  }
  return { calls, last }
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((block) => String(asRecord(block)['text'] ?? '')).join('\n')
      : ''
