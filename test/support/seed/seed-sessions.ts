import { evaluateRiskFloor } from '../../../src/risk/risk-floor.js'
import { NO_FACTS, toDueRow } from '../../../src/moments/run/outcome/end-facts.js'
import type { EndFacts } from '../../../src/schema/end-facts.js'
import { compareDeclared } from '../../../src/moments/run/compare-declared.js'
import { toVerdictAction } from '../../../src/moments/stop/verdict-action.js'
import type { Judgement, RedGate } from '../../../src/moments/stop/verdict.js'
import { toFeedback } from '../../../src/moments/stop/feedback.js'
import type { AgentEvent } from '../../../src/schema/agent-event.js'
import type { Claim } from '../../../src/schema/claim.js'
import type { CommandRun, Edit } from '../../../src/schema/evidence.js'
import type { JudgedNote } from '../../../src/schema/judged-note.js'
import type { RecordWrite } from '../../../src/schema/records.js'
import type { RunRow } from '../../../src/schema/run-record.js'
import type { Surface } from '../../../src/schema/surface.js'
import type { Verdict } from '../../../src/schema/verdict.js'
import type { Draw } from './draw.js'
import type { SeedLog } from './seed-log.js'
import { AGENTS, DOUBTS, FILES, FOLLOW_UPS, PROJECTS, REQUESTS, TESTS } from './words.js'

/** Something that happens at an instant; all of them are played in the order of time. */
export interface Step {
  at: number
  play(log: SeedLog): void
}

/** A session before it is told: others name it. */
export interface SessionPlan {
  id: string
  start: number
}

type Fate = 'done' | 'contradicted' | 'todos' | 'person' | 'abstain' | 'commit'

/** One session from its start to its end: turns, tools, stops, pushes, and what was captured. */
export function seedSession(draw: Draw, { id, start }: SessionPlan, end: number): Step[] {
  const script = new SessionScript(draw, id, start)
  const turns = draw.whole(4, 10)
  script.begin()
  for (let turn = 1; turn <= turns && script.clock < end; turn += 1) script.turn(turn)
  script.finish()
  return script.steps.filter(({ at }) => at < end)
}

class SessionScript {
  readonly steps: Step[] = []
  clock: number
  #draw: Draw
  #id: string
  #agent: string
  #project: string
  #step = 0
  #surface: Surface
  #files: string[]

  constructor(draw: Draw, id: string, start: number) {
    this.#draw = draw
    this.#id = id
    this.#agent = draw.one(AGENTS)
    this.#project = draw.one(PROJECTS)
    this.#surface = draw.one(Object.keys(FILES)) as Surface
    this.#files = draw.some(FILES[this.#surface] ?? [], draw.whole(1, 3))
    this.clock = start
  }

  begin(): void {
    this.#say({ kind: 'session-started', source: 'startup' }, 0)
  }

