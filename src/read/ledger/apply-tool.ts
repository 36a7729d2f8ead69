import { headSafely } from '../../safety/clip-safely.js'
import type { TranscriptEntry } from '../../schema/transcript.js'
import { looseKey } from '../../util/loose-key.js'
import { pushBounded, pushLoosely } from '../../util/push-bounded.js'
import { MAX_RECENT, addRecent, countSkipped, findRecentCall } from './ledger-state.js'
import type { LedgerState, OpenCall, RecentCall } from './ledger-state.js'
import { applyCommand } from './apply-command.js'
import { followOther } from '../episodes/episodes-state.js'
import { readSkills } from './read-skills.js'
import { rememberFile, recordEdits } from './record-edit.js'

type Of<K extends TranscriptEntry['kind']> = Extract<TranscriptEntry, { kind: K }>

const MAX_OPEN = 40

export function applyToolCall(state: LedgerState, entry: Of<'tool-call'>): void {
  const { ledger } = state
  if (state.open.some(({ callId }) => callId === entry.callId)) {
    return countSkipped(state, 'calls that were reported twice')
  }
  ledger.totals.toolCalls += 1
  ledger.interrupted = false
  const action = headSafely(entry.command ?? (entry.files.join(' ') || entry.input), 800)
  const { callId, step, at, tool, toolKind, command, files, written, creates, sidechain } = entry
  const { commentsOnly, sizes } = entry
  pushBounded<OpenCall>(
    state.open,
    {
      callId,
      step,
      at,
      tool,
      toolKind,
      action,
      command,
      files,
      written,
      creates,
      sidechain,
      ...(commentsOnly === true ? { commentsOnly } : {}),
      sizes,
    },
    MAX_OPEN,
  )
  // A command's arguments have a description beside it that differs each time.
  const what = entry.command ?? entry.input
  const item: RecentCall = {
    kind: 'call',
    step,
    at: entry.at,
    tool,
    toolKind,
    action,
    // Calls without arguments differ by their tool.
    actionKey: what === '' ? looseKey(tool) : '',
    status: 'pending',
    exitCode: null,
    output: '',
    resultKey: null,
    sidechain,
  }
  addRecent(ledger, item)
  pushLoosely(state.unsettled.calls, { item, what, result: null }, MAX_RECENT)
}

export function applyToolResult(state: LedgerState, entry: Of<'tool-result'>): void {
  const { ledger } = state
  const index = state.open.findIndex(({ callId }) => callId === entry.callId)
  if (index === -1) return countSkipped(state, 'results without a call')
  const [call] = state.open.splice(index, 1) as [OpenCall]
  if (entry.status !== 'completed') ledger.totals.toolFailures += 1
  if (entry.status === 'interrupted') ledger.totals.interrupts += 1
  ledger.interrupted = entry.status === 'denied' && !call.sidechain
  const item = findRecentCall(ledger, call.step)
  if (item !== null) {
    item.status = entry.status
    item.exitCode = call.toolKind === 'command' ? entry.exitCode : null
    settleLater(state, item, entry)
  }
  if (entry.status === 'completed') rememberSkills(ledger, call)
  if (call.toolKind === 'command') applyCommand(state, { ...call, at: entry.at ?? call.at }, entry)
  else if (call.toolKind === 'edit' && entry.status === 'completed') recordEdits(state, call)
  else if (call.toolKind === 'read') for (const file of call.files) rememberFile(state, file)
  else if (call.toolKind === 'subagent' || call.toolKind === 'other')
    followOther(state.episodes, call.step)
}

/** A skill is read early, long before the stop that asks for it. */
function rememberSkills(ledger: LedgerState['ledger'], call: OpenCall): void {
  const read = readSkills(call)
  if (read.length === 0) return
  ledger.skillsRead = [...new Set([...(ledger.skillsRead ?? []), ...read])].slice(0, MAX_SKILLS)
}

const MAX_SKILLS = 20

function settleLater(state: LedgerState, item: RecentCall, entry: Of<'tool-result'>): void {
  const waiting = state.unsettled.calls.findLast((one) => one.item === item)
  if (waiting !== undefined) waiting.result = entry
  else pushLoosely(state.unsettled.calls, { item, what: '', result: entry }, MAX_RECENT)
}
