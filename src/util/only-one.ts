/** What all of them say; null where one says something else, or none says anything. */
export const onlyOne = <T>(all: readonly (T | null)[]): T | null =>
  new Set(all).size === 1 ? all[0]! : null
