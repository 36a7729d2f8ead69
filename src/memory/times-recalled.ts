import type { Store } from '../store.js'

const MAX_ROWS = 1000

/** To how many sessions an item was sent: what might be recalled is not. */
export async function timesRecalled(id: string, store: Pick<Store, 'list'>): Promise<number> {
  const rows = await store.list('recall', { subject: id, limit: MAX_ROWS })
  return rows.filter(({ arm }) => arm === 'shown').length
}
