import type { RecentItem } from '../../schema/evidence.js'

/**
 * What a subagent did at a step is its own: the name that the agent gave it, of the last one that was started before;
 * "a subagent" where the record tells no name. null for what the agent did itself.
 */
export function subagentOf(step: number, recent: readonly RecentItem[]): string | null {
  const isOwn = !recent.some((item) => item.kind === 'call' && item.step === step && item.sidechain)
  if (isOwn) return null
  const started = recent.findLast(
    (item) => item.kind === 'call' && item.toolKind === 'subagent' && item.step < step,
  )
  const given = started?.kind === 'call' ? NAME.exec(started.action)?.[1] : undefined
  return given === undefined ? 'a subagent' : `the subagent "${given}"`
}

/** What a subagent ran may stand in a record of its own alone. */
export const mayBeOfSubagent = (recent: readonly RecentItem[]): boolean =>
  recent.some((item) => item.kind === 'call' && item.toolKind === 'subagent')

export const RAN_ELSEWHERE = 'none ran but what a subagent may have run'

/** Clients write what a subagent is for into the call that starts it: "description: Run the tests, prompt: …". */
const NAME = /(?:^|, )(?:description|subagent_type|name): ([^,\n]{1,80})(?:,|$)/