  finish(): void {
    if (this.#draw.chance(0.8)) this.#say({ kind: 'session-ended', reason: 'exit' }, 60_000)
  }

  turn(turn: number): void {
    const draw = this.#draw
    const text = turn === 1 ? draw.one(REQUESTS) : draw.one(FOLLOW_UPS)
    this.#say({ kind: 'prompt-submitted', origin: 'human', text, promptId: null }, 90_000)
    let fate = this.#firstFate()
    const isStubborn = draw.chance(0.05)
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      this.#work()
      if (draw.chance(0.06)) this.#compact()
      this.#stop(
        turn,
        attempt,
        fate,
        isStubborn && draw.chance(0.8) ? 'same' : `${turn}-${attempt}`,
      )
      if (fate === 'done' || fate === 'person' || fate === 'abstain') return
      if (draw.chance(0.05)) return this.#say({ kind: 'session-aborted' }, 20_000)
      if (!isStubborn && draw.chance(0.75)) fate = 'done'
    }
  }

  #firstFate(): Fate {
    const roll = this.#draw.unit()
    if (roll < 0.45) return 'done'
    if (roll < 0.68) return 'contradicted'
    if (roll < 0.78) return 'todos'
    if (roll < 0.86) return 'commit'
    return roll < 0.93 ? 'abstain' : 'person'
  }

  #work(): void {
    for (let n = this.#draw.whole(2, 6); n > 0; n -= 1) {
      const tool = this.#draw.one(['Read', 'Edit', 'Bash', 'Grep', 'Edit'])
      const failed = tool === 'Bash' && this.#draw.chance(0.2)
      this.#say({ kind: 'tool-finished', tool, callId: null, failed }, 25_000)
    }
  }

  #compact(): void {
    this.#say({ kind: 'session-compacting', trigger: 'auto' }, 5000)
    this.#say({ kind: 'session-compacted', trigger: 'auto' }, 9000)
    const note = 'continue_task (0.85, rules): still to do: add a test for the second coupon'
    this.#write((at) => [interaction(this.#draw, 'compaction', this.#id, note, at)])
  }

  #stop(turn: number, attempt: number, fate: Fate, fingerprint: string): void {
    const lastMessage = MESSAGES[fate]
    const event = this.#event({
      kind: 'session-stopped',
      lastMessage,
      backgroundTasks: 0,
      planMode: false,
    })
    const told = this.#judge(turn, fate)
    const run = this.#capture(attempt)
    const { at } = event
    this.steps.push({
      at: Date.parse(at),
      play: (log) => {
        const { fence } = log.enter(event, this.#project)
        if (fence === null) return
        const settled = new Date(Date.parse(at) + 400).toISOString()
        const { proposal, end } = toVerdictAction(told.judgement, told.verdict.id)
        log.settle(
          {
            eventId: event.id,
            sessionId: this.#id,
            fence,
            proposal,
            end,
            fingerprint,
          },
          settled,
          [run, { kind: 'verdict', record: told.verdict }, told.note, this.#left(turn, fate, at)],
        )
      },
    })
  }

  #judge(turn: number, fate: Fate): { judgement: Judgement; verdict: Verdict; note: RecordWrite } {
    const judgement = JUDGEMENTS[fate](this.#draw.one(TESTS))
    const at = this.#now()
    const { complete, severity, missing, nextActions, requiresHumanAction, red } = judgement
    const verdict: Verdict = {
      id: this.#draw.id('verdict'),
      session_id: this.#id,
      turn,
      timestamp: at,
      complete,
      abstained: complete === null,
      severity,
      feedback: complete === false && red.length > 0 ? toFeedback(judgement) : '',
      missing,
      next_actions: nextActions,
      requires_human_action: requiresHumanAction,
      gates: red.map(({ gate }) => gate),
      judge: this.#draw.chance(0.2) ? 'small-model' : 'rules',
      degraded: false,
    }
    const body: JudgedNote = {
      reason: judgement.reason,
      failure: null,
      not_written: null,
      gates: red.map((gate) => ({ ...gate, read: undefined })),
      facts: this.#facts(turn, fate),
    }
    const entry = interaction(this.#draw, 'stop_judged', this.#id, JSON.stringify(body), at)
    return {
      judgement,
      verdict,
      note: { kind: 'interaction', record: { ...entry.record, input: verdict.id } },
    }
  }

  #facts(turn: number, fate: Fate): NonNullable<JudgedNote['facts']> {
    const edits: Edit[] = this.#files.map((file) => ({
      file,
      step: (this.#step += 1),
      turn,
      inert: file.endsWith('.md'),
      creates: this.#draw.chance(0.2),
    }))
    const failed = fate === 'contradicted' ? this.#draw.whole(1, 4) : 0
    const passed = this.#draw.whole(20, 240)
    const test: CommandRun = {
      command: 'npm test',
      key: 'npm test',
      kind: 'test',
      exitCode: failed > 0 ? 1 : 0,
      result: failed > 0 ? 'failed' : 'passed',
      counts: { passed, failed, skipped: this.#draw.whole(0, 3) },
      failing: failed > 0 ? this.#draw.some(TESTS, Math.min(failed, 2)) : [],
      gist: failed > 0 ? `Tests  ${failed} failed | ${passed} passed` : `Tests  ${passed} passed`,
      step: (this.#step += 1),
      turn,
    }
    const claim: Claim = {
      kind: 'tests-pass',
      quote: 'All tests pass now.',
      status: failed > 0 ? 'contradicted' : 'supported',
      evidence: [test.gist],
      step: test.step,
    }
    const fixed: Claim = {
      kind: 'fixed',
      quote: 'The problem is fixed.',
      status: fate === 'done' ? 'supported' : 'unsupported',
      evidence: [],
      step: null,
    }
    return {
      claims: [claim, fixed],
      commands: [test],
      edits,
      todosOpen: fate === 'todos' ? 2 : 0,
      filesChanged: this.#files,
      degraded: [],
    }
  }

  /** What the session's outcome is settled by. */
  #left(turn: number, fate: Fate, at: string): RecordWrite {
    const result = RESULTS[fate]
    const facts: EndFacts = {
      ...NO_FACTS,
      turn,
      said: MESSAGES[fate],
      result,
      green: result === 'passed' ? ['npm test'] : [],
      red: result === 'failed' ? ['npm test'] : [],
      branch: 'main',
      files: this.#files,
    }
    return { kind: 'due', record: toDueRow(this.#id, facts, at) }
  }

  #capture(attempt: number): RecordWrite {
    const draw = this.#draw
    const risk = evaluateRiskFloor({
      filesChanged: this.#files,
      insertions: draw.whole(2, 400),
      deletions: draw.whole(0, 120),
    })
    const hasReport = draw.chance(0.7)
    const record: RunRow['record'] = {
      schema: 'reflection.v1',
      task_ref: `SHOP-${draw.whole(100, 400)}`,
      agent: this.#agent,
      session_id: this.#id,
      timestamp: this.#now(),
      repo: this.#project.split('/').at(-1) ?? 'shop',
      confidence: hasReport ? Math.round((0.4 + 0.6 * draw.unit()) * 100) / 100 : null,
      most_likely_wrong: hasReport
        ? {
            surface: draw.chance(0.7) ? risk.surface : (draw.one(Object.keys(FILES)) as Surface),
            description: draw.one(DOUBTS),
          }
        : null,
      known_not_in_diff: hasReport && draw.chance(0.3) ? 'The cache has to be emptied once.' : null,
      risk,
      files_changed: this.#files,
      provenance: {
        source: 'stop-hook',
        reflection_attempt: attempt,
        degraded: !hasReport,
        reflection_mode: 'solo',
      },
    }
    return {
      kind: 'run',
      record: {
        id: draw.id('run'),
        record,
        degraded_reasons: hasReport ? [] : ['not_asked'],
        declared_vs_computed: compareDeclared(record),
        self_report_fingerprint: hasReport ? draw.id('report') : null,
      },
    }
  }

  #say(fields: DistributiveFields, laterMs: number): void {
    this.clock += Math.round(laterMs * (0.3 + this.#draw.unit()))
    const event = this.#event(fields)
    this.steps.push({
      at: this.clock,
      play: (log) => void log.enter(event, this.#project),
    })
  }

  #write(writes: (at: string) => RecordWrite[]): void {
    const all = writes(this.#now())
    this.steps.push({ at: this.clock, play: (log) => log.write(...all) })
  }

  #event(fields: DistributiveFields): AgentEvent {
    if (fields.kind === 'session-stopped') this.clock += 30_000
    return {
      id: this.#draw.id('event'),
      agent: this.#agent,
      sessionId: this.#id,
      parentSessionId: null,
      at: this.#now(),
      cwd: this.#project,
      transcriptPath: null,
      degraded: null,
      ...fields,
    } as AgentEvent
  }

  #now(): string {
    return new Date(this.clock).toISOString()
  }
}

