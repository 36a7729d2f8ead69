import type { Action } from '../schema/action.js'
import type { AgentEvent } from '../schema/agent-event.js'

/**
 * What a client hears when neither the database nor the spool took what happened: that nothing was
 * recorded, whatever the moments had to say. Tools finish too often to say it each time.
 */
export const notRecorded = ({ kind }: Pick<AgentEvent, 'kind'>): Action =>
  kind === 'tool-finished'
    ? { kind: 'none', reason: 'not_recorded' }
    : { kind: 'error', text: NOT_RECORDED }

const NOT_RECORDED =
  'Reflectory: not_recorded. Neither its database nor its spool could be written; `reflect doctor` says why.'
