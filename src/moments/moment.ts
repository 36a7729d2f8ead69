/**
 * What every moment is: facts come in, records and at most one proposal come out. A moment never
 * sends anything itself and never imports another one; whether its proposal goes out is the guard's
 * decision.
 */
import type { AgentCapabilities } from '../agent.js'
import type { OwnChecks } from '../checks.js'
import type { Environment } from '../config/environment.js'
import type { Weights } from '../read/prose/weights.js'
import type { TrackedFiles } from '../read/repository/tracked-files.js'
import type { Model } from '../model.js'
import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { Config } from '../schema/config.js'
import type { Evidence } from '../schema/evidence.js'
import type { RecordOf, RecordWrite } from '../schema/records.js'
import type { ConfidenceGate } from '../schema/review-advice.js'
import type { EarlierFixes } from '../schema/run-record.js'
import type { SessionState, TurnEnd } from '../schema/session-state.js'
import type { Store } from '../store.js'

export interface MomentInput {
  event: AgentEvent
  /** Empty at a tool's end: see `readSession`. */
  evidence: Evidence
  /** Gathers the facts of an event that comes too often for it, once a moment has a reason to ask. */
  readSession?: () => Promise<Evidence>
  session: SessionState
  config: Config
  /** `off` never gets here. */
  mode: 'solo' | 'orchestrated'
  /** ISO instant of this event's handling. */
  now: string
  /** What was planned for now and is still wanted. */
  due: readonly RecordOf<'due'>[]
  capabilities: AgentCapabilities
  /** The watcher that does due work later; null without one, and then nothing may be planned. */
  watcher: RecordOf<'due'>['owner'] | null
  /** How long a judge model may take here. */
  judgeTimeoutMs: number
  /** What the moments before this one answered to the event. */
  earlier?: readonly Answer[]
}

/** The world as far as a moment may touch it. */
export interface MomentPorts {
  store: Store
  model: Model | null
  /** Recorded replies for the turn's summary, where they are configured. */
  turnFixtures?: Model | null
  /** The workspace's folder for outputs; it may not exist, and may have come with the repository. */
  outputDir: string
  /** What the environment says of this run. */
  environment: Environment
  /** The file of lessons, where they are kept in one. */
  lessonFile?: string
  /** The home directory, for which files and records say `~`. @default hides none */
  home?: string
  /** What is wrong in the settings and was left out. @default nothing */
  settingsFaults?: readonly string[]
  /** Written as durations: what a clock says, or 0 where records have to be the same every time. */
  isCi?: boolean
  /** Whether a person sits at the session. @default null: the client does not say */
  isAttended?: boolean | null
  /** A client's own hook tells what its user typed. @default false: a program hands it in */
  hearsPerson?: boolean
  /** What P1 says of self-reported confidence here. @default nothing is advised */
  confidenceGate?(): Promise<ConfidenceGate>
  /** Fixes in the history that touched these files. @default none is known */
  earlierFixes?(files: readonly string[]): Promise<EarlierFixes | null>
  /** Told what went wrong without costing the answer; a hook writes it to its log. */
  report?(error: unknown, where: string): void
  /** The files of a project as git knows them. @default none are known */
  openTracked?(root: string): TrackedFiles
  /** What the reader of messages knows. @default what is shipped */
  actWeights?(): Weights | null
  /** The user's checks, read when a stop asks for them; null where there are none. @default none */
  checks?(): Promise<OwnChecks | null>
  nextId(): string
  signal: AbortSignal
}

export interface Answer {
  records: RecordWrite[]
  /** Events that other moments should see, through the same table. */
  events: AgentEvent[]
  proposal: Action
  /** How the turn stands if nothing is pushed; null when this moment has no say in it. */
  end: TurnEnd | null
  /** The evidence behind a push, so that an unchanged one is not pushed for ever. */
  fingerprint: string | null
  /** The proposal is context that nudges: it counts into the budget of pushes. */
  counts?: boolean
  /** What the user is told in place of this moment's push when its budget is used up. */
  letThrough?: Action
  /** True only if this moment's own proposal goes out, and recorded only then. */
  ifSent?: RecordWrite[]
  /** Goes along when the agent is told something, and is recorded only then. */
  rider?: Rider
}

/** What the agent should know besides. */
export interface Rider {
  /** Empty when there is something to record and nothing to say. */
  text: string
  records: RecordWrite[]
}

export interface Moment {
  name: string
  /** A passive moment records even when judging and acting is not allowed; it never proposes. */
  passive: boolean
  reflect(input: MomentInput, ports: MomentPorts): Promise<Answer>
}

/** The answer of a moment that has nothing to say. */
export const nothing = (reason: string): Answer => ({
  records: [],
  events: [],
  proposal: { kind: 'none', reason },
  end: null,
  fingerprint: null,
})
