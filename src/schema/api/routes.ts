import * as z from 'zod/mini'
import { Finding } from '../finding.js'
import { Interaction } from '../interaction.js'
import { LessonRow } from '../lesson.js'
import { Id } from '../scalar.js'
import { SkillChange } from '../skill-change.js'
import { Task } from '../task.js'
import { Login, LoginBody, NewLink } from './access.js'
import { CheckList } from './check.js'
import { CostQuery, CostReport } from './cost.js'
import { Experiments } from './experiments.js'
import { IngestBody, IngestReport } from './ingest.js'
import { Forgotten, LessonDetail, LessonPage, LessonQuery, RetireBody } from './lesson.js'
import {
  EventDetail,
  EventPage,
  EventQuery,
  Facets,
  LiveFrame,
  LiveQuery,
  LogPage,
  LogQuery,
} from './log.js'
import { ForgottenMemory, MemoryItem, MemoryPage, MemoryQuery } from './memory.js'
import { OutcomePage, OutcomeQuery } from './outcome.js'
import { ProjectId, ProjectList, ServedProject } from './project.js'
import { Overview, OverviewQuery } from './overview.js'
import { ReviewList, RiskOverview, RiskQuery, RunItem, RunPage, RunQuery } from './run.js'
import { SearchPage, SearchQuery } from './search.js'
import { SelfModel, SelfWord } from './self.js'
import { SelfLine } from '../self-line.js'
import { SessionDetail, SessionPage, SessionQuery } from './session.js'
import { DoctorReport, Settings } from './settings.js'
import { RejectBody, RollbackBody, RolledBack, SkillDetail, SkillDiff, SkillList } from './skill.js'
import {
  FindingPage,
  FindingQuery,
  NewTaskBody,
  PauseBody,
  ReportBody,
  ReportedOutcome,
  ResolvedFinding,
  TaskDetail,
  TaskPage,
  TaskQuery,
} from './task.js'
import { TimelinePage, TimelineQuery } from './timeline.js'

/** One thing that can be asked of the server under `/api/v1`. */
export interface RouteContract {
  /** One sentence for people. */
  summary: string
  /** What stands in the braces of the path. */
  params: z.ZodMiniObject
  query: z.ZodMiniObject
  /** null: the request has no body. */
  body: z.ZodMiniType | null
  response: z.ZodMiniType
  /** A stream of server-sent events, each with a response as its data. @default false */
  streams?: boolean
  /** Answers without a token. @default false */
  open?: boolean
  /** Approves something, or weakens judgement: a token alone is not enough. @default false */
  needsPerson?: boolean
  /** Answers an agent for the project that is served, and for no other. @default false */
  ownProjectOnly?: boolean
  /** The most that a body may have. @default the server's own limit */
  maxBytes?: number
}

const nothing = z.strictObject({})
const byId = z.strictObject({ id: Id })
const byProject = z.strictObject({ id: ProjectId })
const bySkill = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/, 'must be 1 to 64 of a to z, 0 to 9 and -')),
})
const byVersion = z.strictObject({
  ...bySkill.shape,
  commit: z.string().check(z.regex(/^[0-9a-f]{4,40}$/i, 'must be 4 to 40 hexadecimal digits')),
})
const byNumber = z.strictObject({ id: z.int().check(z.gte(1)) })

function read<P extends z.ZodMiniObject, Q extends z.ZodMiniObject, R extends z.ZodMiniType>(
  summary: string,
  params: P,
  query: Q,
  response: R,
) {
  return { summary, params, query, body: null, response }
}

function act<P extends z.ZodMiniObject, B extends z.ZodMiniType, R extends z.ZodMiniType>(
  summary: string,
  params: P,
  body: B,
  response: R,
) {
  return { summary, params, query: nothing, body, response }
}

function decide<P extends z.ZodMiniObject, B extends z.ZodMiniType, R extends z.ZodMiniType>(
  summary: string,
  params: P,
  body: B,
  response: R,
) {
  return { ...act(summary, params, body, response), needsPerson: true }
}

