import type { RunItem } from '../../../../src/schema/api/run.js'
import { useResource } from '../../api/resource.js'
import { Badge } from '../../kit/badge.js'
import { Drawer } from '../../kit/drawer.js'
import { Fact, Facts } from '../../kit/facts.js'
import { formatCounted, formatScore, formatShare } from '../../kit/format.js'
import { Loaded } from '../../kit/loaded.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { SessionLink } from '../../kit/session-link.js'
import { WeakenedLine } from '../../kit/weakened-line.js'
import { DECLARED, declaredOf, describeFixes } from './run-words.js'

/** One run whole: what was measured, and apart from it what the agent said. */
export function RunDrawer({ id, onClose }: { id: string; onClose(): void }) {
  return (
    <Drawer title="Run" isOpen={id !== ''} onClose={onClose}>
      {id !== '' && <Run id={id} />}
    </Drawer>
  )
}

function Run({ id }: { id: string }) {
  const run = useResource('GET /runs/{id}', { params: { id } })
  return (
    <Loaded resource={run}>
      {(data) => (
        <div className="flex flex-col gap-5">
          <Measured run={data} />
          <Weakened checks={data.weakened_checks ?? []} />
          <Said run={data} />
          <Files files={data.record.files_changed} />
        </div>
      )}
    </Loaded>
  )
}

function Measured({ run }: { run: RunItem }) {
  const { record, outcome } = run
  const { risk, provenance } = record
  const faults = run.degraded_reasons.filter((reason) => reason !== 'not_asked')
  return (
    <section aria-label="Measured">
      <h3 className="label mb-2">Measured</h3>
      <Facts>
        <Fact name="Task">{record.task_ref}</Fact>
        <Fact name="Session">
          <SessionLink id={record.session_id} />{' '}
          <span className="text-faint">
            {record.agent}, stop {provenance.reflection_attempt}
          </span>
        </Fact>
        <Fact name="When">
          <RelativeTime at={record.timestamp} />
        </Fact>
        <Fact name="Risk">
          <span className="measured">{formatScore(risk.score)}</span>{' '}
          <Badge tone={risk.needs_review ? 'warn' : 'plain'}>{risk.surface}</Badge>{' '}
          {risk.needs_review && <Badge tone="warn">needs review</Badge>}
        </Fact>
        <Fact name="Reason">{risk.reason}</Fact>
        {run.rank !== undefined && (
          <Fact name="Rank">
            <span className="measured">{run.rank.toFixed(1)}</span>{' '}
            <span className="text-faint">by lines and files, tests and docs aside</span>
          </Fact>
        )}
        {(run.earlier_fixes?.fixes ?? 0) > 0 && <Fact name="Evidence">{describeFixes(run)}</Fact>}
        {run.review_advice && (
          <Fact name={run.review_advice.order === 'later' ? 'Review later' : 'Note'}>
            {run.review_advice.reason}
          </Fact>
        )}
        <Fact name="Ended">{outcome ?? 'unknown'}</Fact>
        {provenance.degraded && (
          <Fact name="Degraded">
            {faults.length === 0 ? (
              'no self-report, and nothing asked for one'
            ) : (
              <span className="text-warn">{faults.join('; ')}</span>
            )}
          </Fact>
        )}
      </Facts>
    </section>
  )
}

function Weakened({ checks }: { checks: NonNullable<RunItem['weakened_checks']> }) {
  if (checks.length === 0) return null
  return (
    <section aria-label="Weakened checks">
      <h3 className="label mb-2">Weakened checks, a reason to review</h3>
      <div className="grid gap-2 text-sm">
        {checks.map((check) => (
          <WeakenedLine key={check.hash} check={check} />
        ))}
      </div>
    </section>
  )
}

function Said({ run }: { run: RunItem }) {
  const { confidence, most_likely_wrong, known_not_in_diff } = run.record
  const { words, tone } = DECLARED[declaredOf(run)]
  return (
    <section aria-label="Said by the agent">
      <h3 className="label mb-2">Said by the agent</h3>
      <Facts>
        <Fact name="Against the files">
          <Badge tone={tone}>{words}</Badge>
        </Fact>
        <Fact name="Confidence">
          {confidence === null ? <Nothing /> : formatShare(confidence, 0)}
        </Fact>
        <Fact name="Most likely wrong">
          {most_likely_wrong === null ? (
            <Nothing />
          ) : (
            <>
              <Badge>{most_likely_wrong.surface}</Badge>{' '}
              <span className="said">{most_likely_wrong.description}</span>
            </>
          )}
        </Fact>
        <Fact name="Not in the diff">
          {known_not_in_diff === null ? (
            <Nothing />
          ) : (
            <span className="said whitespace-pre-wrap">{known_not_in_diff}</span>
          )}
        </Fact>
      </Facts>
    </section>
  )
}

const Nothing = () => <span className="text-faint">nothing</span>

function Files({ files }: { files: readonly string[] }) {
  return (
    <section aria-label="Files changed">
      <h3 className="label mb-2">{formatCounted(files.length, 'file')} changed</h3>
      <ul className="measured">
        {files.map((file) => (
          <li key={file} className="border-t border-line py-1">
            {file}
          </li>
        ))}
      </ul>
    </section>
  )
}
