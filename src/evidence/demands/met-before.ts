import type { CommandRun, Evidence } from '../../schema/evidence.js'
import { wordFinder } from '../message/words.js'
import { editSince } from '../order.js'

/** A wish for a check, and the human message that it stands in. */
export interface CheckWish {
  message: number
  text: string
}

/**
 * A demand for a check that was met before the next human message is closed: what is edited after that
 * message opens it no more. One that stands for every change ("always run the tests") stays open.
 */
export function wasMetBefore(
  { message, text }: CheckWish,
  { commands, edits, request }: Pick<Evidence, 'commands' | 'edits' | 'request'>,
  isCheck: (run: CommandRun) => boolean,
): boolean {
  if (message >= request.total || findStanding(text).size > 0) return false
  // Of a long session the runs of that turn may be gone.
  if (commands.length >= MANY) return true
  const mustPass = findPass(text).size > 0
  return commands.some((run) => {
    if (!isCheck(run) || run.turn < message || run.turn >= request.total) return false
    const own = edits.filter(({ turn, inert }) => turn === run.turn && !inert)
    // A red run is all that was asked for only where nothing was to be changed.
    if (run.result === 'failed' && (mustPass || own.length > 0)) return false
    return editSince(run, own) === null
  })
}

/** The ledger keeps no more of them for certain. */
const MANY = 30

const findStanding = wordFinder({
  standing: `always every each whenever everytime immer jedes jeder jeden jedem jedesmal siempre cada toujours
    chaque sempre ogni всегда каждый каждого каждом каждой 毎回 常に 必ず 总是 每次 始终 항상 매번`,
})

/** Words for a check that ends well. */
const findPass = wordFinder({
  pass: `pass passes passing green succeed succeeds grün bestehen durchlaufen pasen pasan verde verdes passent
    verts passem passam passino passano verdi проходили проходят проходить зелёные зеленые 通る 通って グリーン 通过
    통과`,
})
