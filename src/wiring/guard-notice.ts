/**
 * Why the guard does less in a project than its user asked for, in words: settings come in, lines go out.
 * What was told to a session is kept, so that it is told once, and `reflect status` can say it too.
 */
import { readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import type { LoadedConfig } from '../config/loaded-config.js'
import { asksToBeOn } from '../config/off.js'
import { appendPlainly, isOurFolder } from '../util/our-folder.js'
import { parseJsonObject } from '../util/parse-json.js'

type Read = Pick<
  LoadedConfig,
  'values' | 'origins' | 'faults' | 'problems' | 'isProjectFileIgnored'
>

export function guardNotices(loaded: Read, userText: string): string[] {
  const { values, origins, faults, problems, isProjectFileIgnored } = loaded
  const origin = origins['mode']
  const isOff = values.mode === 'off' && asksToBeOn(userText) && origin?.source !== 'user'
  const by = {
    pause: 'it is paused (`reflect resume` ends that)',
    environment: `the variable ${origin?.variable ?? ''} says so`,
    project: "the project's reflection.yaml says so",
    flag: 'a flag says so',
    user: '',
    default: '',
  }
  return [
    ...(isOff ? [`Reflectory is off here: ${by[origin?.source ?? 'default']}.`] : []),
    ...faults
      .slice(0, 1)
      .map(({ message }) => `Reflectory only records here, because a setting is wrong: ${message}`),
    ...(isProjectFileIgnored
      ? problems
          .slice(0, 1)
          .map(
            ({ message }) => `The project's reflection.yaml is wrong, and not applied: ${message}`,
          )
      : []),
  ]
}

export const CACHE_CHANGED =
  'Reflectory found its cache of settings changed by another program, and made it anew.'

export const PARENT_CLAIMED =
  'Reflectory asks no model and runs no check here, because the variable REFLECTION_PARENT is set, and no program of ours set it.'

export const storeNotice = (code: string): string =>
  `Reflectory can't use its database here (${code}); \`reflect doctor\` says how to repair it. Until then it judges without what it has recorded.`

interface Told {
  at: string
  session: string
  notice: string
}

const MAX_BYTES = 256 * 1024
const toldFile = (stateDir: string): string => path.join(stateDir, 'guard-told.jsonl')

/** Newest last. */
export function readTold(stateDir: string): Told[] {
  try {
    const lines = readFileSync(toldFile(stateDir), 'utf8').split('\n')
    return lines.flatMap((line) => {
      const { at, session, notice } = parseJsonObject(line) ?? {}
      const isTold = [at, session, notice].every((field) => typeof field === 'string')
      return isTold ? [{ at, session, notice } as Told] : []
    })
  } catch {
    return []
  }
}

/** The first of them that this session was not told; from now on it was. */
export function tellOnce(
  stateDir: string,
  notices: readonly string[],
  { session, now }: { session: string; now: Date },
): string | null {
  if (notices.length === 0) return null
  const told = new Set(readTold(stateDir).map((one) => `${one.session} ${one.notice}`))
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
