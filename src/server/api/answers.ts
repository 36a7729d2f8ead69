import type { RouteName } from '../../schema/api/routes.js'
import type { RouteHandler } from './api-deps.js'
import { listChecks } from './checks.js'
import { readCost } from './cost.js'
import { readExperiments } from './experiments.js'
import { readFacets } from './facets.js'
import * as lessons from './lessons.js'
import * as log from './log.js'
import * as memory from './memory.js'
import { listOutcomes } from './outcomes.js'
import { readOverview } from './overview.js'
import { readReview } from './review.js'
import { readRisk } from './risk.js'
import { listRuns, readRun } from './runs.js'
import { searchAll } from './search.js'
import { readSelf, sayOfSelf } from './self.js'
import { listSessions } from './sessions/list-sessions.js'
import { readSession } from './sessions/read-session.js'
import { readTimeline } from './sessions/read-timeline.js'
import * as skills from './skills.js'
import * as tasks from './tasks.js'
import { takeEvents } from './take-events.js'

/** Routes that answer otherwise than with one JSON document, before the sender is known, or for all projects. */
type OtherRoute =
  | 'POST /login'
  | 'POST /links'
  | 'GET /live'
  | 'GET /projects'
  | 'POST /projects/{id}/serve'

/** What answers each route. */
export const answers: { [N in Exclude<RouteName, OtherRoute>]: RouteHandler<N> } = {
  'GET /overview': readOverview,
  'GET /facets': readFacets,
  'GET /search': searchAll,
  'GET /sessions': listSessions,
  'GET /sessions/{id}': readSession,
  'GET /sessions/{id}/timeline': readTimeline,
  'GET /outcomes': listOutcomes,
  'POST /outcomes': tasks.report,
  'GET /lessons': lessons.listLessons,
  'GET /lessons/{id}': lessons.readLesson,
  'POST /lessons/{id}/pin': lessons.pin,
  'POST /lessons/{id}/unpin': lessons.unpin,
  'POST /lessons/{id}/retire': lessons.retire,
  'POST /lessons/{id}/forget': lessons.forget,
  'GET /memory': memory.listMemory,
  'POST /memory/{id}/pin': memory.pin,
  'POST /memory/{id}/unpin': memory.unpin,
  'POST /memory/{id}/forget': memory.forget,
  'GET /self': readSelf,
  'POST /self/{id}': sayOfSelf,
  'GET /tasks': tasks.listTasks,
  'GET /tasks/{id}': tasks.readTask,
  'POST /tasks': tasks.add,
  'POST /tasks/{id}/pause': tasks.pause,
  'POST /tasks/{id}/resume': tasks.resume,
  'GET /findings': tasks.listFindings,
  'GET /findings/{id}': tasks.readFinding,
  'POST /findings/{id}/resolve': tasks.resolve,
  'GET /skills': skills.listSkills,
  'GET /skills/{name}': skills.readSkill,
  'GET /skills/{name}/versions/{commit}': skills.readVersion,
  'POST /skill-changes/{id}/approve': skills.approve,
  'POST /skill-changes/{id}/reject': skills.reject,
  'POST /skills/rollback': skills.rollback,
  'GET /runs': listRuns,
  'GET /runs/{id}': readRun,
  'GET /review': readReview,
  'GET /risk': readRisk,
  'GET /experiments': readExperiments,
  'GET /log': log.listLog,
  'GET /log/{id}': log.readLogEntry,
  'GET /events': log.listEvents,
  'GET /events/{id}': log.readEvent,
  'POST /events': takeEvents,
  'GET /cost': readCost,
  'GET /checks': listChecks,
  'GET /settings': (_, { inspect }) => inspect.settings(),
  'GET /doctor': (_, { inspect }) => inspect.doctor(),
}
