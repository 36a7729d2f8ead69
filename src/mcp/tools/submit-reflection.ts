import path from 'node:path'
import * as z from 'zod/mini'
import { handInSelfReport } from '../../moments/run/hand-in-self-report.js'
import { ReflectError } from '../../schema/error.js'
import { Id } from '../../schema/scalar.js'
import { SelfReport } from '../../schema/self-report.js'
import { defineTool } from '../tool.js'
import type { McpCall } from '../tool.js'

const { confidence, most_likely_wrong, known_not_in_diff } = SelfReport.shape

const Input = z.strictObject({
  most_likely_wrong: z
    .optional(most_likely_wrong)
    .check(z.describe('The single most likely way in which this work is wrong, and where.')),
  known_not_in_diff: z
    .optional(known_not_in_diff)
    .check(z.describe("What you know and the diff doesn't show: a manual step, a guess, a gap.")),
  confidence: z
    .optional(confidence)
    .check(z.describe('From 0 to 1: how likely is it that a reviewer finds nothing to fix?')),
  session_id: z.optional(Id).check(z.describe("Your client's session id, if you know it.")),
})
type Input = z.infer<typeof Input>

export const submitReflectionTool = defineTool({
  name: 'submit_reflection',
  title: 'Hand in a self-report',
  description:
    'Call this once, just before you finish a piece of work. Hunt for the bug in your own work ' +
    'first: what is the single most likely way in which this is wrong? Each call replaces the ' +
    'one before. It is kept beside what was measured and never overrules it.',
  input: Input,
  writes: true,
  run: submit,
})

async function submit(input: Input, { cwd, env, home, workspace }: McpCall): Promise<string> {
  const report: SelfReport = {
    confidence: input.confidence ?? null,
    most_likely_wrong: input.most_likely_wrong ?? null,
    known_not_in_diff: input.known_not_in_diff?.trim() || null,
  }
  if (Object.values(report).every((value) => value === null)) {
    throw new ReflectError('payload-invalid', 'There is nothing in it', {
      remedy: 'Give at least one of most_likely_wrong, known_not_in_diff and confidence.',
    })
  }
  const sessionId = input.session_id ?? null
  const file = await handInSelfReport(report, { cwd, env, home, sessionId })
  const stop = sessionId === null ? 'in this project' : 'of that session'
  return `Handed in: ${path.relative(workspace.root, file)}. It counts for the next stop ${stop}.`
}
