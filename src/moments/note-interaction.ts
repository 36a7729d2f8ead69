import { oneLineSafely } from '../safety/clip-safely.js'
import type { RecordWrite } from '../schema/records.js'
import type { MomentInput, MomentPorts } from './moment.js'

/** What a moment concluded, as one line that `reflect why` can show. */
export const noteInteraction = (
  action: string,
  output: string,
  { event, now }: MomentInput,
  ports: MomentPorts,
): RecordWrite => ({
  kind: 'interaction',
  record: {
    id: ports.nextId(),
    action,
    session: event.sessionId,
    input: event.kind,
    output: oneLineSafely(output, 600),
    timestamp: now,
  },
})
