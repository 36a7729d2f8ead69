/** What the title of a story ends with that a client or a machine can't tell. */
export const skipped = (reason: string | null | undefined): string =>
  reason === null || reason === undefined ? '' : ` (skipped: ${reason})`
