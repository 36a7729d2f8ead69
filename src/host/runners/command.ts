/**
 * A real agent's command line as a runner. The objective goes in by standard input, or as one
 * argument after `--`; what it says in the end is the result. Nothing ever passes through a shell. When its
 * time is up, it ends with everything that it started; what it says is bounded.
 */
import { clipSafely, tailSafely } from '../../safety/clip-safely.js'
import path from 'node:path'
import { findExecutable } from '../../util/find-executable.js'
import { runBounded } from '../../util/run-bounded.js'
import type { RunEnd } from '../../util/run-bounded.js'
import { failedRun } from '../runner.js'
import type { Runner, RunnerResult } from '../runner.js'
import { readRunOutput } from './run-output.js'
import { skillsInTranscript } from '../skills/skill-reads.js'

export interface CommandRunnerInput {
  name: string
  command: readonly string[]
  objective: 'stdin' | 'argument'
  /** The project's root: the child works there, and programs inside it are not found by name. */
  root: string
  env: Readonly<Record<string, string | undefined>>
}

const MAX_OUTPUT_BYTES = 4 * 1024 * 1024
const MAX_RESULT = 20_000

export function commandRunner(settings: CommandRunnerInput): Runner {
  const { name, root, env } = settings
  const [program = '', ...args] = settings.command
  const byArgument = settings.objective === 'argument'
  return {
    name,
    async run({ sessionId, objective, timeoutMs, signal, onProcess }) {
      const file = path.isAbsolute(program) ? program : findExecutable(program, env, root)
      if (file === null) return failedRun(`${program} can't be started: not found on the PATH`)
      const limit = AbortSignal.timeout(timeoutMs)
      let noted: Promise<void> = Promise.resolve()
      const ended = await runBounded({
        command: [file, ...args, ...(byArgument ? ['--', objective] : [])],
        input: byArgument ? '' : objective,
        cwd: root,
        // A hook inside the agent that we start sees it, and never pushes.
        env: { ...env, REFLECTION_PARENT: sessionId },
        maxOutputBytes: MAX_OUTPUT_BYTES,
        overflow: 'cut',
        signal: AbortSignal.any([limit, signal]),
        onStart: (pid) => (noted = onProcess(pid)),
      })
      await noted
      return toResult(ended, { program, timeoutMs, isOver: limit.aborted })
    },
  }
}

interface Around {
  program: string
  timeoutMs: number
  isOver: boolean
}

function toResult(ended: RunEnd, { program, timeoutMs, isOver }: Around): RunnerResult {
  if (ended.end === 'not_started') {
    return failedRun(`${program} can't be started: ${ended.message}`)
  }
  const { tools, skills } = skillsInTranscript(ended.output)
  const { text, failed, rounds, tokens } = readRunOutput(ended.output)
  const said = text.trim()
  const common = {
    result: clipSafely(said, MAX_RESULT),
    result_length: said.length,
    rounds,
    tokens,
    tools_used: tools,
    skills_read: skills,
  }
  if (ended.end === 'killed') {
    return isOver
      ? { ...common, status: 'timeout', error: `${program} was ended after ${timeoutMs} ms` }
      : { ...common, status: 'stopped', error: null }
  }
  if (ended.code === 0 && failed) {
    return {
      ...common,
      status: 'failed',
      error: `${program} says that it failed: ${tailSafely(said, 500)}`,
    }
  }
  if (ended.code === 0) return { ...common, status: 'completed', error: null }
  const why = tailSafely(ended.errorTail.trim(), 2000) || tailSafely(said, 500)
  return { ...common, status: 'failed', error: `${program} ended with ${ended.code}: ${why}` }
}
