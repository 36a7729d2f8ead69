/**
 * A session's log and records come in, what happened in it goes out, in the order in which a person
 * tells it: what was done stands before the stop that it was judged at, the verdict behind the stop,
 * and what we said behind the verdict. Pure; what is not told of is left out, never guessed.
 */
import { faultsOf } from '../../../schema/run-record.js'
import type { GuardBodies } from '../../../guard/guard-event.js'
import type { AgentEvent } from '../../../schema/agent-event.js'
import type { TimelineEntry } from '../../../schema/api/timeline.js'
import type { JudgedFacts, JudgedNote } from '../../../schema/judged-note.js'
import type { LogEvent } from '../../../schema/log-event.js'
import type { RecordKind, RecordOf } from '../../../schema/records.js'
import { endingOf } from '../../../sums/ending.js'
import { clip } from '../../../util/clip.js'
import { oneLine } from '../../../util/one-line.js'
import { agentEntry } from './agent-entry.js'
import type { AgentDraft } from './agent-entry.js'
import { settledEntry } from './settled-entry.js'
import type { SessionRecords } from './session-records.js'

export interface TimelineInput extends SessionRecords {
  /** All of the session, oldest first. */
  events: readonly LogEvent[]
  /** What was told of a lesson then, by its exposure. */
  told: ReadonlyMap<string, string>
  record<K extends RecordKind>(kind: K, id: string): RecordOf<K> | null
}

const MAX_TEXT = 4000

export function buildTimeline(input: TimelineInput): TimelineEntry[] {
  return new Teller(input).tell()
}

type Draft = TimelineEntry extends infer E
  ? E extends TimelineEntry
    ? Omit<E, 'id' | 'turn'>
    : never
  : never

type Compaction = Extract<AgentDraft, { kind: 'compaction' }>

class Teller {
  #input: TimelineInput
  #entries: TimelineEntry[] = []
  #turn = 0
  /** Why the compaction that is under way began. */
  #begun: Compaction['trigger'] = 'unknown'
  /** The last step of the transcript that was told of. */
  #step = -1
  #told = new Set<string>()
  /** A decision is logged before its records, and told of behind them. */
  #decided: LogEvent[] = []
  #verdictAt: ReadonlyMap<number, string>
  #kindOf: ReadonlyMap<string, AgentEvent['kind']>

