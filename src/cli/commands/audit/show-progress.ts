import type { AuditProgress } from '../../../audit/run-audit.js'
import type { CliContext } from '../../command.js'

const EVERY_MS = 500
const MB = 1_000_000
const VERBS = { reading: 'Read', judging: 'Judged', keeping: 'Took over' } as const

/** A line of progress with an estimate, written over the one before at a terminal; none elsewhere. */
export function showProgress(
  context: Pick<CliContext, 'interactive' | 'note' | 'now'>,
): (step: AuditProgress) => void {
  let [doing, began, last] = ['', 0, 0]
  return ({ doing: now, done, of, bytes, ofBytes }) => {
    if (!context.interactive) return
    const at = context.now().getTime()
    if (now !== doing) [doing, began] = [now, at]
    const isOver = done === of
    if (at - last < EVERY_MS && !isOver) return
    const isFirst = last === 0
    last = at
    const left = bytes === 0 ? 0 : ((at - began) * (ofBytes - bytes)) / bytes / 1_000
    const rest = isOver ? '' : `, about ${Math.ceil(left)} s left`
    const line = `${VERBS[now]} ${done} of ${of} sessions, ${Math.round(bytes / MB)} of ${Math.round(ofBytes / MB)} MB${rest}`
    // One line up, and empty.
    context.note(`${isFirst ? '' : '\u001b[1A\u001b[2K'}${line}`)
  }
}
