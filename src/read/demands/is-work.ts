/** Demands that something is done; an answer or a plan is words. */
export const isWork = (kind: string): boolean =>
  kind === 'change' || kind === 'check' || kind === 'deliver'
