import type { Check } from '../../../../src/schema/api/settings.js'
import { useResource } from '../../api/resource.js'
import { Badge } from '../../kit/badge.js'
import { Button } from '../../kit/button.js'
import { CommandLine } from '../../kit/command-line.js'
import { formatCounted } from '../../kit/format.js'
import { Loaded } from '../../kit/loaded.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import type { Tone } from '../../kit/tone.js'

const TONES: Readonly<Record<Check['state'], Tone>> = { ok: 'good', notice: 'warn', broken: 'bad' }
const ORDER: readonly Check['state'][] = ['broken', 'notice', 'ok']

/** What `reflect doctor` says, worst first; what is fine is folded away. */
export function DoctorPanel() {
  const doctor = useResource('GET /doctor')
  return (
    <Panel
      title="Doctor"
      note={doctor.data === undefined ? undefined : <RelativeTime at={doctor.data.at} />}
      aside={
        <Button look="quiet" onClick={doctor.reload} disabled={doctor.isLoading}>
          Look again
        </Button>
      }
    >
      <Loaded resource={doctor}>{({ checks }) => <Checks checks={checks} />}</Loaded>
    </Panel>
  )
}

function Checks({ checks }: { checks: readonly Check[] }) {
  const inOrder = ORDER.flatMap((state) => checks.filter((check) => check.state === state))
  const wrong = inOrder.filter(({ state }) => state !== 'ok')
  const fine = inOrder.filter(({ state }) => state === 'ok')
  return (
    <>
      {wrong.length > 0 && <CheckList checks={wrong} />}
      <details className={wrong.length > 0 ? 'mt-3' : ''}>
        <summary className="text-sm text-soft">
          {wrong.length === 0
            ? `All ${formatCounted(fine.length, 'check')} fine`
            : `${formatCounted(fine.length, 'check')} fine`}
        </summary>
        <div className="mt-2">
          <CheckList checks={fine} />
        </div>
      </details>
    </>
  )
}

function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="flex flex-col gap-2.5 text-sm">
      {checks.map(({ name, state, detail, remedy }) => (
        <li key={`${name} ${detail}`} className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-2">
          <span>
            <Badge tone={TONES[state]}>{state}</Badge>
          </span>
          <div className="min-w-0">
            <p>
              <strong className="font-semibold">{name}</strong>{' '}
              <span className="text-soft">{detail}</span>
            </p>
            {remedy !== null && <Remedy text={remedy} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Commands in a remedy, bare or in backquotes, can be copied. */
function Remedy({ text }: { text: string }) {
  const parts = text.startsWith('reflect ') ? ['', text] : text.split('`')
  return (
    <p className="mt-1 text-soft">
      {parts.map((part, at) =>
        at % 2 === 1 ? <CommandLine key={part} command={part} /> : <span key={part}>{part}</span>,
      )}
    </p>
  )
}
