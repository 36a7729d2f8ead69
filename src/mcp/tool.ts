import * as z from 'zod/mini'
import { ReflectError } from '../schema/error.js'
import type { Surroundings } from '../wiring/surroundings.js'
import type { Workspace } from '../wiring/workspace.js'

/** The world as a tool sees it. */
export interface McpWorld extends Surroundings {
  /** Names this server's process, where the client's session is not known. */
  serverId: string
  /** Takes one from this process's budget of new lessons; false when it is used up. */
  takeLesson(): boolean
}

/** One call, in a project whose mode is not off. */
export interface McpCall extends McpWorld {
  workspace: Workspace
}

/** What a tool file exports. */
export interface McpTool {
  name: string
  title: string
  /** For the agent: when to call it, and what comes back. */
  description: string
  input: z.ZodMiniType
  writes: boolean
  /** The answer's text. What can go wrong is thrown, as a ReflectError. */
  run(args: unknown, call: McpCall): Promise<string>
}

/** A tool that sees its arguments only after they were found to fit. */
export function defineTool<Schema extends z.ZodMiniType>(
  tool: Omit<McpTool, 'run' | 'input'> & {
    input: Schema
    run(input: z.infer<Schema>, call: McpCall): Promise<string>
  },
): McpTool {
  const { name, input: schema } = tool
  return { ...tool, run: async (args, call) => tool.run(readInput(name, schema, args), call) }
}

const MAX_ISSUES = 5

function readInput<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  args: unknown,
): z.infer<Schema> {
  const { localeError } = z.locales.en()
  const read = schema.safeParse(args ?? {}, { error: localeError })
  if (read.success) return read.data
  const issues = read.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  )
  const more = issues.length > MAX_ISSUES ? [`… and ${issues.length - MAX_ISSUES} more`] : []
  throw new ReflectError('payload-invalid', [...issues.slice(0, MAX_ISSUES), ...more].join('\n'), {
    remedy: `Call ${name} again with arguments that match its schema; nothing was done.`,
  })
}
