import type { Evidence } from '../../schema/evidence.js'

/** Whether a subagent worked after a step: what it ran stands in a transcript of its own. */
export const hasDelegated = ({ recent }: Evidence, since: number): boolean =>
  recent.some((item) => item.kind === 'call' && item.toolKind === 'subagent' && item.step > since)
