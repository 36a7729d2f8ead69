import path from 'node:path'
import type { CliContext } from '../src/cli/command.js'
import { openLines } from '../src/experiments/read-lines.js'
import { Recording, watchRecording } from '../src/moments/stall/watch-recording.js'
import type { RecordingResult } from '../src/moments/stall/watch-recording.js'
import type { Config } from '../src/schema/config.js'
import { ReflectError } from '../src/schema/error.js'
import { count } from '../src/util/count.js'
import { oneLine } from '../src/util/one-line.js'
import { parseJson } from '../src/util/parse-json.js'

/** Says of each recorded agent of a file where it begins to go in circles, one a line. */
export async function watchRecordings(
  context: CliContext,
  file: string,
  settings: Config['stall'],
): Promise<number> {
  let number = 0
  let recordings = 0
  for await (const lines of await openFile(context, file)) {
    for (const line of lines) {
      number += 1
      if (line.trim() === '') continue
      recordings += 1
      const recording = readRecording(line, `${file}, line ${number}`)
      const { id } = recording
      const result = watchRecording(recording, settings)
      const named = id === undefined ? result : { id, ...result }
      context.print(
        context.json ? JSON.stringify(named) : `${String(id ?? number)}: ${describe(result)}`,
      )
    }
  }
  if (recordings > 0) return 0
  throw new ReflectError('usage', `${file} has no recordings`, { remedy: RECORDING })
}

const RECORDING =
  'Give one recording a line: {"id"?, "steps": [{"action": "…", "observation": "…"}]}.'

const describe = ({ fires, detector, step, steps, fact }: RecordingResult): string =>
  fires
    ? `${detector} at step ${step} of ${steps}: ${oneLine(fact ?? '', 100)}`
    : `no loop in ${count(steps, 'step')}`

async function openFile(context: CliContext, file: string): Promise<AsyncIterable<string[]>> {
  try {
    return await openLines(path.resolve(context.cwd, file))
  } catch (cause) {
    if (!(cause instanceof ReflectError) || cause.code !== 'not-found') throw cause
    throw new ReflectError('usage', `${file} can't be read`, { cause, remedy: RECORDING })
  }
}

function readRecording(line: string, place: string): Recording {
  const refuse = (what: string): ReflectError =>
    new ReflectError('usage', `${place}: ${what}`, { remedy: RECORDING })
  const value = parseJson(line)
  if (value === undefined) throw refuse(`this is not JSON: ${oneLine(line, 60)}`)
  const parsed = Recording.safeParse(value)
  if (parsed.success) return parsed.data
  const keys = parsed.error.issues[0]?.path ?? []
  const at = keys.map((key) => (typeof key === 'number' ? `[${key}]` : String(key))).join('.')
  const found = keys.reduce<unknown>(
    (part, key) => (part as Record<PropertyKey, unknown>)[key],
    value,
  )
  const shown = found === undefined ? 'missing' : oneLine(JSON.stringify(found), 60)
  throw refuse(
    at === ''
      ? `a recording is an object, not ${shown}`
      : `${at.replaceAll('.[', '[')} can't be ${shown}`,
  )
}