/** Every route of the API. The OpenAPI document, the router and the page's client come from here. */
export const routes = {
  'POST /login': {
    ...act('Exchanges the code of a one-time link for the token.', nothing, LoginBody, Login),
    open: true,
    maxBytes: 1024,
  },
  'POST /links': act('Makes a new one-time link.', nothing, nothing, NewLink),
  'GET /projects': read('Every project of this user.', nothing, nothing, ProjectList),
  'POST /projects/{id}/serve': act(
    'Runs a project’s tasks and cycle, as `reflect serve` in its folder would.',
    byProject,
    nothing,
    ServedProject,
  ),
  'GET /overview': read('Is it worth it?', nothing, OverviewQuery, Overview),
  'GET /facets': read('What lists can be filtered by.', nothing, nothing, Facets),
  'GET /search': {
    ...read('Full text over sessions.', nothing, SearchQuery, SearchPage),
    ownProjectOnly: true,
  },
  'GET /sessions': read('Sessions, last active first.', nothing, SessionQuery, SessionPage),
  'GET /sessions/{id}': read('One session, turn by turn.', byId, nothing, SessionDetail),
  'GET /sessions/{id}/timeline': read(
    'Everything that happened in a session, oldest first.',
    byId,
    TimelineQuery,
    TimelinePage,
  ),
  'GET /outcomes': read('How sessions ended, newest first.', nothing, OutcomeQuery, OutcomePage),
  'POST /outcomes': act(
    'Records how a run ended, and runs the rules on it.',
    nothing,
    ReportBody,
    ReportedOutcome,
  ),
  'GET /lessons': read('What failed attempts taught.', nothing, LessonQuery, LessonPage),
  'GET /lessons/{id}': read('One lesson and where it was shown.', byId, nothing, LessonDetail),
  'POST /lessons/{id}/pin': decide('Vouches for a lesson.', byId, nothing, LessonRow),
  'POST /lessons/{id}/unpin': decide('Removes the pin.', byId, nothing, LessonRow),
  'POST /lessons/{id}/retire': decide('Stops showing a lesson.', byId, RetireBody, LessonRow),
  'POST /lessons/{id}/forget': decide('Deletes a lesson for good.', byId, nothing, Forgotten),
  'GET /memory': read('What was said and left behind.', nothing, MemoryQuery, MemoryPage),
  'POST /memory/{id}/pin': decide('Lets later sessions see it.', byId, nothing, MemoryItem),
  'POST /memory/{id}/unpin': decide('Removes the pin.', byId, nothing, MemoryItem),
  'POST /memory/{id}/forget': decide('Deletes it for good.', byId, nothing, ForgottenMemory),
  'GET /checks': read('The checks here, and what is proposed.', nothing, nothing, CheckList),
  'GET /self': read('What is measured about the agents.', nothing, nothing, SelfModel),
  'POST /self/{id}': decide('Says a person’s word on a line.', byId, SelfWord, SelfLine),
  'GET /tasks': read('Recurring work, by id.', nothing, TaskQuery, TaskPage),
  'GET /tasks/{id}': read('One task with its runs and findings.', byId, nothing, TaskDetail),
  'POST /tasks': act('Adds a task for the built-in runner.', nothing, NewTaskBody, Task),
  'POST /tasks/{id}/pause': act('Pauses a task.', byId, PauseBody, Task),
  'POST /tasks/{id}/resume': act('Resumes a task.', byId, nothing, Task),
  'GET /findings': read('What the cycle found, newest first.', nothing, FindingQuery, FindingPage),
  'GET /findings/{id}': read('One finding.', byId, nothing, Finding),
  'POST /findings/{id}/resolve': act('Closes a finding.', byId, nothing, ResolvedFinding),
  'GET /skills': read('Skills by name.', nothing, nothing, SkillList),
  'GET /skills/{name}': read('One skill with its history.', bySkill, nothing, SkillDetail),
  'GET /skills/{name}/versions/{commit}': read(
    'What one commit changed in a skill.',
    byVersion,
    nothing,
    SkillDiff,
  ),
  'POST /skill-changes/{id}/approve': decide('Commits a proposal.', byId, nothing, SkillChange),
  'POST /skill-changes/{id}/reject': decide('Rejects a proposal.', byId, RejectBody, SkillChange),
  'POST /skills/rollback': decide('Rolls a commit back.', nothing, RollbackBody, RolledBack),
  'GET /runs': read('Captures, newest first.', nothing, RunQuery, RunPage),
  'GET /runs/{id}': read('One capture.', byId, nothing, RunItem),
  'GET /review': read('What to review, in order.', nothing, RiskQuery, ReviewList),
  'GET /risk': read(
    'Runs by surface and score, and the gating curve.',
    nothing,
    RiskQuery,
    RiskOverview,
  ),
  'GET /experiments': read('P1 to P3 on the project’s data.', nothing, nothing, Experiments),
  'GET /log': read('The interaction log, newest first.', nothing, LogQuery, LogPage),
  'GET /log/{id}': read('One entry in full.', byId, nothing, Interaction),
  'GET /events': read('The event log, newest first.', nothing, EventQuery, EventPage),
  'GET /events/{id}': read('One line of the event log in full.', byNumber, nothing, EventDetail),
  'POST /events': act(
    'Takes events in; a known id changes nothing.',
    nothing,
    IngestBody,
    IngestReport,
  ),
  'GET /live': {
    ...read('New lines of the event log as they come.', nothing, LiveQuery, LiveFrame),
    streams: true,
  },
  'GET /cost': read('What model calls cost.', nothing, CostQuery, CostReport),
  'GET /settings': read('Config with origins, and the agents.', nothing, nothing, Settings),
  'GET /doctor': read('What `reflect doctor` says.', nothing, nothing, DoctorReport),
} satisfies Record<`${'GET' | 'POST'} /${string}`, RouteContract>

type Routes = typeof routes
export type RouteName = keyof Routes
export type ParamsOf<N extends RouteName> = z.infer<Routes[N]['params']>
export type QueryOf<N extends RouteName> = z.infer<Routes[N]['query']>
export type BodyOf<N extends RouteName> = Routes[N]['body'] extends z.ZodMiniType
  ? z.infer<Routes[N]['body']>
  : null
export type ResponseOf<N extends RouteName> = z.infer<Routes[N]['response']>
