import type { UntoldCheck } from '../../../../src/schema/api/check.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { SessionLink } from '../../kit/session-link.js'
import { WeakenedLine } from '../../kit/weakened-line.js'

/** Checks that sessions made weaker, unasked and without a word. */
export function UntoldPanel({ untold }: { untold: readonly UntoldCheck[] }) {
  return (
    <Panel title="Made weaker, and not told" note="tests and checks, in the latest stops" flush>
      {untold.length === 0 ? (
        <p className="px-4 py-3 text-soft">No session weakened a check without saying so.</p>
      ) : (
        <ul>
          {untold.map(({ sessionId, at, weakened }) => (
            <li
              key={`${sessionId} ${weakened.hash}`}
              className="border-t border-line px-4 py-2.5 text-sm first:border-t-0"
            >
              <WeakenedLine check={weakened} />
              <p className="mt-0.5 text-soft">
                In <SessionLink id={sessionId} />, <RelativeTime at={at} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
