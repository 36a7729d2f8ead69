/**
 * A configured command as a model: the prompt goes to its standard input, its standard output is
 * the answer. It runs once, without a shell, in an empty folder of its own so that it has nothing
 * to write to, and it is ended with all that it started when its time is up or it says too much.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ModelBackend } from '../schema/config.js'
import { findExecutable } from '../util/find-executable.js'
import { runBounded } from '../util/run-bounded.js'
import type { Backend, Generation } from './backend.js'
import { clean } from './read-failure.js'
import { withSchema } from './with-schema.js'

const MAX_OUTPUT_BYTES = 4 * 1024 * 1024

export interface AgentCliInput {
  name: string
  settings: ModelBackend
  env: Readonly<Record<string, string | undefined>>
  /** Programs inside it are not run by name. */
  projectRoot: string
  /** Where the empty folder is made. */
  tempDir: string
}

export function openAgentCli({
  name,
  settings,
  env,
  projectRoot,
  tempDir,
}: AgentCliInput): Backend {
  const { timeoutMs, command = [] } = settings
  const [program = '', ...args] = command
  return {
    name,
    model: settings.model ?? program,
    isFast: false,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    async generate({ prompt, schema, signal }): Promise<Generation> {
      const file = path.isAbsolute(program) ? program : findExecutable(program, env, projectRoot)
      if (file === null) return notStarted(program, 'not found on the PATH')
      const cwd = await mkdtemp(path.join(tempDir, 'reflect-model-'))
      try {
        const run = await runBounded({
          command: [file, ...args],
          input: withSchema(prompt, schema),
          cwd,
          // A hook inside the command's own agent sees it and never pushes.
          env: { ...env, REFLECTION_PARENT: env['REFLECTION_PARENT'] ?? 'model' },
          maxOutputBytes: MAX_OUTPUT_BYTES,
          signal,
        })
        return toGeneration(program, settings.model ?? program, run)
      } finally {
        await rm(cwd, { recursive: true, force: true })
      }
    },
  }
}

function toGeneration(
  program: string,
  model: string,
  run: Awaited<ReturnType<typeof runBounded>>,
): Generation {
  switch (run.end) {
    case 'not_started':
      return notStarted(program, run.message)
    case 'killed':
      return run.why === 'aborted'
        ? { ok: false, failure: 'aborted', reason: `${program}: given up` }
        : {
            ok: false,
            failure: 'too_large',
            reason: `${program} wrote more than ${MAX_OUTPUT_BYTES} bytes and was ended`,
          }
    case 'exited': {
      const said = clean(run.errorTail.trim() || run.output.trim(), [])
      if (run.code !== 0) {
        const reason = `${program} ended with ${run.code}: ${said}`
        return { ok: false, failure: 'unavailable', reason }
      }
      if (run.output.trim() === '') {
        return { ok: false, failure: 'refused', reason: `${program} answered nothing` }
      }
      // It does not say what it used.
      const usage = { model, inputTokens: null, outputTokens: null }
      return { ok: true, text: run.output, usage }
    }
  }
}

const notStarted = (program: string, why: string): Generation => ({
  ok: false,
  failure: 'misconfigured',
  reason: `${program} can't be started: ${clean(why, [])}`,
})
