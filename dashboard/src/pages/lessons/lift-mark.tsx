import type { LessonFigures } from '../../../../src/schema/api/lesson.js'
import { ForestMark } from '../../charts/forest-mark.js'
import { formatPoints } from '../../kit/format.js'
import { toneText } from '../../kit/tone.js'
import { describeLift, VERDICT_TONES } from './lesson-words.js'

/** The largest lift that a row draws; all rows share it, so that they line up. */
const REACH = 0.6

/** A lesson's row of the forest plot: the always-valid interval around zero, and the figure. */
export function LiftMark({ figures, width = 140 }: { figures: LessonFigures; width?: number }) {
  const { lift, verdict, arms } = figures
  if (lift === null) {
    const closed = arms.shown.n + arms.heldOut.n
    return (
      <span className="text-sm text-faint">
        {closed === 0
          ? 'not measured yet'
          : `too few: ${arms.shown.n} with, ${arms.heldOut.n} without`}
      </span>
    )
  }
  const { low, high } = lift.alwaysValid
  return (
    <span className="flex items-center gap-2">
      <ForestMark
        value={lift.value}
        low={low}
        high={high}
        reach={REACH}
        width={width}
        tone={VERDICT_TONES[verdict]}
        label={describeLift(figures)}
      />
      <span className={`measured whitespace-nowrap ${toneText[VERDICT_TONES[verdict]]}`}>
        {formatPoints(lift.value)}
      </span>
    </span>
  )
}
