import path from 'node:path'
import { projectStateDir, stateHome } from '../config/paths.js'
import { findMovedConfig } from '../config/config-place.js'
import type { ConfigProblem } from '../config/problem.js'
import { pauseFor } from '../config/read-pauses.js'
import { findProject } from '../config/project.js'
import type { Project } from '../config/project.js'
import { committedSettings } from '../config/session-settings.js'
import type { SettingsName } from '../config/session-settings.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { ReflectError } from '../schema/error.js'
import type { Mode } from '../schema/mode.js'
import { uniqueId } from '../util/unique-id.js'
import { describeFailure, writeHookLog } from '../wiring/hook-log.js'
import { userFileReader } from '../config/quick-mode.js'
import {
  CACHE_CHANGED,
  guardNotices,
  PARENT_CLAIMED,
  SESSION_PAUSED,
} from '../wiring/guard-notice.js'
import type { OwnSettings } from '../wiring/guard-notice.js'
import { openWorkspace } from '../wiring/workspace.js'
import type { OpenWorkspaceInput, Workspace } from '../wiring/workspace.js'
import type { HookInput } from './hook-input.js'
import { hookMode } from './hook-mode.js'
import { openKeptSettings } from './kept-settings.js'
import type { KeptSettings } from './kept-settings.js'
import { parsePayload, readPayload } from './read-payload.js'
import type { ReadPayload } from './read-payload.js'
import { findSessionPlace } from './session-place.js'

/** An event of a project whose mode is not off. */
export interface Delivery {
  event: AgentEvent
  deliveryId: string
  payload: ReadPayload
  mode: Exclude<Mode, 'off'>
  workspace: Workspace
  settings: KeptSettings | null
  /** Why the guard does less here than its user asked for. */
  notices: string[]
  /** Where it is kept what sessions were told. */
  toldDir: string
  /** The variable says that we started the session, and no program of ours is above it. */
  isClaimed: boolean
  /** Remembers which project the session is of. */
  keepPlace(): void
  /** Into the project's log. */
  report(error: unknown, where: string): void
}

/** Nothing is done, and the session is told why where it can be. */
export interface SwitchedOff {
  event: AgentEvent | null
  toldDir: string
  off: string[]
  /** It was on when the session began. */
  isBegun: boolean
}

/** Whose answer counts, or is seen: their settings are not taken from a cache. */
const CHECKED: ReadonlySet<AgentEvent['kind']> = new Set(['session-started', 'session-stopped'])

/** null when there is nothing to do: no event of ours, or no project. */
export async function receiveEvent(input: HookInput): Promise<Delivery | SwitchedOff | null> {
  const { agent, told = null } = input
  const payload = told === null ? await readPayload(input.stdin()) : parsePayload(told.text)
  const deliveryId = uniqueId(input.now())
  const event = decode(payload, deliveryId, input)
  if (event === null && payload.degraded === null) return null

  const home = stateHome(input.env, input.home, input.platform)
  const place = event === null ? null : await findPlace(event, home, input)
  // A folder that is not there is no project, and must not become one in our state directory.
  if (place === null && event !== null) return null
  const project = place?.project ?? findProject(input.cwd)
  const stateDir = projectStateDir(home, project.identity)
  const settings =
    input.build === undefined
      ? null
      : openKeptSettings(path.join(stateDir, 'settings.json'), input.build, input.home, {
          isChecked: event !== null && CHECKED.has(event.kind),
        })
  const workspace = await openWorkspace({
    ...workspaceInput(input, project, place?.settingsName),
    remember: settings?.remember,
  })
  const { faults, environment } = workspace.loaded
  const mode = hookMode(workspace.loaded)
  // Loaded for what few sessions have.
  const isClaimed =
    environment.parent !== null &&
    (await import('../wiring/own-child.js')).isClaimed(input.platform)
  const own = readOwn(input, event)
  // Whoever led the settings away may have led our folder away as well: the person looks where both lay.
  const toldDir =
    own.moved === null ? stateDir : path.join(own.moved.notedIn, path.basename(stateDir))
  const notices = [
    ...(settings?.wasChanged() === true ? [CACHE_CHANGED] : []),
    ...guardNotices(workspace.loaded, own),
    ...(isClaimed ? [PARENT_CLAIMED] : []),
    ...(mode !== 'off' && isPaused(workspace, event) ? [SESSION_PAUSED] : []),
  ]
  if (mode === 'off') {
    const before = own.moved === null ? home : path.dirname(own.moved.notedIn)
    const noted = before === home || event === null ? place : await findPlace(event, before, input)
    return { event, toldDir, off: notices, isBegun: noted?.isBegun === true }
  }

  const report = (error: unknown, where: string): void =>
    writeHookLog(
      workspace,
      describeFailure(error, where, input.now().toISOString(), environment.debug),
    )
  if (faults.length > 0) report(badSettings(faults), 'read the settings')
  if (payload.degraded !== null) report(badPayload(payload.degraded), `read what ${agent.id} sent`)
  if (event === null) return null
  const keepPlace = (): void => place?.keep()
  const found = {
    event,
    deliveryId,
    payload,
    mode,
    workspace,
    settings,
    notices,
    toldDir,
    isClaimed,
  }
  return { ...found, keepPlace, report }
}

const isPaused = ({ loaded }: Workspace, event: AgentEvent | null): boolean =>
  event !== null && pauseFor(loaded.pauses, event.sessionId) !== null

/** Where the settings lay before is asked where it is told. */
function readOwn(input: HookInput, event: AgentEvent | null): OwnSettings {
  const user = (input.readUserFile ?? userFileReader(input))()
  const isAsked = event !== null && CHECKED.has(event.kind)
  return { text: user.text, moved: isAsked ? findMovedConfig(input, user) : null }
}

const findPlace = (event: AgentEvent, folder: string, input: HookInput) =>
  findSessionPlace(folder, event, {
    cwd: event.cwd ?? input.cwd,
    home: input.home,
    signal: input.budget.signal,
  })

export async function isOff(input: HookInput): Promise<boolean> {
  const project = findProject(input.cwd)
  const settingsName = await committedSettings(project, input.budget.signal)
  const { loaded } = await openWorkspace(workspaceInput(input, project, settingsName))
  return loaded.values.mode === 'off'
}

const workspaceInput = (
  input: HookInput,
  project: Project,
  settingsName: SettingsName | undefined,
): OpenWorkspaceInput => ({ ...input, project, settingsName, lenient: true, now: input.now() })

function decode(
  payload: ReadPayload,
  id: string,
  { agent, eventName, now, told }: HookInput,
): AgentEvent | null {
  return agent.decode(payload.value, {
    eventName,
    id,
    now: now().toISOString(),
    degraded: payload.degraded,
    ...(told == null ? {} : { failed: told.failed }),
  })
}

/** The event is recorded all the same, as degraded; the log says why. */
const badPayload = (problem: string): ReflectError =>
  new ReflectError('payload-invalid', problem, {
    remedy: 'Check what calls the hook: it takes one JSON object on standard input.',
  })

const badSettings = (faults: readonly ConfigProblem[]): ReflectError =>
  new ReflectError('config-invalid', faults.map(({ message }) => message).join('\n'), {
    remedy:
      'Fix what is named above; until then runs are recorded as degraded and nothing is pushed.',
  })
