import { renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { projectStateDir, stateHome } from '../config/paths.js'
import type { Env } from '../config/paths.js'
import { findProject } from '../config/project.js'
import { hideHome } from '../safety/home-path.js'
import { redactJson } from '../safety/redact.js'
import type { Decision } from '../reflect.js'
import { ReflectError } from '../schema/error.js'
import { appendPlainly, makeOurFolder } from '../util/our-folder.js'

const MAX_BYTES = 1024 * 1024

export const hookLogFile = (stateDir: string): string => path.join(stateDir, 'logs', 'hook.log')

/** What is logged of a hook that gave up. */
export const LATE = "No answer within the hook's time limit"

export interface HookLogLine {
  at: string
  level: 'error' | 'info' | 'debug'
  /** What was being done. */
  where: string
  code: string
  message: string
  remedy: string | null
  stack?: string
}

export function describeFailure(
  error: unknown,
  where: string,
  at: string,
  withStack: boolean,
): HookLogLine {
  const known = error instanceof ReflectError
  const stack = error instanceof Error ? error.stack : undefined
  return {
    at,
    level: 'error',
    where,
    code: known ? error.code : 'internal',
    message: error instanceof Error ? error.message : String(error),
    remedy: known ? (error.remedy ?? null) : null,
    ...(withStack && stack !== undefined ? { stack } : {}),
  }
}

/** Where a process stands, as far as its log depends on it. */
export interface LogPlace {
  env: Env
  home: string
  platform: NodeJS.Platform
  cwd: string
}

/** Into the log of the project that the process stands in, whatever else is known. */
export function logFailure({ env, home, platform, cwd }: LogPlace, error: unknown, where: string) {
  const stateDir = projectStateDir(stateHome(env, home, platform), findProject(cwd).identity)
  const withStack = env['REFLECTION_DEBUG'] === '1'
  writeHookLog(
    { stateDir, home },
    describeFailure(error, where, new Date().toISOString(), withStack),
  )
}

/** What an event came to, for a person who looks for why. It never goes into a reply. */
export function logDecision(
  place: { stateDir: string; home: string },
  { event, sessionId, moments, action, ms }: Decision,
  at: Date,
): void {
  const looked = moments.map(({ name, says, ms }) => `${name}: ${says}, ${ms} ms`).join('; ')
  const message = `${sessionId} → ${action} in ${ms} ms${looked === '' ? '' : ` (${looked})`}`
  const line = { at: at.toISOString(), level: 'debug', where: event, code: 'decision' } as const
  writeHookLog(place, { ...line, message, remedy: null })
}

/** One line more; the log keeps to twice its bound. A log that can't be written is no failure. */
export function writeHookLog(
  { stateDir, home }: { stateDir: string; home: string },
  line: HookLogLine,
): void {
  const file = hookLogFile(stateDir)
  try {
    makeOurFolder(stateDir)
    makeOurFolder(path.dirname(file))
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) {
      renameSync(file, `${file}.1`)
    }
    appendPlainly(file, `${redactJson(hideHome(home)(JSON.stringify(line)))}\n`)
  } catch {
    // Best effort.
  }
}
