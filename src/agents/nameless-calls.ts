/** Calls that came without an id, waiting for results that have none either. */
export interface NamelessCalls {
  nameless: string[]
  namelessCount: number
}

const MAX_WAITING = 20

export const noNamelessCalls = (): NamelessCalls => ({ nameless: [], namelessCount: 0 })

/** An id for a call that has none; the next result without one is taken for its. */
export function nameCall(state: NamelessCalls): string {
  const id = `nameless-${state.namelessCount++}`
  state.nameless.push(id)
  if (state.nameless.length > MAX_WAITING) state.nameless.shift()
  return id
}
