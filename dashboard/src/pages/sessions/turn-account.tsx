import type { ReactNode } from 'react'
import type { TurnSummary } from '../../../../src/schema/api/session.js'
import type { SessionOutcome } from '../../../../src/schema/session-outcome.js'
import { CheckLine } from '../../kit/check-line.js'
import { Clamped } from '../../kit/clamped.js'
import { formatCounted } from '../../kit/format.js'
import { EndingBadge } from '../../kit/ending.js'
import { basisOf, outcomeEndings } from '../../kit/outcome.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { ClaimLine } from './claim-line.js'
import { CommandText } from './command-text.js'
import { DemandLine } from './demand-line.js'
import { isOpen, PointLine } from './point-line.js'

/** The account of a turn: asked, done, open, told. */
export function TurnAccount({ turn, outcome }: TurnAccountProps) {
  return (
    <dl className="overflow-hidden rounded-md border border-line bg-raised">
      <Line name="Asked" tone="border-l-ink">
        {turn.asked === null ? (
          <None>no human message was seen</None>
        ) : (
          <Clamped text={turn.asked.text} className="said text-lg leading-snug" />
        )}
        {turn.demanded.map((demand, index) => (
          <DemandLine key={`${demand.kind} ${index}`} demand={demand} />
        ))}
      </Line>
      <Line name="Done" tone={ENDED[turn.ended.ending] ?? 'border-l-line-strong'}>
        <p>
          <EndingBadge ending={turn.ended.ending} /> {turn.ended.text}{' '}
          {turn.ended.at !== null && (
            <RelativeTime at={turn.ended.at} className="text-sm text-faint" />
          )}
        </p>
        {outcome !== null && <Afterwards turn={turn} outcome={outcome} />}
        <Work turn={turn} />
      </Line>
      <Line name="Open" tone={turn.points.some(isOpen) ? 'border-l-bad' : 'border-l-line-strong'}>
        {turn.points.length === 0 ? (
          <None>nothing</None>
        ) : (
          turn.points.map((point) => (
            <PointLine key={`${point.gate} ${point.fact}`} point={point} />
          ))
        )}
      </Line>
      <Line name="Told" tone="border-l-line-strong">
        <Claimed turn={turn} />
      </Line>
      {turn.said.length > 0 && (
        <Line name="We said" tone="border-l-warn">
          {turn.said.map((said, index) => (
            <div key={`${said.at} ${index}`}>
              <Clamped text={said.text} lines={4} />
              <p className="text-xs text-faint">
                {said.moment}, <RelativeTime at={said.at} />
              </p>
            </div>
          ))}
        </Line>
      )}
    </dl>
  )
}

const COMMANDS_SHOWN = 4
const FILES_SHOWN = 6

/** What the record shows, whatever was said: files, what ran, and the checks that we ran. */
function Work({ turn: { done, checks } }: { turn: TurnSummary }) {
  const { files, commands } = done
  const more = files.length - FILES_SHOWN
  return (
    <>
      {files.length > 0 && (
        <p className="measured text-soft" title={files.join('\n')}>
          {files.slice(0, FILES_SHOWN).join(' · ')}
          {more > 0 && ` and ${more} more`}
        </p>
      )}
      {commands.slice(-COMMANDS_SHOWN).map((run) => (
        <CommandText key={`${run.step} ${run.key}`} run={run} />
      ))}
      {commands.length > COMMANDS_SHOWN && (
        <None>and {formatCounted(commands.length - COMMANDS_SHOWN, 'command')} before</None>
      )}
      {checks.map((check) => (
        <CheckLine key={check.id} check={check} />
      ))}
    </>
  )
}

interface TurnAccountProps {
  turn: TurnSummary
  /** How the session ended, for its last turn. */
  outcome: SessionOutcome | null
}

/** A verdict knows the turn alone; checks, people and commits may say something else later. */
function Afterwards({ turn, outcome }: { turn: TurnSummary; outcome: SessionOutcome }) {
  const ending = outcomeEndings[outcome.status]
  if (outcome.status === 'unknown' || ending === turn.ended.ending) return null
  return (
    <p>
      Afterwards: <EndingBadge ending={ending} /> {basisOf(outcome)}{' '}
      <span className="text-faint">{outcome.reason}</span>
    </p>
  )
}

const ENDED: Partial<Record<TurnSummary['ended']['ending'], string>> = {
  done: 'border-l-good',
  settled: 'border-l-good',
  incomplete: 'border-l-bad',
  capped: 'border-l-bad',
  no_progress: 'border-l-bad',
  errored: 'border-l-bad',
  needs_person: 'border-l-warn',
  open: 'border-l-info',
}

function Claimed({ turn: { claimed, lastMessage, ended } }: { turn: TurnSummary }) {
  if (claimed.length === 0) {
    if (lastMessage === null) return <None>its last message is not known</None>
    return <LastWords before="nothing that could be checked; its last words:" text={lastMessage} />
  }
  return (
    <>
      {claimed.map((claim, index) => (
        <ClaimLine key={`${claim.kind} ${index}`} claim={claim} />
      ))}
      {ended.ending === 'needs_person' && lastMessage !== null && (
        <LastWords before="its last words:" text={lastMessage} />
      )}
    </>
  )
}

function LastWords({ before, text }: { before: string; text: string }) {
  return (
    <div>
      <None>{before}</None>
      <Clamped text={text} lines={3} className="said" />
    </div>
  )
}

const None = ({ children }: { children: ReactNode }) => <p className="text-faint">{children}</p>

function Line({ name, tone, children }: { name: string; tone: string; children: ReactNode }) {
  return (
    <div className={`border-b border-l-[3px] border-b-line px-4 py-2.5 last:border-b-0 ${tone}`}>
      <dt className="label mb-0.5">{name}</dt>
      <dd className="grid gap-2">{children}</dd>
    </div>
  )
}
