import type { Store } from '../store.js'
import { compareText } from '../util/compare-text.js'
import { currentLines, lineId, listLines, textOf } from './self-lines.js'

export interface LineChange {
  about: string
  id: string
  before: string | null
  after: string | null
}

/** What the lines say now and said then. */
export async function diffLines(store: Pick<Store, 'list'>, then: Date): Promise<LineChange[]> {
  const rows = await listLines(store)
  const day = `${then.toISOString().slice(0, 10)}T00:00:00.000Z`
  const before = new Map(
    rows.filter(({ madeAt }) => madeAt <= day).map((one) => [lineId(one), one.statement]),
  )
  const current = currentLines(rows)
  const after = new Map(current.map((one) => [lineId(one), textOf(one)]))
  const abouts = new Map(rows.map((one) => [lineId(one), one.about]))
  return [...abouts]
    .map(([id, about]) => ({
      id,
      about,
      before: before.get(id) ?? null,
      after: after.get(id) ?? null,
    }))
    .filter((one) => one.before !== one.after)
    .sort((a, b) => compareText(a.about, b.about) || compareText(a.id, b.id))
}
