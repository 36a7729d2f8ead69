import * as z from 'zod/mini'
import type { Tool } from './tool.js'

const Arguments = z.strictObject({
  text: z.string().check(z.minLength(1), z.maxLength(2000)),
  tags: z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(10)),
})
export type Note = z.infer<typeof Arguments>

/** Leaves a note for later. */
export function appendMemoryTool(
  keep: (note: Note) => void | Promise<void>,
): Tool<typeof Arguments> {
  return {
    name: 'append_memory',
    usage: 'append_memory {"text": "<what is worth knowing>", "tags": ["<word>"]}',
    arguments: Arguments,
    async call(note) {
      await keep(note)
      return 'noted'
    },
  }
}
