import { clipSafely } from '../safety/clip-safely.js'
import type { Interaction } from '../schema/interaction.js'
import type { RecordWrite } from '../schema/records.js'

const MAX_CHARS = 20_000

/** One row of the interaction log. */
export const interactionWrite = (row: Interaction): RecordWrite => ({
  kind: 'interaction',
  record: {
    ...row,
    input: clipSafely(row.input, MAX_CHARS),
    output: clipSafely(row.output, MAX_CHARS),
  },
})
