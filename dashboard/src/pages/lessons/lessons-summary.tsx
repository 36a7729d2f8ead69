import { useResource } from '../../api/resource.js'
import { formatCount, formatPoints, formatShare } from '../../kit/format.js'
import { Loaded } from '../../kit/loaded.js'
import { Stat, Stats } from '../../kit/stat.js'
import { formatInterval, VERDICT_TONES } from './lesson-words.js'

const REFRESH = { kinds: ['record.lesson', 'record.exposure'] }
const ASKED = { query: { limit: 1 } }

/** All lessons together: how many act, how often they were shown, and what that did. */
export function LessonsSummary() {
  const first = useResource('GET /lessons', ASKED, REFRESH)
  return (
    <div className="mb-5">
      <Loaded resource={first}>
        {({ counts, overall, minPerArm }) => {
          const { lift, arms, verdict } = overall
          return (
            <Stats>
              <Stat
                label="Active"
                value={formatCount(counts.active)}
                unit={counts.active === 1 ? 'lesson' : 'lessons'}
                note={`${formatCount(counts.retired)} retired, ${formatCount(counts.quarantined)} in quarantine, ${formatCount(counts.superseded)} superseded`}
              />
              <Stat
                label="Shown or held out"
                value={formatCount(overall.exposures)}
                unit="times"
                note={`${formatCount(overall.open)} still open, ${formatCount(overall.unknown)} with unknown end`}
              />
              <Stat
                label="Success with and without"
                value={rate(arms.shown)}
                {...(arms.heldOut.n > 0 && { unit: `against ${rate(arms.heldOut)}` })}
                note={`${formatCount(arms.shown.n)} attempts shown a lesson, ${formatCount(arms.heldOut.n)} held out`}
              />
              <Stat
                label="Lift of all together"
                value={lift === null ? '–' : formatPoints(lift.value).replace(' points', '')}
                {...(lift !== null && { unit: 'points' })}
                note={
                  lift === null
                    ? `needs ${minPerArm} closed attempts on each side`
                    : `${formatInterval(lift.alwaysValid)}: ${verdict}`
                }
                tone={VERDICT_TONES[verdict]}
              />
            </Stats>
          )
        }}
      </Loaded>
    </div>
  )
}

const rate = ({ n, successes }: { n: number; successes: number }): string =>
  n === 0 ? '–' : formatShare(successes / n, 0)
