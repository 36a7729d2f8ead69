import * as z from 'zod/mini'
import { tools } from './tools.js'

/** The tools as a client lists them. */
export const describeTools = () =>
  Object.values(tools).map(({ name, title, description, input, writes }) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' })
    return {
      name,
      title,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
      annotations: { readOnlyHint: !writes, destructiveHint: false, openWorldHint: false },
    }
  })
