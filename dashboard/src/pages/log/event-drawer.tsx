import { useResource } from '../../api/resource.js'
import { Drawer } from '../../kit/drawer.js'
import { Fact, Facts } from '../../kit/facts.js'
import { leadsToSession } from '../../kit/leads-to-session.js'
import { Loaded } from '../../kit/loaded.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { SessionLink } from '../../kit/session-link.js'
import { Fields } from './fields.js'

/** One line of the event log with its body. */
export function EventDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const number = Number(id)
  const isOpen = Number.isSafeInteger(number) && number > 0
  return (
    <Drawer title={`Event ${id}`} isOpen={isOpen} onClose={onClose}>
      {isOpen && <Line id={number} />}
    </Drawer>
  )
}

function Line({ id }: { id: number }) {
  const event = useResource('GET /events/{id}', { params: { id } })
  return (
    <Loaded resource={event}>
      {({ kind, at, sessionId, key, body }) => (
        <div className="grid gap-4">
          <Facts>
            <Fact name="Kind">
              <code className="measured">{kind}</code>
            </Fact>
            <Fact name="When">
              <RelativeTime at={at} /> <span className="text-faint">{at}</span>
            </Fact>
            <Fact name="Session">
              {sessionId === null || leadsToSession({ kind, sessionId }) ? (
                <SessionLink id={sessionId ?? ''} />
              ) : (
                <code className="measured text-soft">{sessionId}</code>
              )}
            </Fact>
            {key !== null && (
              <Fact name="Key">
                <code className="measured">{key}</code>
              </Fact>
            )}
          </Facts>
          <Fields name="Body" text={JSON.stringify(body, null, 2)} />
        </div>
      )}
    </Loaded>
  )
}
