import type { LessonFigures } from '../../../../src/schema/api/lesson.js'
import { ForestMark } from '../../charts/forest-mark.js'
import { Badge } from '../../kit/badge.js'
import { formatCount, formatPoints, formatShare } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import { formatInterval, VERDICT_TONES } from './lesson-words.js'

/** Does showing it help? Both intervals, and the two sides that they compare. */
export function EffectPanel({ figures, minPerArm }: { figures: LessonFigures; minPerArm: number }) {
  const { verdict, arms, lift, open, unknown } = figures
  return (
    <Panel title="Does it help?" aside={<Badge tone={VERDICT_TONES[verdict]}>{verdict}</Badge>}>
      {lift === null ? (
        <p className="text-soft">
          A verdict needs {minPerArm} closed attempts with the lesson and {minPerArm} without it.
        </p>
      ) : (
        <Forest lift={lift} />
      )}
      <table className="mt-4 w-full text-sm">
        <caption className="sr-only">Attempts with and without the lesson</caption>
        <thead>
          <tr className="text-left text-faint">
            <th scope="col" className="pb-1 font-normal">
              <span className="sr-only">side</span>
            </th>
            <th scope="col" className="pb-1 text-right font-normal">
              attempts
            </th>
            <th scope="col" className="pb-1 text-right font-normal">
              succeeded
            </th>
            <th scope="col" className="pb-1 text-right font-normal">
              share
            </th>
          </tr>
        </thead>
        <tbody>
          <Arm name="with the lesson" arm={arms.shown} />
          <Arm name="held out" arm={arms.heldOut} />
        </tbody>
      </table>
      <p className="mt-3 text-xs text-faint">
        {formatCount(open)} still open and {formatCount(unknown)} with an unknown end count on
        neither side.
      </p>
    </Panel>
  )
}

function Forest({ lift }: { lift: NonNullable<LessonFigures['lift']> }) {
  const { value, interval, alwaysValid } = lift
  const reach = Math.max(0.25, ...[alwaysValid.low, alwaysValid.high].map(Math.abs))
  const rows = [
    { name: 'for one look', bounds: interval },
    { name: 'always valid', bounds: alwaysValid },
  ]
  return (
    <>
      <p>
        <span className="text-2xl font-semibold tracking-tight">
          {formatPoints(value).replace(' points', '')}
        </span>{' '}
        <span className="text-soft">points of success</span>
      </p>
      <dl className="mt-2 grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 text-sm">
        {rows.map(({ name, bounds }) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="flex flex-wrap items-center gap-x-3">
              <ForestMark
                value={value}
                {...bounds}
                reach={reach}
                width={120}
                label={`95 % interval, ${name}: ${formatInterval(bounds)}`}
              />
              <span className="measured">{formatInterval(bounds).replace(' points', '')}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Arm({
  name,
  arm: { n, successes },
}: {
  name: string
  arm: { n: number; successes: number }
}) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1 text-left font-normal">
        {name}
      </th>
      <td className="measured py-1 text-right">{formatCount(n)}</td>
      <td className="measured py-1 text-right">{formatCount(successes)}</td>
      <td className="measured py-1 text-right">{n === 0 ? '–' : formatShare(successes / n)}</td>
    </tr>
  )
}