  constructor(input: TimelineInput) {
    this.#input = input
    this.#verdictAt = verdictsByStop(input.events)
    this.#kindOf = new Map(
      input.events
        .filter(({ kind }) => kind.startsWith('agent.'))
        .map(({ body }) => [(body as AgentEvent).id, (body as AgentEvent).kind]),
    )
  }

  tell(): TimelineEntry[] {
    for (const event of this.#input.events) {
      if (!event.kind.startsWith('record.')) this.#tellDecided()
      this.#tellEvent(event)
    }
    this.#tellDecided()
    return this.#entries
  }

  #tellEvent(event: LogEvent): void {
    if (event.kind.startsWith('agent.')) this.#tellAgent(event)
    else if (event.kind.startsWith('record.')) this.#tellRecord(event)
    else if (event.kind === 'guard.settled') this.#decided.push(event)
    else if (event.kind === 'guard.closed') {
      const { reason } = event.body as GuardBodies['guard.closed']
      this.#add(event, { kind: 'closed', at: event.at, reason })
    }
  }

  #tellDecided(): void {
    for (const event of this.#decided.splice(0)) {
      const { eventId } = event.body as GuardBodies['guard.settled']
      const draft = settledEntry(event, this.#kindOf.get(eventId) ?? null)
      if (draft !== null) this.#add(event, draft)
    }
  }

  #tellAgent(event: LogEvent): void {
    const said = event.body as AgentEvent
    if (said.kind === 'prompt-submitted' && said.origin === 'human') this.#turn += 1
    if (said.kind === 'tool-finished') return this.#tellTool(event, said)
    const verdict = this.#verdictAt.get(event.id)
    const note = verdict === undefined ? undefined : this.#input.notes.get(verdict)
    if (verdict !== undefined) this.#tellWork(event, note)
    const draft = agentEntry(said, event.at)
    if (draft?.kind === 'stop') draft.text ??= note?.facts?.said ?? null
    if (draft?.kind === 'compaction') this.#tellTrigger(draft)
    if (draft !== null) this.#add(event, draft)
  }

  /** A client may say why it begins, and not again when it is done. */
  #tellTrigger(draft: Compaction): void {
    if (draft.phase === 'done' && draft.trigger === 'unknown') draft.trigger = this.#begun
    this.#begun = draft.phase === 'begins' ? draft.trigger : 'unknown'
  }

  /** Calls of one tool in a row are one entry. */
  #tellTool(event: LogEvent, { tool, failed }: { tool: string; failed: boolean }): void {
    const last = this.#entries.at(-1)
    if (last?.kind === 'tool' && last.tool === tool && last.turn === this.#turn) {
      last.count += 1
      last.failed += failed ? 1 : 0
      last.last = event.at
      return
    }
    const { at } = event
    this.#add(event, { kind: 'tool', at, tool, count: 1, failed: failed ? 1 : 0, last: at })
  }

  /** Edits and runs that the evidence of the stop knows, as far as they are new. */
  #tellWork(event: LogEvent, note: JudgedNote | undefined): void {
    const { commands = [], edits = [] } = note?.facts ?? {}
    const work = [
      ...edits.map((edit) => ({ ...edit, what: 'edit' as const })),
      ...commands.map((run) => ({ ...run, what: 'command' as const })),
    ].filter(({ step }) => step > this.#step)
    work.sort((a, b) => a.step - b.step)
    for (const done of work) {
      if (done.what === 'edit') this.#tellEdit(event, done)
      else {
        const { command, kind: commandKind, result, counts, failing, gist, exitCode, step } = done
        const run = { command, commandKind, result, counts, failing, gist, exitCode, step }
        this.#add(event, { kind: 'command', at: timeOf(done, event), ...run })
      }
      this.#step = Math.max(this.#step, done.step)
    }
    const from = this.#entries.findIndex(({ turn }) => turn === this.#turn)
    if (from !== -1) this.#entries.push(...this.#entries.splice(from).toSorted(byTime))
  }

  #tellEdit(event: LogEvent, edit: JudgedFacts['edits'][number]): void {
    const last = this.#entries.at(-1)
    const at = timeOf(edit, event)
    if (last?.kind === 'edit' && last.id.startsWith(`${event.id}.`) && last.at === at) {
      if (!last.files.includes(edit.file)) last.files.push(edit.file)
      last.creates += edit.creates ? 1 : 0
      return
    }
    const files = [edit.file]
    const creates = edit.creates ? 1 : 0
    this.#add(event, { kind: 'edit', at, files, creates, step: edit.step })
  }

  #tellRecord(event: LogEvent): void {
    const { id, removed } = event.body as { id: string; removed?: true }
    const key = `${event.kind} ${id}`
    if (removed || this.#told.has(key)) return
    this.#told.add(key)
    if (event.kind === 'record.verdict') this.#tellVerdict(event, id)
    else if (event.kind === 'record.run') this.#tellRun(event, id)
    else if (event.kind === 'record.lesson') this.#tellLesson(event, id)
    else if (event.kind === 'record.exposure') this.#tellExposure(event, id)
    else if (event.kind === 'record.interaction') this.#tellInteraction(event, id)
    else if (event.kind === 'record.outcome') this.#tellOutcome(event, id)
  }

  #tellVerdict(event: LogEvent, id: string): void {
    const verdict = this.#input.record('verdict', id)
    if (verdict === null) return
    const note = this.#input.notes.get(id)
    const at = verdict.timestamp
    for (const claim of note?.facts?.claims ?? []) {
      this.#add(event, { kind: 'claim', at, claim, verdictId: id })
    }
    this.#add(event, {
      kind: 'verdict',
      at,
      verdict,
      ending: endingOf('reflected', verdict, { isOver: false }),
      reason: note?.reason ?? '',
      gates: note?.gates ?? [],
      facts: note?.facts ?? null,
      markedWrong: this.#input.wrong.has(id),
    })
  }

  #tellRun(event: LogEvent, runId: string): void {
    const row = this.#input.record('run', runId)
    if (row === null) return
    const { record, declared_vs_computed: declaredVsComputed } = row
    this.#add(event, {
      kind: 'capture',
      at: record.timestamp,
      runId,
      risk: record.risk,
      filesChanged: record.files_changed.length,
      confidence: record.confidence,
      declaredVsComputed,
      degraded: faultsOf(row),
    })
  }

  #tellLesson(event: LogEvent, lessonId: string): void {
    const row = this.#input.record('lesson', lessonId)
    if (row === null) return
    const { analysis, category } = row.lesson
    const summary = oneLine(analysis, 240)
    this.#add(event, { kind: 'learned', at: event.at, lessonId, summary, category })
  }

  #tellExposure(event: LogEvent, id: string): void {
    const exposure = this.#input.record('exposure', id)
    if (exposure === null) return
    const { lessonId, arm, outcome, openedAt: at } = exposure
    const lesson = this.#input.record('lesson', lessonId)
    const told = this.#input.told.get(id) ?? lesson?.lesson.analysis ?? null
    const summary = told === null ? null : oneLine(told, 240)
    this.#add(event, { kind: 'recalled', at, lessonId, summary, arm, outcome })
  }

  #tellInteraction(event: LogEvent, logId: string): void {
    const entry = this.#input.interactions.get(logId)
    if (entry === undefined || this.#input.notes.has(entry.input)) return
    const text = clip(entry.output || entry.input, MAX_TEXT)
    this.#add(event, { kind: 'note', at: entry.timestamp, action: entry.action, text, logId })
  }

  #tellOutcome(event: LogEvent, id: string): void {
    const outcome = this.#input.record('outcome', id)
    if (outcome === null) return
    const { task_id: taskId, status, error, result, duration_ms: durationMs } = outcome
    const text = clip(error ?? result, MAX_TEXT)
    this.#add(event, { kind: 'outcome', at: outcome.timestamp, taskId, status, text, durationMs })
  }

  #add(event: LogEvent, draft: Draft): void {
    const id = `${event.id}.${this.#entries.length}`
    this.#entries.push({ ...draft, id, turn: this.#turn } as TimelineEntry)
  }
}

/** When it was done, by the transcript; the stop's own time where that is not known. */
function timeOf(
  { at, endedAt }: { at?: string | undefined; endedAt?: string | undefined },
  stop: LogEvent,
): string {
  const time = Date.parse(endedAt ?? at ?? '')
  return time < Date.parse(stop.at) ? new Date(time).toISOString() : stop.at
}

const byTime = (a: TimelineEntry, b: TimelineEntry): number => Date.parse(a.at) - Date.parse(b.at)

/** Which verdict a stop led to, by the id of the stop's line: the first one before the next stop. */
function verdictsByStop(events: readonly LogEvent[]): Map<number, string> {
  const verdicts = new Map<number, string>()
  let stop: number | null = null
  for (const { id, kind, body } of events) {
    if (kind === 'agent.session-stopped') stop = id
    if (kind !== 'record.verdict' || stop === null || verdicts.has(stop)) continue
    verdicts.set(stop, (body as { id: string }).id)
  }
  return verdicts
}
