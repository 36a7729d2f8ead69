import type { LentAnswer } from '../schema/resident-message.js'
import type { Backend } from './backend.js'
import { clean } from './read-failure.js'
import { withSchema } from './with-schema.js'

/** Asks the client's own model; rejects when it gave no answer. */
export type Lend = (prompt: string, signal: AbortSignal) => Promise<LentAnswer>

/** The model that a client lends us: which one it is, only its answer tells. */
export function openClientModel(lend: Lend): Backend {
  return {
    name: 'client',
    model: 'client',
    isFast: false,
    async generate({ prompt, schema, signal }) {
      try {
        const { text, ...usage } = await lend(withSchema(prompt, schema), signal)
        if (text.trim() !== '') return { ok: true, text, usage }
        return { ok: false, failure: 'refused', reason: 'the client answered nothing', usage }
      } catch (error) {
        const reason = `the client: ${clean(error instanceof Error ? error.message : String(error), [])}`
        return { ok: false, failure: signal.aborted ? 'aborted' : 'unavailable', reason }
      }
    },
  }
}
