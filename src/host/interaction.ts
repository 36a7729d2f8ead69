import type { Interaction } from '../schema/interaction.js'
import type { RecordWrite } from '../schema/records.js'
import { clip } from '../util/clip.js'

const MAX_CHARS = 20_000

/** One row of the interaction log. */
export const interactionWrite = (row: Interaction): RecordWrite => ({
  kind: 'interaction',
  record: { ...row, input: clip(row.input, MAX_CHARS), output: clip(row.output, MAX_CHARS) },
})
