import type { Demand, StatedDemand } from '../../schema/demand.js'
import { shortHash } from '../../util/loose-json.js'

/**
 * The demands of the last messages as rows, and all that were taken back or replaced: what is older was
 * kept at an earlier stop. The same demand has the same id at every stop.
 */
export function toDemandRecords(
  demands: readonly StatedDemand[],
  { sessionId, now }: { sessionId: string; now: string },
): { kind: 'demand'; record: Demand }[] {
  const idOf = ({ message, sentence }: StatedDemand): string =>
    `demand-${shortHash(`${sessionId}\n${message}\n${sentence}`)}`
  const current = Math.max(0, ...demands.map(({ message }) => message))
  const isNews = ({ message, state }: StatedDemand): boolean =>
    message > current - RECENT || state !== 'asked'
  return demands.filter(isNews).map((demand) => {
    const { message, replacedBy, probability: _, wants: __, ...kept } = demand
    const instead = replacedBy === null ? undefined : demands[replacedBy]
    const record: Demand = {
      ...kept,
      id: idOf(demand),
      sessionId,
      turn: message,
      replacedBy: instead === undefined ? null : idOf(instead),
      askedAt: now,
      settledAt: kept.state === 'asked' ? null : now,
    }
    return { kind: 'demand' as const, record }
  })
}

/** Messages between two stops; a client may take several in at once. */
const RECENT = 4

/** Equal while nothing was asked, taken back or changed. */
export const demandsMark = (demands: readonly StatedDemand[]): string =>
  shortHash(demands.map(({ sentence, state }) => `${state} ${sentence}`).join('\n'))
