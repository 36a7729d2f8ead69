/**
 * What a session adds up to. Entries come in one by one, in order; a bounded state, plain JSON, is
 * what remains of them, and a ledger can be drawn from it at any time. Reading a transcript in ten
 * pieces gives the same ledger as reading it at once. It judges nothing and reads nothing itself.
 */
import { clipSafely, oneLineSafely } from '../safety/clip-safely.js'
import type { Ledger } from '../schema/evidence.js'
import type { SessionFacts, TranscriptEntry } from '../schema/transcript.js'
import { pushLoosely } from '../util/push-bounded.js'
import { emptyLedger } from './empty-evidence.js'
import { beginEpisodes, followOther, leaveFolder } from './episodes/episodes-state.js'
import { listEpisodes } from './episodes/list-episodes.js'
import { applyToolCall, applyToolResult } from './ledger/apply-tool.js'
import { MAX_RECENT, addRecent, findRecentCall } from './ledger/ledger-state.js'
import type { LedgerState, UnsettledMessage } from './ledger/ledger-state.js'
import { settle } from './ledger/settle.js'
import { foldFlags } from './prose/read-request-flags.js'

const MAX_MESSAGES = { first: 3, last: 12 }
const MAX_MESSAGE_CHARS = 2_000
const MAX_LAST_MESSAGE_CHARS = 8_000

export const beginLedger = (): LedgerState => ({
  ledger: emptyLedger(),
  open: [],
  humanStep: -1,
  knownFiles: [],
  unsettled: { calls: [], messages: [], runs: [] },
  episodes: beginEpisodes(),
  skipped: {},
})

/** Takes one entry in; the state is changed in place, because millions may come. */
export function applyEntry(state: LedgerState, entry: TranscriptEntry): void {
  const { ledger } = state
  ledger.steps = entry.step + 1
  ledger.lastActivityAt = entry.at ?? ledger.lastActivityAt
  if (entry.sidechain) ledger.totals.sidechainEntries += 1
  switch (entry.kind) {
    case 'human':
      return applyHuman(state, entry)
    case 'agent':
      return applyAgent(state, entry)
    case 'tool-call':
      return applyToolCall(state, entry)
    case 'tool-result':
      return applyToolResult(state, entry)
    case 'todos':
      ledger.todos = entry.todos.slice(-60)
      return
    case 'synthetic':
      return addRecent(ledger, { kind: 'synthetic', ...place(entry), source: entry.source })
    case 'compaction':
      ledger.totals.compactions += 1
      return addRecent(ledger, { kind: 'compaction', ...place(entry) })
    case 'interrupt':
      return applyInterrupt(state, entry)
    case 'error':
      return addRecent(ledger, {
        kind: 'error',
        ...place(entry),
        text: oneLineSafely(entry.text, 200),
      })
  }
}

export function applyFacts(state: LedgerState, facts: Partial<SessionFacts>): void {
  const { session } = state.ledger
  // Readers tell them at every line, and nearly always the same.
  for (const key in facts) {
    const fact = facts[key as keyof SessionFacts]
    if (fact === undefined || session[key as keyof SessionFacts] === fact) continue
    if (key === 'cwd' && session.cwd !== null) leaveFolder(state.episodes, session.cwd)
    session[key as keyof SessionFacts] = fact
  }
}

/** The ledger as it stands: a copy, so that later entries don't change it. */
export function toLedger(state: LedgerState): Ledger {
  settle(state)
  const pending = state.open
    .filter(({ sidechain, step }) => !sidechain && step > state.humanStep)
    .map(({ step, tool, toolKind, action }) => ({
      step,
      tool,
      toolKind,
      action: oneLineSafely(action, 200),
    }))
  const episodes = listEpisodes(state.episodes, state.ledger.session.cwd)
  return structuredClone({ ...state.ledger, pending, episodes })
}

type Of<K extends TranscriptEntry['kind']> = Extract<TranscriptEntry, { kind: K }>

const place = ({ step, at }: TranscriptEntry) => ({ step, at })

function applyHuman(state: LedgerState, entry: Of<'human'>): void {
  const { ledger } = state
  const { request } = ledger
  request.total += 1
  ledger.totals.human += 1
  const text = clipSafely(entry.text, MAX_MESSAGE_CHARS)
  request.messages.push({ number: request.total, step: entry.step, text })
  // The first ones say what it is about, the last ones what holds now.
  if (request.messages.length > MAX_MESSAGES.first + MAX_MESSAGES.last) {
    request.messages.splice(MAX_MESSAGES.first, 1)
  }
  request.flags = foldFlags(request.flags, request.total, entry.text)
  state.humanStep = entry.step
  followOther(state.episodes, entry.step)
  ledger.lastMessage = null
  ledger.lastMessageCompleted = null
  ledger.interrupted = false
  addRecent(ledger, { kind: 'human', ...place(entry) })
}

function applyAgent({ ledger, unsettled }: LedgerState, entry: Of<'agent'>): void {
  if (entry.sidechain) return
  ledger.totals.agentMessages += 1
  ledger.lastMessage = clipSafely(entry.text, MAX_LAST_MESSAGE_CHARS)
  ledger.lastMessageCompleted = entry.completed
  const item: UnsettledMessage['item'] = {
    kind: 'message',
    ...place(entry),
    text: '',
    key: '',
    completed: entry.completed,
    outputTokens: entry.outputTokens,
  }
  addRecent(ledger, item)
  pushLoosely(unsettled.messages, { item, text: entry.text }, MAX_RECENT)
}

function applyInterrupt(state: LedgerState, entry: Of<'interrupt'>): void {
  const { ledger } = state
  ledger.totals.interrupts += 1
  ledger.interrupted = true
  for (const call of state.open) {
    const item = findRecentCall(ledger, call.step)
    if (item !== null) item.status = 'interrupted'
  }
  state.open = []
  addRecent(ledger, { kind: 'interrupt', ...place(entry) })
}
