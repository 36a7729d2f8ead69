/**
 * Why the guard does less in a project than its user asked for, in words: settings come in, lines go out.
 * What was told to a session is kept, so that it is told once, and `reflect status` can say it too.
 */
import { renameSync, statSync } from 'node:fs'
import path from 'node:path'
import type { MovedConfig } from '../config/config-place.js'
import type { LoadedConfig, Origin } from '../config/loaded-config.js'
import { asksToAct, asksToBeOn } from '../config/off.js'
import { defaultOf, isDefault } from '../config/safe-keys.js'
import { safeId } from '../safety/safe-id.js'
import type { AgentEvent } from '../schema/agent-event.js'
import { count } from '../util/count.js'
import { appendPlainly, isOurFolder } from '../util/our-folder.js'
import { ourLines } from '../util/read-bounded.js'
import { parseJsonObject } from '../util/parse-json.js'

type Read = Pick<
  LoadedConfig,
  'values' | 'origins' | 'faults' | 'problems' | 'isProjectFileIgnored' | 'trust'
>

export interface OwnSettings {
  /** What the user's own file says. */
  text: string
  /** It was elsewhere when it was last on. */
  moved: MovedConfig | null
}

/** Everything that is off, or does less at a stop, against what this user asked for, and why: the worst first. */
export function guardNotices(loaded: Read, own: OwnSettings): string[] {
  const { faults, problems, isProjectFileIgnored } = loaded
  return [
    ...modeNotice(loaded, own),
    ...stopNotices(loaded),
    ...otherNotice(loaded),
    ...(isProjectFileIgnored
      ? problems
          .slice(0, 1)
          .map(
            ({ message }) => `The project's reflection.yaml is wrong, and not applied: ${message}`,
          )
      : []),
    ...(faults.length > 0 || own.moved === null || loaded.values.mode === 'off'
      ? []
      : [
          `Reflectory reads your settings from ${own.moved.now}, and no longer from ${own.moved.before}.`,
        ]),
  ]
}

/** That nothing is done here, or that things are only recorded. */
function modeNotice({ values, origins, faults }: Read, { text, moved }: OwnSettings): string[] {
  const origin = origins['mode']
  const isOwn = origin?.source === 'user'
  const [fault] = faults.map(({ message }) => message)
  if (values.mode === 'off') {
    if (moved !== null) return [`Reflectory is off here: ${movedWords(moved)}.`]
    if (!asksToBeOn(text) || (isOwn && fault === undefined)) return []
    return [`Reflectory is off here: ${whoSays(origin, fault)}.`]
  }
  if (fault !== undefined)
    return [`Reflectory only records here, because a setting is wrong: ${fault}`]
  return values.mode === 'orchestrated' && !isOwn && asksToAct(text)
    ? [`Reflectory only records here: ${whoSays(origin, fault)}.`]
    : []
}

const whoSays = (origin: Origin | undefined, fault: string | undefined): string =>
  ({
    pause: 'it is paused (`reflect resume` ends that)',
    environment: `the variable ${origin?.variable ?? ''} says so`,
    project: "the project's reflection.yaml says so",
    user: fault ?? 'your settings say so',
    default: fault ?? 'your settings could not be read',
  })[origin?.source ?? 'default']

const movedWords = ({ before, now, fate }: MovedConfig): string =>
  ({
    gone: `your settings are gone from ${before} (\`mode: off\` in them would say that you want this)`,
    unreadable: `your settings in ${before} can't be read`,
    elsewhere: `your settings lie in ${before}, and XDG_CONFIG_HOME leads to ${now}`,
  })[fate]

