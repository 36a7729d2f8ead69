import type { Demand, StatedDemand } from '../../schema/demand.js'
import { shortHash } from '../../util/loose-json.js'

/** The demands of a session as rows; the same demand has the same id at every stop. */
export function toDemandRecords(
  demands: readonly StatedDemand[],
  { sessionId, now }: { sessionId: string; now: string },
): { kind: 'demand'; record: Demand }[] {
  const idOf = (index: number): string =>
    `demand-${shortHash(`${sessionId}\n${index}\n${demands[index]!.sentence}`)}`
  return demands.map(({ message, kind, sentence, source, state, settledBy, ...demand }, index) => {
    const record: Demand = {
      id: idOf(index),
      sessionId,
      turn: message,
      kind,
      sentence,
      source,
      state,
      settledBy,
      replacedBy: demand.replacedBy === null ? null : idOf(demand.replacedBy),
      names: demand.names,
      askedAt: now,
      settledAt: state === 'asked' ? null : now,
    }
    return { kind: 'demand' as const, record }
  })
}

/** Equal while nothing was asked, taken back or changed. */
export const demandsMark = (demands: readonly StatedDemand[]): string =>
  shortHash(demands.map(({ sentence, state }) => `${state} ${sentence}`).join('\n'))
