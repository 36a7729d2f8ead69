/** Demands that something is done; an answer or a plan is words. */
export const isWork = (kind: string): boolean => WORK.has(kind)

const WORK: ReadonlySet<string> = new Set(['change', 'check', 'deliver'])