/** What a project that is not trusted takes from the judgement of stops. */
function stopNotices({ values, origins, trust }: Read): string[] {
  if (values.mode === 'off' || trust === 'trusted') return []
  const { enabled, maxAttempts, exemptWeakened, toasts } = values.stop
  const says = (key: string): boolean => origins[`stop.${key}`]?.source === 'project'
  return [
    !enabled && says('enabled') ? 'switches off the judgement of stops (stop.enabled)' : '',
    says('maxAttempts') && maxAttempts < defaultOf(['stop', 'maxAttempts'])
      ? maxAttempts === 0
        ? 'lets no agent be sent back (stop.maxAttempts)'
        : `lets an agent be sent back ${count(maxAttempts, 'time')} at most (stop.maxAttempts)`
      : '',
    says('exemptWeakened') && exemptWeakened.length > 0
      ? `exempts ${count(exemptWeakened.length, 'weakened check')} (stop.exemptWeakened)`
      : '',
    says('toasts') && toasts === 'none' ? 'shows you nothing at a stop (stop.toasts)' : '',
  ]
    .filter((what) => what !== '')
    .map(
      (what) => `The project's reflection.yaml ${what}; \`reflect trust\` says that you want it.`,
    )
}

const TOLD_KEYS = new Set([
  'mode',
  ...['enabled', 'maxAttempts', 'exemptWeakened', 'toasts'].map((key) => `stop.${key}`),
])
const MAX_KEYS = 6

/** What else such a project switches off or sets for itself, in one line. */
function otherNotice({ values, origins, trust }: Read): string[] {
  if (values.mode === 'off' || trust === 'trusted') return []
  const keys = Object.keys(origins).filter(
    (key) =>
      origins[key]?.source === 'project' &&
      !TOLD_KEYS.has(key) &&
      isGuarding(key) &&
      !isDefault(key.split('.'), values),
  )
  if (keys.length === 0) return []
  const rest = keys.length > MAX_KEYS ? ` and ${keys.length - MAX_KEYS} more` : ''
  const named = keys.slice(0, MAX_KEYS).join(', ') + rest
  return [
    `The project's reflection.yaml changes what is watched or told (${named}); \`reflect trust\` says that you want it.`,
  ]
}

/** What only figures are made of, and what is only proposed, takes nothing from a session. */
const isGuarding = (key: string): boolean => !/^(?:experiments|checks)\b/.test(key)

export const SESSION_PAUSED =
  'Reflectory is off in this session: it is paused (`reflect resume` ends that).'

export const CACHE_CHANGED =
  'Reflectory found its cache of settings changed by another program, and made it anew.'

export const PARENT_CLAIMED =
  'Reflectory asks no model and runs no check here, because the variable REFLECTION_PARENT is set, and no program of ours set it.'

export const storeNotice = (code: string): string =>
  code === 'store-locked'
    ? "Reflectory's database is held by another program; this stop was not judged."
    : `Reflectory can't use its database here (${code}); \`reflect doctor\` says how to repair it. Until then no stop is judged.`

interface Told {
  at: string
  session: string
  notice: string
}

const MAX_BYTES = 256 * 1024
const toldFile = (stateDir: string): string => path.join(stateDir, 'guard-told.jsonl')

/** Newest last. */
export const readTold = (stateDir: string): Told[] =>
  ourLines(toldFile(stateDir)).flatMap((line) => {
    const { at, session, notice } = parseJsonObject(line) ?? {}
    const isTold = [at, session, notice].every((field) => typeof field === 'string')
    return isTold ? [{ at, session, notice } as Told] : []
  })

/**
 * The first of them that this session was not told; from now on it was. Where a session begins none was:
 * a row that says otherwise was not written by us.
 */
export function tellOnce(
  stateDir: string,
  notices: readonly string[],
  { sessionId, kind }: Pick<AgentEvent, 'sessionId' | 'kind'>,
  now: Date,
): string | null {
  if (notices.length === 0) return null
  const session = safeId(sessionId)
  const known = kind === 'session-started' ? [] : readTold(stateDir)
  const told = new Set(known.map((one) => `${one.session} ${one.notice}`))
  const notice = notices.find((one) => !told.has(`${session} ${one}`)) ?? null
  if (notice === null) return null
  const file = toldFile(stateDir)
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES)
      renameSync(file, `${file}.old`)
    if (isOurFolder(stateDir))
      appendPlainly(file, `${JSON.stringify({ at: now.toISOString(), session, notice })}\n`)
  } catch {
    // Told again with the next event: better than not at all.
  }
  return notice
}
