import path from 'node:path'
import { loadConfig } from '../../config/load.js'
import { openLines } from '../../experiments/read-lines.js'
import { classifyStall } from '../../moments/stall/classify-stall.js'
import { factsOfCase, STALL_CASE } from '../../moments/stall/stall-case.js'
import { Recording, watchRecording } from '../../moments/stall/watch-recording.js'
import type { RecordingResult } from '../../moments/stall/watch-recording.js'
import type { Model } from '../../model.js'
import { ReflectError } from '../../schema/error.js'
import { oneLine } from '../../util/one-line.js'
import { parseJson } from '../../util/parse-json.js'
import { runCases } from '../cases/run-cases.js'
import { count } from '../../util/count.js'
import { modelOption } from '../model-option.js'
import { withModel } from '../with-model.js'
import type { CliCommand, CliContext } from '../command.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--case <file>', 'a quiet agent as JSON: one case, an array, or JSON lines')
      .option('--episodes <file>', 'recordings of agents as JSON lines: where does a loop begin?')
      .addOption(modelOption("who decides when the rules can't"))
      .addHelpText(
        'after',
        `
A case has time_since_activity (seconds), message_completed, output_tokens, last_user_message,
last_assistant_response and tool_calls (one a line, "tool: status - detail"); missing ones are
unknown. The answer has stuck, reason, confidence, shouldNudge, nudgeMessage and why. A case
is weaker evidence than a real session, so basis is "narrated".

A recording is {"id"?, "steps": [{"action", "observation"}]}. The answer says whether a loop detector
fires, which one, and at which step, counted from 1. Thresholds and exempt tools are the config's.

Examples:
  reflect evals stall --case quiet.json --json
  reflect evals stall --episodes runs.jsonl --json`,
      ),

  async run(context, _positional, options) {
    const [file, recordings] = [options['case'], options['episodes']] as (string | undefined)[]
    if ((file === undefined) === (recordings === undefined)) {
      const what = file === undefined ? 'one of them is needed' : 'not both'
      throw new ReflectError('usage', `--case <file> or --episodes <file>: ${what}`, {
        remedy: 'See `reflect evals stall --help` for both forms.',
      })
    }
    if (recordings !== undefined) return watchRecordings(context, recordings)
    return judgeCases(context, file!, options['model'] as string)
  },
}

async function judgeCases(context: CliContext, file: string, name: string): Promise<number> {
  const { values } = await loadConfig({ ...context, now: context.now() })
  const { minAgeMs } = values.stall
  const judge = (model: Model | null): Promise<number> =>
    runCases(context, file, {
      contract: STALL_CASE,
      answer: async (vars) => {
        const verdict = await classifyStall(factsOfCase(vars), { minAgeMs, model, sessionId: null })
        return { ...verdict, basis: 'narrated' as const }
      },
      describe: ({ reason, confidence, why }, label) =>
        `${label}${reason} (${confidence}): ${oneLine(why, 160)}`,
    })
  return withModel(context, name, judge, 'stall')
}

async function watchRecordings(context: CliContext, file: string): Promise<number> {
  const { values } = await loadConfig({ ...context, now: context.now() })
  let number = 0
  let recordings = 0
  for await (const lines of await openFile(context, file)) {
    for (const line of lines) {
      number += 1
      if (line.trim() === '') continue
      recordings += 1
      const recording = readRecording(line, `${file}, line ${number}`)
      const { id } = recording
      const result = watchRecording(recording, values.stall)
      context.print(
        context.json
          ? JSON.stringify(id === undefined ? result : { id, ...result })
          : `${String(id ?? number)}: ${describe(result)}`,
      )
    }
  }
  if (recordings === 0) {
    throw new ReflectError('usage', `${file} has no recordings`, { remedy: RECORDING })
  }
  return 0
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