type Common =
  | 'id'
  | 'agent'
  | 'sessionId'
  | 'parentSessionId'
  | 'at'
  | 'cwd'
  | 'transcriptPath'
  | 'degraded'
type DistributiveFields = AgentEvent extends infer E
  ? E extends AgentEvent
    ? Omit<E, Common>
    : never
  : never

export const interaction = (
  draw: Draw,
  action: string,
  session: string,
  output: string,
  timestamp: string,
) =>
  ({
    kind: 'interaction',
    record: { id: draw.id('log'), action, session, input: '', output, timestamp },
  }) as const

const MESSAGES: Readonly<Record<Fate, string>> = {
  done: 'Done. I fixed it, added a test for it, and all tests pass now.',
  contradicted: 'Done! The problem is fixed and all tests pass now.',
  todos: 'I finished the first part. The rest can follow.',
  commit: 'Everything works; the tests pass.',
  abstain: 'I looked at it and wrote down what I found.',
  person: 'I need the password of the staging database to go on.',
}

const RESULTS: Readonly<Record<Fate, EndFacts['result']>> = {
  done: 'passed',
  contradicted: 'failed',
  todos: 'passed',
  commit: 'passed',
  abstain: 'unknown',
  person: 'unknown',
}

const gate = (fields: Partial<RedGate> & Pick<RedGate, 'gate' | 'fact'>): RedGate => ({
  quote: null,
  severity: 'HIGH',
  missing: 'a green test run',
  nextAction: 'Fix the failing test, then run the suite again.',
  requested: true,
  tier: 'push',
  demoted: false,
  counts: true,
  ...fields,
})

const incomplete = (red: RedGate): Judgement => ({
  complete: false,
  severity: red.severity,
  missing: [red.missing],
  nextActions: [red.nextAction],
  requiresHumanAction: false,
  waitsFor: null,
  red: [red],
  reason: red.fact,
})

const JUDGEMENTS: Readonly<Record<Fate, (test: string) => Judgement>> = {
  done: () => ({
    complete: true,
    severity: 'NONE',
    missing: [],
    nextActions: [],
    requiresHumanAction: false,
    waitsFor: null,
    red: [],
    reason: 'the tests passed after the last edit',
  }),
  contradicted: (test) =>
    incomplete(
      gate({
        gate: 'contradicted_claim',
        fact: 'it is said that the tests pass, and the last run failed',
        quote: `✗ ${test}`,
      }),
    ),
  todos: () =>
    incomplete(
      gate({
        gate: 'open_todos',
        fact: '2 items of its own list are open',
        quote: 'add a test for the empty cart',
        severity: 'MEDIUM',
        missing: '2 open items',
        nextAction: 'Do them, or take them off the list and say why.',
      }),
    ),
  commit: () =>
    incomplete(
      gate({
        gate: 'delivery_missing',
        fact: 'a commit was asked for, and there is none',
        severity: 'MEDIUM',
        missing: 'the commit',
        nextAction: 'Commit the change.',
      }),
    ),
  abstain: () => ({
    complete: null,
    severity: 'NONE',
    missing: [],
    nextActions: [],
    requiresHumanAction: false,
    waitsFor: null,
    red: [],
    reason: 'the facts say neither that it is done nor that it isn’t',
  }),
  person: () => ({
    complete: false,
    severity: 'LOW',
    missing: ['the password of the staging database'],
    nextActions: [],
    requiresHumanAction: true,
    waitsFor: 'the password of the staging database',
    red: [],
    reason: 'a person has to act first',
  }),
}
